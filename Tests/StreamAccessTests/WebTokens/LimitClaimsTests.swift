import Foundation
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamAccess

/// The limits that a web token may have, and whom they count for.
@Suite struct LimitClaimsTests {
    private func allowance(_ claims: String, of text: String = "a.b.c") throws -> Pass.Allowance? {
        let json = #"{"exp": 9999999999, "watch": "*", \#(claims)}"#
        let claims = try JSONDecoder().decode(WebTokenClaims.self, from: Data(json.utf8))
        return try claims.facts(of: AccessToken(text), at: now).pass.allowance
    }

    @Test func everyLimitIsRead() throws {
        let claims = #""max-connections": 3, "max-streams": 1, "max-bytes-per-second": 4000000, "max-viewers": 2"#
        let limits = TokenLimits(connections: 3, streams: 1, bytesPerSecond: 4_000_000, viewers: 2)
        #expect(try allowance(claims)?.limits == limits)
        #expect(try allowance(#""max-viewers": 2"#)?.limits == TokenLimits(viewers: 2))
        #expect(try allowance(#""max-viewers": null, "sub": "a""#) == nil)
    }

    @Test(arguments: ["0", "-1", "1000000001", "\"3\"", "1.5", "true", "[1]", "1e30"])
    func anythingElseIsMalformed(value: String) {
        let error = #expect(throws: ProtocolError.self) { try allowance(#""max-viewers": \#(value)"#) }
        #expect(error?.code == .unauthorized)
        #expect(error?.reason.contains("'max-viewers'") == true)
        #expect((error?.reason.utf8.count ?? 0) <= Limits.reasonLength)
    }

    @Test func theyCountForASubjectAndElseForTheToken() throws {
        let limit = #""max-viewers": 2"#
        let ofSubject = try allowance(limit + #", "sub": "a b""#, of: "a.b.c")
        #expect(try allowance(limit + #", "sub": "a b""#, of: "d.e.f") == ofSubject)
        #expect(try allowance(limit + #", "sub": "c""#, of: "a.b.c") != ofSubject)
        let ofToken = try allowance(limit, of: "a.b.c")
        #expect(try allowance(limit, of: "a.b.c") == ofToken)
        #expect(try allowance(limit, of: "d.e.f") != ofToken)
        #expect(ofToken?.identity.contains("a.b.c") == false, "no secret is kept")
    }

    @Test func aListedTokenHasThemByItsName() throws {
        let line = try TokenLine(
            name: "studio",
            digest: TokenDigest(of: token()),
            watch: [.all],
            limits: TokenLimits(streams: 4)
        )
        #expect(line.pass.allowance == Pass.Allowance(identity: "token studio", limits: TokenLimits(streams: 4)))
        #expect(try TokenLine(name: "b", digest: TokenDigest(of: token("b")), watch: [.all]).pass.allowance == nil)
    }
}
