#if SystemTLS && os(Linux)
    import COpenSSL
    import NIOCore
    import NIOEmbedded
    import NIOTLS
    import StreamRelay
    import SwiftASN1
    import TestSupport
    import Testing

    @testable import StreamTLS

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    @Suite struct TLSServerHandlerTests {
        private let folder: TemporaryFolder
        private let context: OpenSSLContext

        init() throws {
            folder = try TemporaryFolder()
            let pair = try CertificatePair(folder.write(TestAuthority().issue()), now: .now)
            context = try OpenSSLContext(pair, tickets: TicketKeys(secret: pair.key.derBytes))
        }

        @Test func `records of a lane wait for the flush, because the rest of their message follows`() throws {
            let pair = try TLSPair(.init(), context)
            try pair.shakeHands()
            let handler = TLSServerHandler(pair.server)
            let channel = EmbeddedChannel(handler: handler)
            let message = ByteBuffer(bytes: (0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
            let records = TLSPair.records(of: message.getSlice(at: 0, length: 600) ?? ByteBuffer(), by: pair.server)
            handler.writeRecords(records)
            let early = try channel.readOutbound(as: ByteBuffer.self)
            #expect(early == nil, "the channel could become writable here, and the viewer write another message")
            channel.writeAndFlush(message.getSlice(at: 600, length: 400), promise: nil)
            var received = ByteBuffer()
            while let part = try channel.readOutbound(as: ByteBuffer.self) {
                received.writeImmutableBuffer(pair.client.receive(part).bytes)
            }
            #expect(received == message)
            _ = try channel.finish()
        }

        @Test func `a write of no bytes is complete when all before it are`() throws {
            let pair = try TLSPair(.init(), context)
            try pair.shakeHands()
            let channel = EmbeddedChannel(handler: TLSServerHandler(pair.server))
            var isComplete = false
            channel.write(ByteBuffer(repeating: 1, count: 1_000), promise: nil)
            let written = channel.write(ByteBuffer())
            written.assumeIsolated().whenComplete { _ in isComplete = true }
            #expect(!isComplete, "who closes then loses the bytes")
            channel.flush()
            #expect(isComplete)
            _ = try channel.finish()
        }

        @Test func `what came with the end of the handshake is handed over before the answer is flushed`() throws {
            let pair = try TLSPair(.init(version: TLS1_2_VERSION), context)
            let events = Events()
            let handler = TLSServerHandler(pair.server)
            let channel = EmbeddedChannel(handlers: [FlushNoter(events), handler, HandshakeNoter(events)])
            try channel.writeInbound(pair.client.receive(ByteBuffer()).answer)
            let answer = try #require(try channel.readOutbound(as: ByteBuffer.self))
            events.all = []
            try channel.writeInbound(pair.client.receive(answer).answer)
            #expect(events.all == ["established", "flush"])
            _ = try channel.finish()
        }

        private final class Events {
            var all: [String] = []
        }

        private final class FlushNoter: ChannelOutboundHandler {
            typealias OutboundIn = ByteBuffer

            private let events: Events

            init(_ events: Events) { self.events = events }

            func flush(context: ChannelHandlerContext) {
                events.all.append("flush")
                context.flush()
            }
        }

        private final class HandshakeNoter: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer

            private let events: Events

            init(_ events: Events) { self.events = events }

            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
                if case TLSUserEvent.handshakeCompleted = event { events.all.append("established") }
            }
        }
    }
#endif
