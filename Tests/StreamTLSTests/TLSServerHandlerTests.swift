#if SystemTLS && os(Linux)
    import NIOCore
    import NIOEmbedded
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
        private let context: OpenSSLContext

        init() throws {
            let folder = try TemporaryFolder()
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
    }
#endif
