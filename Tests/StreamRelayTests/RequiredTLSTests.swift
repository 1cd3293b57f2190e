import NIOCore
import NIOEmbedded
import NIOTLS
import StreamProtocol
import Testing

@testable import StreamRelay

/// Which connections may go on without TLS, and which are refused.
@Suite struct RequiredTLSTests {
    /// Waits for more of the handshake for ever; its errors and its end come from the test. After the end, bytes pass as
    /// they are.
    private struct OpenTLSProvider: TLSProvider {
        struct Cut: Error {}

        final class Handler: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer

            private var isComplete = false

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                if isComplete { context.fireChannelRead(data) }
            }

            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
                if case TLSUserEvent.handshakeCompleted = event { isComplete = true }
                context.fireUserInboundEventTriggered(event)
            }
        }

        func makeHandlers() throws -> [any ChannelHandler] { [Handler()] }
        func isTruncation(_ error: any Error) -> Bool { error is Cut }
    }

    @Test(arguments: ["127.0.0.1", "127.9.8.7", "::1", "::ffff:127.0.0.1"])
    func `clear text is allowed on this machine`(address: String) throws {
        let relay = EmbeddedRelay { $0.requiresTLS = true }
        let (channel, _) = try relay.connect(from: address)
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == nil)
    }

    @Test(arguments: ["203.0.113.1", "10.0.0.1", "::2", "::ffff:10.0.0.1"])
    func `clear text from other machines is refused`(address: String) throws {
        let relay = EmbeddedRelay { $0.requiresTLS = true }
        let (channel, _) = try relay.connect(from: address)
        try channel.writeInbound(opening(.subscribe))
        #expect(try channel.refusal() == .encryptionRequired)
    }

    @Test func `encrypted connections are served`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: OpenTLSProvider())) { $0.requiresTLS = true }
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x16]))
        #expect(connection?.isEncrypted == true)
    }

    /// TLS has its own words for no: 0x28 where there is none, 0x50 where there is no room now.
    @Test func `a refused TLS client gets an alert`() throws {
        let relay = EmbeddedRelay()
        let (channel, _) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x16]))
        #expect(try channel.readOutbound(as: ByteBuffer.self)?.readableBytesView.last == 0x28)
        let full = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: OpenTLSProvider())) {
            $0.limits.all.connections = 0
        }
        let (crowded, _) = try full.connect()
        try crowded.writeInbound(ByteBuffer(bytes: [0x16]))
        #expect(try crowded.readOutbound(as: ByteBuffer.self)?.readableBytesView.last == 0x50)
    }

    @Test func `a handshake that stands still is closed at its deadline`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: OpenTLSProvider()))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x16]))
        let deadline = try #require(connection?.handshakeDeadline)
        connection?.connectionHandler?.tick(at: deadline)
        #expect(channel.isActive)
        connection?.connectionHandler?.tick(at: deadline + .nanoseconds(1))
        #expect(!channel.isActive)
        #expect(try channel.readOutbound(as: ByteBuffer.self) == nil)
    }

    @Test func `after the handshake a refused client gets its error`() throws {
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: OpenTLSProvider()))
        let (channel, connection) = try relay.connect()
        try channel.writeInbound(ByteBuffer(bytes: [0x16]))
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: nil))
        try channel.writeInbound(ByteBuffer(string: "P"))
        let deadline = try #require(connection?.handshakeDeadline)
        connection?.connectionHandler?.tick(at: deadline + .nanoseconds(1))
        #expect(try channel.refusal() == .handshakeTimeout)
    }

    @Test func `only truncated TLS is not an error`() throws {
        struct Broken: Error {}
        let relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(tls: OpenTLSProvider()))
        let (cut, _) = try relay.connect()
        try cut.writeInbound(ByteBuffer(bytes: [0x16]))
        cut.pipeline.fireErrorCaught(OpenTLSProvider.Cut())
        #expect(cut.isActive)
        let (broken, _) = try relay.connect()
        try broken.writeInbound(ByteBuffer(bytes: [0x16]))
        broken.pipeline.fireErrorCaught(Broken())
        #expect(!broken.isActive)
    }
}
