import NIOCore
import NIOEmbedded
import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

/// How a client decides whether a connection is trusted.
@Suite struct SecurityTests {
    private static let digits = String(repeating: "0aB", count: 21) + "f"

    @Test(arguments: [
        digits, "sha256:\(digits)", "SHA256 Fingerprint=\(digits)", "sha256 Fingerprint=\(digits)",
    ])
    func `a fingerprint is read as it is printed`(text: String) throws {
        let fingerprint = try CertificateFingerprint(text)
        #expect(fingerprint.description == "sha256:" + Self.digits.lowercased())
        #expect(try CertificateFingerprint(fingerprint.description) == fingerprint)
    }

    @Test(arguments: ["", "sha256:", "sha256:ab", "md5:\(digits)", digits + "0", String(digits.dropLast()) + "g"])
    func `what is not a fingerprint is refused`(text: String) {
        let error = #expect(throws: ClientError.self) { try CertificateFingerprint(text) }
        #expect(error?.code == .invalidSecurity)
    }

    @Test(
        arguments: [
            ("relay.example", "relay.example", true), ("Relay.Example", "relay.exAMPLE.", true),
            ("*.example.org", "relay.example.org", true), ("*.example.org", "a.b.example.org", false),
            ("*.example.org", "example.org", false), ("*.example.org", ".example.org", false),
            ("*.org", "example.org", false), ("*", "localhost", false), ("r*.example.org", "relay.example.org", false),
            ("", "", true), ("127.0.0.1", "relay.example", false),
        ] as [(String, String, Bool)]
    )
    func `a certificate's names are matched`(name: String, host: String, fits: Bool) {
        #expect(CertificateNames([name]).include(host) == fits)
    }

    @Test func `the scheme decides about encryption`() throws {
        func home(_ text: String, _ security: ClientSecurity? = nil) throws -> String {
            var configuration = ClientConfiguration(try RelayAddress(text))
            configuration.security = security
            return try configuration.initialAddress().description
        }
        #expect(try home("a:1/x") == "streamd://a:1/x")
        #expect(try home("tls://a:1/x") == "tls://a:1/x")
        #expect(try home("a:1/x", ClientSecurity()) == "tls://a:1/x")
        #expect(throws: ClientError.self) { try home("streamd://a:1/x", ClientSecurity()) }
    }

    @Test(
        arguments: [
            ("127.0.0.1", nil, false, true), ("203.0.113.1", nil, false, false), ("203.0.113.1", nil, true, true),
            ("203.0.113.1", .tls, false, true), ("::ffff:127.0.0.1", nil, false, true), ("::1", nil, false, true),
        ] as [(String, RelayAddress.Scheme?, Bool, Bool)]
    )
    func `tokens are sent in clear text only within a machine`(
        peer: String,
        scheme: RelayAddress.Scheme?,
        isAllowed: Bool,
        isSent: Bool
    ) throws {
        var address = try RelayAddress("relay/cam")
        address.scheme = scheme
        var configuration = ClientConfiguration(address)
        configuration.token = try AccessToken("s3cret")
        configuration.allowsTokenInClear = isAllowed
        let hello = configuration.hello(.subscribe, to: address)
        let handler = RelayConnectionHandler(to: address, hello: hello, configuration: configuration)
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: peer, port: 7450)).wait()
        let sent = try channel.readOutbound(as: ByteBuffer.self)
        #expect((sent != nil) == isSent)
        #expect(channel.isActive == isSent)
        let error = #expect(throws: (any Error).self) {
            try channel.throwIfErrorCaught()
            // Without an error there is nothing to throw.
            if isSent { throw CancellationError() }
        }
        #expect((error as? ClientError)?.code == (isSent ? nil : .tokenInClear))
        if let error = error as? ClientError { #expect(!error.description.contains("s3cret")) }
        _ = try? channel.finish()
        // The timers of a channel that has closed itself keep it.
        try channel.embeddedEventLoop.syncShutdownGracefully()
    }

    @Test func `without a token clear text is allowed`() throws {
        let address = try RelayAddress("relay/cam")
        let configuration = ClientConfiguration(address)
        let hello = configuration.hello(.subscribe, to: address)
        let channel = EmbeddedChannel(
            handler: RelayConnectionHandler(to: address, hello: hello, configuration: configuration)
        )
        try channel.connect(to: SocketAddress(ipAddress: "203.0.113.1", port: 7450)).wait()
        #expect(try channel.readOutbound(as: ByteBuffer.self) != nil)
        _ = try? channel.finish()
    }

    @Test(
        arguments: [
            ("tls://home/x", "other:2", "tls://other:2/x"), ("tls://home/x", "streamd://other:2", nil),
            ("streamd://home/x", "tls://other:2", "tls://other:2/x"),
            ("streamd://home/x", "streamd://other:2", "streamd://other:2/x"),
        ] as [(String, String, String?)]
    )
    func `a redirect never removes TLS`(home: String, target: String, followed: String?) throws {
        var generator = SeededGenerator(seed: 1)
        var policy = ReconnectPolicy(try RelayAddress(home), backoff: Backoff(), retriesFirstAttempt: true)
        var ending = Ending(.redirect, "")
        ending.redirect = target
        switch policy.failed(ClientError(ending), at: .now(), using: &generator) {
        case .redirect(let address, _): #expect(address.description == followed)
        case .fail(let error):
            #expect(followed == nil)
            #expect(error.code == .notEncrypted)
        case .retry: Issue.record("came back")
        }
    }

    @Test(arguments: [
        ClientError.Code.certificateRefused, .notEncrypted, .tokenInClear, .invalidSecurity,
    ])
    func `an error of trust is permanent, also after a welcome`(code: ClientError.Code) throws {
        var generator = SeededGenerator(seed: 1)
        var policy = ReconnectPolicy(try RelayAddress("home/x"), backoff: Backoff(), retriesFirstAttempt: true)
        policy.welcomed(at: .now())
        guard case .fail = policy.failed(ClientError(code, ""), at: .now(), using: &generator) else {
            Issue.record("tried again")
            return
        }
    }

    @Test func `expiry is decided by the client's clock`() throws {
        let address = try RelayAddress("relay:1")
        let fingerprint = try CertificateFingerprint(Self.digits)
        let certificate = PresentedCertificate(fingerprint: fingerprint, notBefore: 100, notAfter: 200)
        func reason(_ now: Int) -> String {
            ClientError.tls(.untrusted(certificate), address, ClientSecurity(), now: now).reason
        }
        #expect(reason(50).contains("not valid yet"))
        #expect(reason(150).contains("pin it: \(fingerprint)"))
        #expect(reason(250).contains("expired"))
    }
}
