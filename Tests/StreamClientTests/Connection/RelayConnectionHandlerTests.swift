import NIOCore
import NIOEmbedded
import StreamProtocol
import Testing

@testable import StreamClient

/// A connection whose relay goes on sending after the client's final message.
@Suite final class RelayConnectionHandlerTests {
    private let channel: EmbeddedChannel
    private let loop = EmbeddedEventLoop()
    /// What the decoder of the client does not know.
    private let garbage = ByteBuffer(repeating: 0xFF, count: 100)

    /// Connects, and takes the relay's preface and welcome.
    init() throws {
        let address = try RelayAddress("relay/live")
        let configuration = ClientConfiguration(address)
        let hello = configuration.hello(.subscribe, to: address)
        let handlers: [any ChannelHandler] = [
            HalfClosing(), ByteToMessageHandler(MessageDecoder(from: .relay(.subscribe))),
            RelayConnectionHandler(to: address, hello: hello, configuration: configuration),
        ]
        channel = EmbeddedChannel(handlers: handlers, loop: loop)
        try channel.connect(to: SocketAddress(ipAddress: "203.0.113.1", port: 7450)).wait()
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        ProtocolMessage.welcome(.sample()).write(to: &bytes)
        try channel.writeInbound(bytes)
    }

    deinit {
        channel.close(promise: nil)
        try? loop.syncShutdownGracefully()
    }

    /// The last message that the client has sent.
    private func lastMessage() throws -> ProtocolMessage? {
        var bytes = ByteBuffer()
        while var sent = try channel.readOutbound(as: ByteBuffer.self) { bytes.writeBuffer(&sent) }
        var decoder = MessageDecoder(from: .client)
        var last: ProtocolMessage?
        while let input = try decoder.decode(buffer: &bytes) {
            if case .message(let message) = input { last = message }
        }
        return last
    }

    @Test func `the relay has a moment to read the error although it goes on sending`() throws {
        #expect(throws: ClientError.self) { try channel.writeInbound(garbage) }
        for _ in 0..<3 { try channel.writeInbound(garbage) }
        #expect(channel.isActive)
        guard case .error(let ending)? = try lastMessage() else {
            Issue.record("the client sent no error")
            return
        }
        #expect(ending.code == .messageTooLong)
        loop.advanceTime(by: RelayConnectionStateMachine.lingerTime)
        #expect(!channel.isActive)
    }

    @Test func `a relay that breaks the protocol after a goodbye gets the goodbye`() throws {
        let goodbye = ProtocolMessage.goodbye(Ending(.done, "That was all."))
        let request = CloseRequest(message: goodbye, waitsForPendingWrites: false)
        channel.triggerUserOutboundEvent(request, promise: nil)
        for _ in 0..<3 { try channel.writeInbound(garbage) }
        #expect(channel.isActive)
        #expect(try lastMessage() == goodbye)
        loop.advanceTime(by: RelayConnectionStateMachine.lingerTime)
        #expect(!channel.isActive)
    }

    /// An embedded channel closes altogether when only its output is closed; a socket does not.
    private final class HalfClosing: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            promise?.succeed()
        }
    }
}
