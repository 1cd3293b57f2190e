import Foundation
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamAccess

/// The limits that a web token may have, and the clients that they count for.
@Suite struct LimitClaimsTests {
    private func sharedLimits(_ claims: String, of text: String = "a.b.c") throws -> Permissions.SharedLimits? {
        let json = #"{"exp": 9999999999, "watch": "*", \#(claims)}"#
        let claims = try JSONDecoder().decode(WebTokenClaims.self, from: Data(json.utf8))
        return try claims.validate(AccessToken(text), at: now).permissions.sharedLimits
    }

    @Test func `every limit is read`() throws {
        let claims = #""max-connections": 3, "max-streams": 1, "max-bytes-per-second": 4000000, "max-viewers": 2"#
        let limits = TokenLimits(connections: 3, streams: 1, bytesPerSecond: 4_000_000, viewers: 2)
        #expect(try sharedLimits(claims)?.limits == limits)
        #expect(try sharedLimits(#""max-viewers": 2"#)?.limits == TokenLimits(viewers: 2))
        #expect(try sharedLimits(#""max-viewers": null, "sub": "a""#) == nil)
    }

    @Test(arguments: ["0", "-1", "1000000001", "\"3\"", "1.5", "true", "[1]", "1e30"])
    func `any other claim is malformed`(value: String) {
        let error = #expect(throws: ProtocolError.self) { try sharedLimits(#""max-viewers": \#(value)"#) }
        #expect(error?.code == .unauthorized)
        #expect(error?.reason.contains("'max-viewers'") == true)
        #expect((error?.reason.utf8.count ?? 0) <= ProtocolLimits.reasonLength)
    }

    @Test func `limits belong to the subject, or to the token where there is none`() throws {
        let limit = #""max-viewers": 2"#
        let ofSubject = try sharedLimits(limit + #", "sub": "a b""#, of: "a.b.c")
        #expect(try sharedLimits(limit + #", "sub": "a b""#, of: "d.e.f") == ofSubject)
        #expect(try sharedLimits(limit + #", "sub": "c""#, of: "a.b.c") != ofSubject)
        let ofToken = try sharedLimits(limit, of: "a.b.c")
        #expect(try sharedLimits(limit, of: "a.b.c") == ofToken)
        #expect(try sharedLimits(limit, of: "d.e.f") != ofToken)
        #expect(ofToken?.identity.contains("a.b.c") == false, "no secret is kept")
    }

    @Test func `a listed token's limits belong to its name`() throws {
        let line = try TokenLine(
            name: "studio",
            digest: TokenDigest(of: token()),
            watch: [.all],
            limits: TokenLimits(streams: 4)
        )
        #expect(
            line.permissions.sharedLimits
                == Permissions.SharedLimits(identity: "token studio", limits: TokenLimits(streams: 4))
        )
        #expect(
            try TokenLine(name: "b", digest: TokenDigest(of: token("b")), watch: [.all]).permissions.sharedLimits == nil
        )
    }
}
