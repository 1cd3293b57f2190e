#if SystemTLS && os(Linux)
    import COpenSSL
    import NIOCore

    @testable import StreamTLS

    /// Both sides of a TLS connection, without a network.
    struct TLSPair {
        struct Broken: Error {}

        /// A client's context, which takes any certificate.
        final class Clients: @unchecked Sendable {
            let context: OpaquePointer

            init(version: CInt = TLS1_3_VERSION, protocols: [UInt8] = []) throws {
                guard let context = SSL_CTX_new(TLS_client_method()) else { throw Broken() }
                self.context = context
                shim_set_only_version(context, version)
                SSL_CTX_set_alpn_protos(context, protocols, CUnsignedInt(protocols.count))
            }

            deinit { SSL_CTX_free(context) }
        }

        let client: TLSConnection
        let server: TLSConnection

        /// - Parameter session: Of an earlier connection, to come back with.
        init(_ clients: Clients, _ context: OpenSSLContext, session: OpaquePointer? = nil) throws {
            client = try TLSConnection(clients.context, of: clients, as: .client)
            server = try context.makeConnection()
            if let session { SSL_set_session(client.ssl, session) }
        }

        /// Makes the handshake, with so many bytes at a time.
        func shakeHands(by step: Int = .max) throws {
            var toServer = client.receive(ByteBuffer()).answer
            while toServer.readableBytes > 0 {
                let toClient = try Self.pass(&toServer, to: server, by: step)
                var answer = toClient
                toServer = try Self.pass(&answer, to: client, by: step)
            }
            guard client.isEstablished, server.isEstablished else { throw Broken() }
        }

        private static func pass(_ bytes: inout ByteBuffer, to side: TLSConnection, by step: Int) throws -> ByteBuffer {
            var answers = ByteBuffer()
            while let part = bytes.readSlice(length: min(step, bytes.readableBytes)), part.readableBytes > 0 {
                let reception = side.receive(part)
                guard reception.end == nil else { throw Broken() }
                answers.writeImmutableBuffer(reception.answer)
            }
            return answers
        }

        static func records(of bytes: ByteBuffer, by side: TLSConnection) -> ByteBuffer {
            var records = ByteBuffer()
            let length = TLSConnection.length(ofRecordsFor: bytes.readableBytes)
            records.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { place in
                bytes.withUnsafeReadableBytes { side.encrypt($0, to: place) }
            }
            return records
        }
    }
#endif
