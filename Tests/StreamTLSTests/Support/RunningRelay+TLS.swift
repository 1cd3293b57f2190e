import NIOCore
import NIOSSL
import RelayTestSupport
import StreamClient
import StreamRelay
import StreamTLS

extension RunningRelay {
    /// The certificate that the relay was started with.
    var certificate: ServerCertificate? { protocolHandlers.tls as? ServerCertificate }

    /// A client that trusts as the test says; `nil` leaves its connections clear.
    func client(_ trust: ClientSecurity.Trust?, host: String = "localhost") throws -> ClientConfiguration {
        var configuration = try client(host: host)
        configuration.security = trust.map(ClientSecurity.init(trust:))
        return configuration
    }

    /// Connects with a TLS client that does as the test says.
    func raw(
        sending bytes: ByteBuffer = ByteBuffer(),
        configure: (inout TLSConfiguration) -> Void = { _ in }
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configure(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        return try await open(sending: bytes) { [context] channel in
            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: nil))
        }
    }
}
