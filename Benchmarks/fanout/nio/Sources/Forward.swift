// forward-nio: forward.c on SwiftNIO. One event loop takes frames from publishers and sends them to viewers: it reads each
// frame whole, sends it to each viewer of the stream with one send(2), and does nothing else. So it says what a relay on
// SwiftNIO costs at least.
//
//   forward-nio PORT

import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@main enum Forward {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let port = Int(CommandLine.arguments[1]) else {
            print("forward-nio PORT")
            exit(64)
        }
        var files = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        #else
            setrlimit(RLIMIT_NOFILE, &files)
        #endif
        let streams = Streams()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
            .serverChannelOption(.backlog, value: 4_096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // One read for nearly every frame. NIO uses the memory again.
            .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64 * 1024))
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Connection(streams))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        try await channel.closeFuture.get()
    }
}

/// The viewers of each stream. Belongs to the only event loop.
private final class Streams: @unchecked Sendable {
    var viewers: [String: [Connection]] = [:]
}

/// The parts of Protocol.md that publishers and viewers need.
private enum Message {
    static let preface: [UInt8] = [0x8F] + Array("strmd\r\n".utf8) + [0, 1, 0, 1]
    static let header = 8
    static let longest = 16 << 20
    static let welcome: UInt16 = 2
    static let frame: UInt16 = 4
    static let publish: UInt8 = 1
    /// The hello's body before the name of the stream.
    static let beforeName = 20
}

private final class Connection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let streams: Streams
    private var context: ChannelHandlerContext?
    private var socket: CInt = -1
    private var stream: String?
    private var isPublisher = false
    /// Bytes of a message that has not come whole.
    private var inbox = ByteBuffer()
    /// Bytes that the socket did not take, and that NIO has.
    private var waiting = 0

    init(_ streams: Streams) { self.streams = streams }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        let operations = context.pipeline.syncOperations
        socket = (try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }) ?? -1
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let stream { streams.viewers[stream]?.removeAll { $0 === self } }
        self.context = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        // A viewer says nothing of interest.
        guard stream == nil || isPublisher else { return }
        if inbox.readableBytes == 0 { inbox = bytes } else { inbox.writeImmutableBuffer(bytes) }
        if stream == nil { greet(context) }
        if isPublisher { takeMessages(context) }
        if inbox.readableBytes == 0 { inbox = ByteBuffer() }
    }

    private func greet(_ context: ChannelHandlerContext) {
        let start = inbox.readerIndex + Message.preface.count
        guard let length: UInt32 = inbox.getInteger(at: start), Int(length) < Message.longest,
            inbox.readableBytes >= Message.preface.count + Message.header + Int(length)
        else { return }
        let body = start + Message.header
        guard let role: UInt8 = inbox.getInteger(at: body), let nameLength: UInt8 = inbox.getInteger(at: body + 1),
            Int(length) >= Message.beforeName + Int(nameLength),
            let name = inbox.getString(at: body + Message.beforeName, length: Int(nameLength))
        else { return context.close(promise: nil) }
        inbox.moveReaderIndex(forwardBy: Message.preface.count + Message.header + Int(length))
        stream = name
        isPublisher = role == Message.publish
        var answer = ByteBuffer(bytes: Message.preface)
        if isPublisher {
            answer.writeMultipleIntegers(UInt32(4), Message.welcome, UInt16(0), UInt32(1))
        } else {
            streams.viewers[name, default: []].append(self)
            inbox.clear()
        }
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }

    private func takeMessages(_ context: ChannelHandlerContext) {
        guard let stream else { return }
        while let (length, type) = inbox.peekMultipleIntegers(as: (UInt32, UInt16).self) {
            guard length < Message.longest else { return context.close(promise: nil) }
            guard let message = inbox.readSlice(length: Message.header + Int(length)) else { return }
            guard type == Message.frame, let viewers = streams.viewers[stream] else { continue }
            for viewer in viewers { viewer.send(message) }
        }
    }

    private func send(_ message: ByteBuffer) {
        var rest = message
        if waiting == 0 {
            let sent = message.withUnsafeReadableBytes {
                Self.send(socket, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
            }
            guard sent < message.readableBytes else { return }
            rest.moveReaderIndex(forwardBy: max(0, sent))
        }
        guard let context else { return }
        let count = rest.readableBytes
        waiting += count
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { [self] _ in waiting -= count }
        context.writeAndFlush(wrapOutboundOut(rest), promise: promise)
    }

    #if canImport(Glibc)
        private static let send = Glibc.send
    #else
        private static let send = Darwin.send
    #endif
}
