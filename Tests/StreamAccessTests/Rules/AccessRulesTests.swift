import Foundation
import NIOCore
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamAccess

@Suite struct AccessRulesTests {
    private static let near = ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]
    private static let far = ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "::"]

    private func rules() throws -> AccessRules {
        try AccessRules(
            tokens: TokenTable([
                line("a", publish: ["live"], watch: ["studio/*"]),
                line("operator", admin: true),
                line("old", watch: ["*"], expires: now),
                line("fresh", watch: ["*"], expires: now + 1),
            ]),
            keys: KeyFile(Array(VectorKey.p256.utf8)).keys
        )
    }

    /// The pass without a signature to check, or `nil` where there is one.
    private func decide(
        _ rules: AccessRules,
        _ token: AccessToken?,
        from peer: String? = "127.0.0.1",
        isEncrypted: Bool = false
    ) throws -> Permissions? {
        let peer = try peer.map { try SocketAddress(ipAddress: $0, port: 1) }
        let credentials = Credentials(token: token, peer: peer, isEncrypted: isEncrypted)
        switch try rules.decide(credentials, at: now) {
        case .admitted(let permissions): return permissions
        case .signed: return nil
        }
    }

    private func refusal(_ body: () throws -> Permissions?) -> ProtocolError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? ProtocolError
        }
    }

    @Test func `a listed token gives its pass`() throws {
        let permissions = try #require(try decide(rules(), token("a")))
        #expect(permissions.bearer == "a")
        #expect(permissions.allows(.publish, .live))
        #expect(try permissions.allows(.subscribe, StreamName("studio/b")))
        #expect(!permissions.allows(.subscribe, .live))
        #expect(!permissions.isAdmin)
        #expect(try decide(rules(), token("operator")) == Permissions(bearer: "operator", isAdmin: true))
        #expect(try decide(rules(), token("fresh"))?.bearer == "fresh")
    }

    @Test func `a token that is missing, unknown or expired is refused`() throws {
        let rules = try rules()
        let cases: [(AccessToken?, String)] = [
            (nil, "asks for a token"), (try token("A"), "not known"),
            (try token("old"), "expired at 2027-01-01T00:00:00Z"),
        ]
        for (token, reason) in cases {
            let refusal = refusal { try decide(rules, token) }
            #expect(refusal?.code == .unauthorized)
            #expect(refusal?.reason.contains(reason) == true)
            if let token { #expect(refusal?.reason.contains(token.secret) == false) }
        }
    }

    @Test func `a token in clear text is accepted from this machine only`() throws {
        var rules = try rules()
        let (known, unknown) = try (token("a"), token("b"))
        for peer in Self.near { #expect(try decide(rules, known, from: peer)?.bearer == "a") }
        for peer in Self.far.map(Optional.some) + [nil] {
            // A client that overheard it must not learn whether it is valid.
            #expect(refusal { try decide(rules, known, from: peer) }?.code == .encryptionRequired)
            #expect(refusal { try decide(rules, unknown, from: peer) }?.code == .encryptionRequired)
            #expect(refusal { try decide(rules, nil, from: peer) }?.code == .unauthorized)
            #expect(try decide(rules, known, from: peer, isEncrypted: true)?.bearer == "a")
        }
        rules.allowsClearTokens = true
        for peer in Self.far { #expect(try decide(rules, known, from: peer)?.bearer == "a") }
    }

    @Test func `what looks like a JWT is read as one where there are keys`() throws {
        var rules = try rules()
        let webToken = try AccessToken("a.b.c")
        #expect(try decide(rules, webToken) == nil)
        #expect(refusal { try decide(rules, webToken, from: "192.0.2.1") }?.code == .encryptionRequired)
        for other in ["a.b", "a.b.c.d"] {
            #expect(refusal { try decide(rules, AccessToken(other)) }?.reason.contains("not known") == true)
        }
        rules.keys = []
        #expect(refusal { try decide(rules, webToken) }?.reason.contains("not known") == true)
    }

    @Test func `an open relay needs no token but accepts no wrong one`() throws {
        var rules = try rules()
        rules.anonymousPermissions = .allStreams
        #expect(try decide(rules, nil, from: "192.0.2.1") == .allStreams)
        #expect(try decide(rules, token("operator"))?.isAdmin == true)
        #expect(refusal { try decide(rules, token("b")) }?.code == .unauthorized)
        // A client that shows its token everywhere is welcome where none is known.
        let open = AccessRules(anonymousPermissions: .allStreams)
        #expect(try decide(open, token("b"), from: "192.0.2.1") == .allStreams)
        #expect(refusal { try decide(AccessRules(), token("b")) }?.code == .unauthorized)
    }
}
