import TestSupport
import Testing

@testable import StreamAccess

/// The documents have the figures of the source.
@Suite struct DocumentedLimitsTests {
    private let checks = Documents.number(TokenAdmission.maximumConcurrentChecks)
    private let leeway = Int(WebTokenClaims.clockLeeway)

    @Test func `the limits of tokens are in docs-operating`() throws {
        let (tokens, length) = (Documents.number(TokenTable.maximumCount), Documents.bytes(AccessFile.maximumLength))
        let parts: [String] = [
            "at most \(tokens) tokens and \(length), and a key at most \(TokenLine.maximumPatterns) patterns.",
            "a secret of at least \(WebTokenKey.minimumSecretLength) bytes (HS256)", "(up to \(leeway) s early)",
            "if more than \(WebTokenVerifier.maximumAttempts) keys could have signed it.",
            "At most \(checks) signatures wait to be checked at a time",
        ]
        #expect(try Documents.missing(parts, in: "docs/operating.md") == [])
    }

    @Test func `the limits of tokens are in SECURITY`() throws {
        let parts: [String] = [
            "A shared secret has at least \(WebTokenKey.minimumSecretLength) bytes.",
            "`nbf` may be up to \(leeway) s ahead.",
            "tries at most \(WebTokenVerifier.maximumAttempts) keys for a token without `kid`",
            "at most \(checks) signatures wait to be checked at a time",
        ]
        #expect(try Documents.missing(parts, in: "SECURITY.md") == [])
    }
}
