import Foundation
import JWTKit
import StreamProtocol
import StreamRelay
import TestSupport
import Testing

@testable import StreamAccess

/// Tokens made with PyJWT, checked at the time they were made for.
@Suite struct WebTokenTests {
    private static func rules(_ key: String) throws -> AccessRules {
        try AccessRules(keys: KeyFile(Array(key.utf8)).keys)
    }

    private static func rulesOfSet() throws -> AccessRules {
        try AccessRules(keys: KeySet(Array(VectorKey.set.utf8)).keys)
    }

    private func refusal(_ text: String, _ rules: AccessRules) async throws -> ProtocolError? {
        let token = try AccessToken(text)
        return await #expect(throws: ProtocolError.self) { try await rules.verify(token, at: now) }
    }

    @Test(
        arguments: [
            (VectorKey.secret, SignedToken.hs256), (VectorKey.secret, SignedToken.hs256ByDecodedSecret),
            (VectorKey.secret + "\n", SignedToken.hs256), (VectorKey.p256, SignedToken.es256),
            (VectorKey.p256, SignedToken.es256Named), (VectorKey.ed25519, SignedToken.edDSA),
            ("Bag of attributes\n" + VectorKey.ed25519 + "\n\n", SignedToken.edDSA),
        ]
    )
    func `a token signed by the key is accepted`(key: String, token: String) async throws {
        let facts = try await Self.rules(key).verify(AccessToken(token), at: now)
        #expect(facts.kind == .webToken)
        #expect(facts.permissions.bearer == "camera-1")
        #expect(facts.permissions.publish.map(\.description) == ["studio/*", "live"])
        #expect(facts.permissions.watch == [.all])
        #expect(!facts.permissions.isAdmin)
        #expect(facts.expires == now + 3600)
    }

    @Test(
        arguments: [
            (VectorKey.secret, SignedToken.hs256ByOtherSecret, "signature"),
            (VectorKey.p256, SignedToken.es256ByOtherKey, "signature"),
            (VectorKey.ed25519, SignedToken.edDSAByOtherKey, "signature"),
            (VectorKey.p256, SignedToken.es256HeaderOverHS256, "signature"),
            (VectorKey.secret, SignedToken.none, "sign it with HS256"),
            (VectorKey.p256, SignedToken.none, "sign it with ES256"),
            (VectorKey.secret, SignedToken.hs384, "sign it with HS256"),
            (VectorKey.p256, SignedToken.es384, "sign it with ES256"),
            (VectorKey.p256, SignedToken.rs256, "sign it with ES256"),
            (VectorKey.p256, SignedToken.hs256, "sign it with ES256"),
            (VectorKey.p256, SignedToken.hs256ByPublicKey, "sign it with ES256"),
            (VectorKey.p256, SignedToken.edDSA, "sign it with ES256"),
            (VectorKey.ed25519, SignedToken.es256, "sign it with EdDSA"),
            (VectorKey.secret, SignedToken.es256, "sign it with HS256"),
            (VectorKey.secret, SignedToken.critical, "'crit'"),
            (VectorKey.secret, SignedToken.numericKid, "cannot be read"),
        ]
    )
    func `any other token is refused with its reason`(key: String, token: String, reason: String) async throws {
        let refusal = try await refusal(token, Self.rules(key))
        #expect(refusal?.code == .unauthorized)
        #expect(refusal?.reason.contains(reason) == true, "\(String(describing: refusal))")
    }

    @Test func `the key id selects a key of the set`() async throws {
        let rules = try Self.rulesOfSet()
        for token in [
            SignedToken.es256Named, SignedToken.es256OtherNamed, SignedToken.es256, SignedToken.es256ByOtherKey,
            SignedToken.edDSA, SignedToken.hs256,
        ] {
            #expect(try await rules.verify(AccessToken(token), at: now).permissions.bearer == "camera-1")
        }
        for (token, reason) in [
            (SignedToken.es256Misnamed, "signature"), (SignedToken.es256UnknownName, "'kid'"),
            (SignedToken.edDSAByOtherKey, "signature"), (SignedToken.rs256, "HS256 or ES256 or EdDSA"),
        ] {
            let refusal = try await refusal(token, rules)
            #expect(refusal?.code == .unauthorized)
            #expect(refusal?.reason.contains(reason) == true, "\(String(describing: refusal))")
        }
    }

