import NIOCore
import NIOPosix

/// A connection on which a test sends and reads exact bytes.
final class RawClient: Sendable {
    private let channel: any Channel
    private let inbound: AsyncThrowingStream<ByteBuffer, any Error>

    /// - Parameters:
    ///   - text: What to send at once on the event loop. A relay with a short deadline gets it in time, even if other
    ///     tests keep all threads of Swift's tasks busy.
    ///   - receiveBuffer: Bytes that the client's system holds, approximately; `nil` for the usual number.
    ///   - closesOutput: Whether the client closes its side as soon as something has come.
    init(
        port: Int,
        sending text: String = "",
        receiveBuffer: CInt? = nil,
        closesOutput: Bool = false
    ) async throws {
        let (stream, continuation) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
        inbound = stream
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let receiveBuffer {
                        try channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
                    }
                    try channel.pipeline.syncOperations.addHandler(Listener(continuation, closesOutput))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .flatMap { channel in channel.writeAndFlush(ByteBuffer(string: text)).map { channel } }
            .get()
    }

    deinit { channel.close(promise: nil) }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// Goes on reading, or pauses.
    func setReading(_ isReading: Bool) async throws { try await channel.setOption(.autoRead, value: isReading).get() }

    func closeOutput() async throws { try await channel.close(mode: .output) }

    /// Reads until the bytes since the last call are `enough`.
    func read(until enough: ([UInt8]) -> Bool) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in inbound {
            bytes += piece.readableBytesView
            if enough(bytes) { return bytes }
        }
        throw ChannelError.eof
    }

    func read(through text: String) async throws -> [UInt8] {
        let end = Array(text.utf8)
        return try await read { $0.count >= end.count && $0.suffix(end.count).elementsEqual(end) }
    }

    func readToEnd() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in inbound { bytes += piece.readableBytesView }
        return bytes
    }

    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

        private var closesOutput: Bool

        init(_ continuation: AsyncThrowingStream<ByteBuffer, any Error>.Continuation, _ closesOutput: Bool) {
            self.continuation = continuation
            self.closesOutput = closesOutput
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(unwrapInboundIn(data))
            if closesOutput { context.close(mode: .output, promise: nil) }
            closesOutput = false
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed = event {
                continuation.finish()
                context.close(promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

        // If the relay closes while its client still sends, the client sees a reset.
        func errorCaught(context: ChannelHandlerContext, error: any Error) { continuation.finish() }
    }
}

/// A response, parsed.
struct RawAnswer {
    let status: Int
    let header: String
    let body: [UInt8]

    init(_ bytes: [UInt8]) {
        let end = bytes.indices.first { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) } ?? bytes.endIndex
        header = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        body = Array(bytes[end...].dropFirst(4))
        status = Int(header.split(separator: " ").dropFirst().first ?? "") ?? 0
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func has(_ field: String) -> Bool { header.split(separator: "\r\n").contains { $0 == field } }

    /// The content of a chunked body; `nil` if it is not complete.
    var unchunked: [UInt8]? {
        var rest = body[...]
        var content: [UInt8] = []
        while let line = rest.firstIndex(of: UInt8(ascii: "\r")) {
            guard let length = Int(String(decoding: rest[..<line], as: UTF8.self), radix: 16) else { return nil }
            rest = rest[line...].dropFirst(2)
            if length == 0 { return rest.elementsEqual(Array("\r\n".utf8)) ? content : nil }
            content += rest.prefix(length)
            rest = rest.dropFirst(length + 2)
        }
        return nil
    }
}
