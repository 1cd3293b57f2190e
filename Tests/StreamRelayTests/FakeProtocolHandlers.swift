import NIOCore
import StreamProtocol
import Synchronization

@testable import StreamRelay

/// Hands on what it gets.
struct FakeHTTP: HTTPProvider {
    func addHandlers(for connection: Connection, to channel: any Channel) throws {
        let handler = Handler()
        try channel.pipeline.syncOperations.addHandler(handler)
        connection.connectionHandler = handler
    }

    func refusal(_ error: ProtocolError) -> ByteBuffer { ByteBuffer(string: "HTTP \(error.code)") }

    final class Handler: ChannelInboundHandler, ConnectionHandler {
        typealias InboundIn = ByteBuffer

        func tick(at now: NIODeadline) {}
    }
}

/// Takes one read for the handshake; then a record has a byte before its content.
struct FakeTLS: TLSProvider {
    struct Broken: Error {}
    struct Truncated: Error {}

    var isBroken = false
    /// Whether the peer answers the end of TLS, for which TLS waits.
    var answersClose = true

    static func record(_ content: ByteBuffer) -> ByteBuffer {
        var record = ByteBuffer(bytes: [0x17])
        record.writeImmutableBuffer(content)
        return record
    }

    func makeHandlers() throws -> [any ChannelHandler] {
        if isBroken { throw Broken() }
        return [Handler(answersClose: answersClose)]
    }

    func isTruncation(_ error: any Error) -> Bool { error is Truncated }

    private final class Handler: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answersClose: Bool
        private var isOpen = false

        init(answersClose: Bool) { self.answersClose = answersClose }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if answersClose || mode == .output { context.close(mode: mode, promise: promise) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard isOpen else {
                isOpen = true
                return
            }
            var record = unwrapInboundIn(data)
            record.moveReaderIndex(forwardBy: 1)
            context.fireChannelRead(wrapInboundOut(record))
        }
    }
}

/// Records the calls, and admits all clients.
final class RecordingAdmission: Admission {
    private let credentials = Mutex<[Credentials]>([])

    var shown: [Credentials] { credentials.withLock { $0 } }

    func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        self.credentials.withLock { $0.append(credentials) }
        return eventLoop.makeSucceededFuture(.allStreams)
    }
}

/// Decides when the test says so.
final class SlowAdmission: Admission {
    private let waiting = Mutex<[EventLoopPromise<Permissions>]>([])

    func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        let promise = eventLoop.makePromise(of: Permissions.self)
        waiting.withLock { $0.append(promise) }
        return promise.futureResult
    }

    func decide(_ result: Result<Permissions, any Error>) {
        let promises = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for promise in promises { promise.completeWith(result) }
    }
}
