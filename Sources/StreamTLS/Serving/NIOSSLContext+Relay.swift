import NIOCore
import NIOSSL

extension NIOSSLContext {
    /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption, as RFC 9325 4.2 recommends. All
    /// suites of TLS 1.3 have both.
    static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// How long a peer may take to answer a `close_notify`.
    static let closeTimeout = TimeAmount.seconds(1)

    /// Makes the context that all connections with one certificate share.
    static func relay(_ pair: CertificatePair) throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(pair.chainPEM.utf8))
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(pair.keyPEM.utf8), format: .pem))
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = cipherSuites
        configuration.applicationProtocols = TLSContext.protocols
        configuration.certificateVerification = .none
        configuration.renegotiationSupport = .none
        configuration.shutdownTimeout = closeTimeout
        return try NIOSSLContext(configuration: configuration)
    }
}
