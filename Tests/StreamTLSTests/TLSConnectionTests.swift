#if SystemTLS && os(Linux)
    import COpenSSL
    import CSystemMemory
    import NIOCore
    import NIOPosix
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

    @Suite struct TLSConnectionTests {
        private let folder: TemporaryFolder
        private let context: OpenSSLContext

        init() throws {
            folder = try TemporaryFolder()
            context = try Self.context(folder.write(TestAuthority().issue()))
        }

        private static func context(_ files: CertificateFiles) throws -> OpenSSLContext {
            let pair = try CertificatePair(files, now: .now)
            return try OpenSSLContext(pair, tickets: TicketKeys(secret: pair.key.derBytes))
        }

        private func pair(_ clients: TLSPair.Clients? = nil) throws -> TLSPair {
            let pair = try TLSPair(clients ?? .init(), context)
            try pair.shakeHands()
            return pair
        }

        @Test(arguments: [1, 7, 100, 5_000])
        func `a handshake may come in any pieces`(step: Int) throws {
            try TLSPair(.init(), context).shakeHands(by: step)
        }

        @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION], [1, 16_384, 16_385, 200_000])
        func `bytes pass both ways, in any pieces`(version: CInt, count: Int) throws {
            let pair = try pair(.init(version: version))
            let bytes = ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 13 / 5) })
            for (from, to) in [(pair.server, pair.client), (pair.client, pair.server)] {
                var records = TLSPair.records(of: bytes, by: from)
                #expect(records.readableBytes > count)
                #expect(records.readableBytes <= TLSConnection.length(ofRecordsFor: count))
                var received = ByteBuffer()
                while let part = records.readSlice(length: min(3_001, records.readableBytes)), part.readableBytes > 0 {
                    received.writeImmutableBuffer(to.receive(part).bytes)
                }
                #expect(received == bytes)
            }
        }

        @Test func `a record that was changed on the way ends the connection with an alert`() throws {
            let pair = try pair()
            var records = TLSPair.records(of: ByteBuffer(string: "hello"), by: pair.client)
            records.setInteger(UInt8(0), at: records.writerIndex - 1)
            records.setInteger(UInt8(0), at: records.writerIndex - 2)
            let reception = pair.server.receive(records)
            guard case .failed(let error) = reception.end else {
                Issue.record("\(reception)")
                return
            }
            #expect(error.description.contains("bad record mac"))
            #expect(reception.bytes.readableBytes == 0 && reception.answer.readableBytes > 0)
            #expect(TLSPair.records(of: ByteBuffer(string: "x"), by: pair.server).readableBytes == 0)
            #expect(pair.server.receive(records).end == nil, "nothing is received any more")
            #expect(pair.server.close().readableBytes == 0)
        }

        @Test func `a peer that does nothing but change its keys is ended`() throws {
            let pair = try pair()
            var records = ByteBuffer()
            for _ in 0...KeyUpdates.most {
                SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
                records.writeImmutableBuffer(pair.client.receive(ByteBuffer()).answer)
            }
            guard case .failed = pair.server.receive(records).end else {
                Issue.record("it goes on")
                return
            }
            #expect(TLSPair.records(of: ByteBuffer(string: "x"), by: pair.server).readableBytes == 0)
        }

        /// OpenSSL takes the memory for all of a hello at once, or, from 3.0.19 on, as it comes.
        @Test func `a long hello is refused before there is room for it`() throws {
            let server = try context.makeConnection()
            // Records of 16 KB, of which the first says that the hello has 131,072 bytes.
            let record: [UInt8] = [0x16, 3, 1, 0x40, 0]
            var bytes = record + [1, 2, 0, 0] + [UInt8](repeating: 0, count: 0x4000 - 4)
            var records = 1
            while server.receive(ByteBuffer(bytes: bytes)).end == nil, records < 9 {
                bytes = record + [UInt8](repeating: 0, count: 0x4000)
                records += 1
            }
            #expect(records <= 3)
        }

        @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
        func `a client may ask for short records`(version: CInt) throws {
            let pair = try TLSPair(.init(version: version), context)
            shim_ask_for_short_records(pair.client.ssl)
            try pair.shakeHands()
            for count in [1, 512, 16_000, 56 * 1024, 64 * 1024] {
                let bytes = ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
                let place = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: count + EncryptedSender.overhead,
                    alignment: 1
                )
                defer { place.deallocate() }
                let length = bytes.withUnsafeReadableBytes { pair.server.encrypt($0, to: place) }
                #expect(length > count && length <= TLSConnection.length(ofRecordsFor: count))
                let records = ByteBuffer(bytes: UnsafeRawBufferPointer(rebasing: place[..<length]))
                #expect(pair.client.receive(records).bytes == bytes)
            }
        }

        @Test func `a connection whose records do not fit fails`() throws {
            let pair = try pair()
            let place = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 1)
            defer { place.deallocate() }
            let bytes = ByteBuffer(repeating: 1, count: 200)
            #expect(bytes.withUnsafeReadableBytes { pair.server.encrypt($0, to: place) } == 0)
            #expect(pair.server.failure != nil)
            #expect(TLSPair.records(of: bytes, by: pair.server).readableBytes == 0)
        }

        @Test func `a peer may change its keys between its bytes`() throws {
            let pair = try pair()
            for number in 0..<200 {
                SSL_key_update(pair.client.ssl, SSL_KEY_UPDATE_REQUESTED)
                #expect(pair.server.receive(pair.client.receive(ByteBuffer()).answer).end == nil)
                // The server's records begin with its own change of keys.
                for (from, to) in [(pair.client, pair.server), (pair.server, pair.client)] {
                    let bytes = ByteBuffer(string: "bytes \(number)")
                    #expect(to.receive(TLSPair.records(of: bytes, by: from)).bytes == bytes)
                }
            }
        }

        /// OpenSSL would keep one for the peer's records, which may never come.
        @Test func `a connection holds no buffer after a ticket or new keys`() throws {
            let pair = try pair()
            let held = record_memory_held()
            let bytes = ByteBuffer(string: "bytes")
            #expect(pair.client.receive(TLSPair.records(of: bytes, by: pair.server)).bytes == bytes, "with a ticket")
            #expect(record_memory_held() == held)
            SSL_key_update(pair.server.ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
            #expect(pair.client.receive(TLSPair.records(of: bytes, by: pair.server)).bytes == bytes)
            #expect(record_memory_held() == held)
        }

        @Test func `a thread that ends keeps no buffers`() async throws {
            let count = 200
            for _ in 0..<count {
                let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
                let held = try await group.next().submit {
                    let block = record_memory_allocate(17_000, nil, 0)
                    record_memory_free(block, nil, 0)
                    return (record_memory_held(), record_memory_threads())
                }.get()
                #expect(held.0 == 0)
                #expect(held.1 > 0)
                try await group.shutdownGracefully()
            }
            // Other tests have some threads, too.
            #expect(record_memory_threads() < count)
        }

        @Test func `a part of a record that has come stays`() throws {
            let pair = try pair()
            let bytes = ByteBuffer(string: "a message of the client")
            for count in [1, 5, 9] {
                var records = TLSPair.records(of: bytes, by: pair.client)
                let part = records.readSlice(length: count)
                let first = try #require(part)
                #expect(pair.server.receive(first).bytes.readableBytes == 0)
                SSL_key_update(pair.server.ssl, SSL_KEY_UPDATE_NOT_REQUESTED)
                #expect(pair.client.receive(TLSPair.records(of: bytes, by: pair.server)).bytes == bytes)
                #expect(pair.server.receive(records).bytes == bytes)
            }
        }

        @Test func `the end of one direction leaves the other`() throws {
            let pair = try pair()
            #expect(pair.server.receive(pair.client.close()).end == .closed)
            let last = TLSPair.records(of: ByteBuffer(string: "last"), by: pair.server)
            #expect(pair.client.receive(last).bytes == ByteBuffer(string: "last"))
            #expect(pair.client.receive(pair.server.close()).end == .closed)
            #expect(pair.server.close().readableBytes == 0, "it is said once")
            #expect(TLSPair.records(of: ByteBuffer(string: "x"), by: pair.server).readableBytes == 0)
        }

        @Test func `a protocol that both know is agreed on, and another does no harm`() throws {
            let names: [([UInt8], String?)] = [
                (Array("\u{7}streamd".utf8), "streamd"), (Array("\u{2}h2\u{8}http/1.1".utf8), "http/1.1"),
                (Array("\u{2}h2".utf8), nil), ([], nil),
            ]
            for (names, expected) in names {
                #expect(try pair(.init(protocols: names)).server.negotiatedProtocol == expected)
            }
        }

        // MARK: Tickets

        @Test func `a client comes back with a ticket, also after a restart and at a relay with the same key`() throws {
            let clients = try TLSPair.Clients()
            let first = try TLSPair(clients, context)
            try first.shakeHands()
            #expect(!first.server.isResumed)
            // The ticket comes with the first bytes.
            _ = first.client.receive(TLSPair.records(of: ByteBuffer(string: "hello"), by: first.server))
            let session = try #require(SSL_get1_session(first.client.ssl))
            defer { SSL_SESSION_free(session) }
            let files = CertificateFiles(certificate: folder.path + "/relay.pem", key: folder.path + "/relay.key")
            let again = try TLSPair(clients, Self.context(files), session: session)
            try again.shakeHands()
            #expect(again.server.isResumed)
            _ = again.client.receive(TLSPair.records(of: ByteBuffer(string: "hello"), by: again.server))
            let next = try #require(SSL_get1_session(again.client.ssl))
            defer { SSL_SESSION_free(next) }
            #expect(next != session && SSL_SESSION_has_ticket(next) == 1, "each connection gives a ticket")
            let third = try TLSPair(clients, context, session: next)
            try third.shakeHands()
            #expect(third.server.isResumed)
            let other = try TemporaryFolder()
            let stranger = try TLSPair(clients, Self.context(other.write(TestAuthority().issue())), session: session)
            try stranger.shakeHands()
            #expect(!stranger.server.isResumed)
        }

        @Test func `TLS 1.2 has no tickets, which would reveal what was sent`() throws {
            let clients = try TLSPair.Clients(version: TLS1_2_VERSION)
            let first = try TLSPair(clients, context)
            try first.shakeHands()
            let session = try #require(SSL_get1_session(first.client.ssl))
            defer { SSL_SESSION_free(session) }
            #expect(SSL_SESSION_has_ticket(session) == 0)
            let again = try TLSPair(clients, context, session: session)
            try again.shakeHands()
            #expect(!again.server.isResumed)
        }
    }
#endif
