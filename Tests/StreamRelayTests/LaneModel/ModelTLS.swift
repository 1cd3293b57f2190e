#if SystemTLS && os(Linux)
    import COpenSSL
    import Logging
    import NIOCore
    import RelayTestSupport
    import StreamRelay

    @testable import StreamTLS

    /// A model viewer's side of TLS. It takes any certificate.
    struct ModelTLS {
        private final class Context: @unchecked Sendable {
            let pointer = SSL_CTX_new(TLS_client_method())
        }

        private static let context = Context()

        private let tls: TLSConnection
        /// The first bytes for the socket.
        let hello: ByteBuffer
        /// Whether the relay has sent its `close_notify`.
        private(set) var isEnded = false

        init() throws {
            guard let context = Self.context.pointer else { throw Violation("no context") }
            tls = try TLSConnection(context, of: Self.context, as: .client)
            hello = tls.receive(ByteBuffer()).answer
        }

        var isOpen: Bool { tls.isEstablished }

        /// - Returns: What the records hold, and what is to be sent at once.
        mutating func open(_ records: ByteBuffer) throws -> (bytes: ByteBuffer, answer: ByteBuffer) {
            guard !isEnded else { throw Violation("bytes come after the close_notify") }
            let reception = tls.receive(records)
            switch reception.end {
            case nil: break
            case .closed: isEnded = true
            case .failed(let error): throw Violation("TLS is broken: \(error)")
            }
            return (reception.bytes, reception.answer)
        }

        func seal(_ bytes: ByteBuffer) -> ByteBuffer {
            var records = ByteBuffer()
            let length = TLSConnection.length(ofRecordsFor: bytes.readableBytes)
            records.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { place in
                bytes.withUnsafeReadableBytes { tls.encrypt($0, to: place) }
            }
            return records
        }

        /// A certificate for the relay of a test.
        static func certificate() throws -> (any TLSProvider)? {
            try ServerCertificate.selfSigned(names: ["localhost"], storedAt: nil, logger: .silent)
        }
    }
#else
    import NIOCore
    import StreamRelay

    /// There is no TLS of which lanes are a part.
    struct ModelTLS {
        let hello = ByteBuffer()
        let isEnded = false
        let isOpen = true

        init() throws { throw Violation("no TLS") }

        func open(_ records: ByteBuffer) throws -> (bytes: ByteBuffer, answer: ByteBuffer) { (records, ByteBuffer()) }
        func seal(_ bytes: ByteBuffer) -> ByteBuffer { bytes }
        static func certificate() throws -> (any TLSProvider)? { nil }
    }
#endif