    @Test func `only a few keys are tried for a token without a key id`() async throws {
        let keys = (0...WebTokenVerifier.maximumAttempts).map {
            WebTokenKey(id: "key-\($0)", .p256(ES256PrivateKey().publicKey))
        }
        let refusal = try await refusal(SignedToken.es256, AccessRules(keys: keys))
        #expect(refusal?.reason.contains("which key") == true)
    }

    @Test func `the claims say what the token allows`() async throws {
        let rules = try Self.rules(VectorKey.secret)
        func facts(_ token: String) async throws -> VerifiedToken {
            try await rules.verify(AccessToken(token), at: now)
        }
        #expect(try await facts(ClaimsToken.everything).permissions.isAdmin)
        #expect(try await facts(ClaimsToken.nothing).permissions == Permissions(bearer: "web token"))
        #expect(try await facts(ClaimsToken.nullsAreAbsent).permissions.publish.count == 2)
        #expect(try await facts(ClaimsToken.fractionalTimes).expires == now + 0.5)
        #expect(try await facts(ClaimsToken.aClockAhead).permissions.watch == [.all])
        #expect(try await facts(ClaimsToken.expiryFarAway).permissions.watch == [.all])
        let bearer = try await facts(ClaimsToken.subjectWithLineEnd).permissions.bearer
        #expect(bearer == "x?level=error ?" + String(repeating: "y", count: 49))
    }

    @Test(
        arguments: [
            (ClaimsToken.notYet, "not valid before 2027-01-01T00:01:00Z"),
            (ClaimsToken.notBeforeFarAway, "not valid before"),
            (ClaimsToken.expired, "expired at 2026-12-31T23:59:00Z"),
            (ClaimsToken.expiresNow, "expired at 2027-01-01T00:00:00Z"), (ClaimsToken.noExpiry, "'exp'"),
            (ClaimsToken.expiryAsText, "'exp'"), (ClaimsToken.publishNumber, "'publish'"),
            (ClaimsToken.publishMixed, "'publish'"), (ClaimsToken.publishBadPattern, "'publish'"),
            (ClaimsToken.watchEmptyPattern, "'watch'"), (ClaimsToken.watchTooMany, "'watch'"),
            (ClaimsToken.adminText, "'admin'"), (ClaimsToken.adminNumber, "'admin'"),
            (ClaimsToken.subjectNumber, "'sub'"), (ClaimsToken.noObject, "no JSON object"),
            (ClaimsToken.noJSON, "no JSON object"), (ClaimsToken.deep, "no JSON object"),
        ]
    )
    func `claims that do not hold are refused`(token: String, reason: String) async throws {
        let refusal = try await refusal(token, Self.rules(VectorKey.secret))
        #expect(refusal?.code == .unauthorized)
        #expect(refusal?.reason.contains(reason) == true, "\(String(describing: refusal))")
    }

    @Test(arguments: [SignedToken.hs256, SignedToken.es256Named, SignedToken.edDSA])
    func `a token that was changed is refused`(text: String) async throws {
        let rules = try Self.rulesOfSet()
        let parts = text.split(separator: ".")
        for (index, other) in [(1, ClaimsToken.everything), (2, ClaimsToken.everything), (0, SignedToken.none)] {
            var changed = parts
            changed[index] = other.split(separator: ".", omittingEmptySubsequences: false)[index]
            _ = try await refusal(changed.joined(separator: "."), rules)
        }
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            let broken = Array(text.utf8).mutated(using: &generator)
            guard let token = try? AccessToken(String(decoding: broken, as: UTF8.self)) else { continue }
            do {
                let facts = try await rules.verify(token, at: now)
                // The last character of a part has bits that say nothing.
                #expect(facts.permissions.bearer == "camera-1" && facts.expires == now + 3600)
            } catch {
                #expect(error.code == .unauthorized)
            }
        }
    }

    @Test func `a header of random bytes is refused`() async throws {
        let rules = try Self.rulesOfSet()
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let header = Array(#"{"alg":"ES256","kid":"first","crit":["x"]}"#.utf8).mutated(using: &generator)
            let rest = SignedToken.rs256.drop { $0 != "." }
            _ = try await refusal(Base64URL.encode(Data(header)) + rest, rules)
        }
        for text in ["..", "a..", ".a.", "a.b.c", "=.=.=", "e30..", "bnVsbA..", "W10.e30.e30"] {
            _ = try await refusal(text, rules)
        }
    }
}
