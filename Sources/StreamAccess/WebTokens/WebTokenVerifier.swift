import JWTKit
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Verifies signed web tokens with the relay's keys.
struct WebTokenVerifier: Sendable {
    /// The most keys that are tried for a token without a `kid`, so that one token cannot cause many checks.
    static let maximumAttempts = 4

    let keys: [WebTokenKey]

    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` that says what is wrong with the token.
    func verify(_ token: AccessToken, at now: Date) async throws(ProtocolError) -> VerifiedToken {
        let header = try WebTokenHeader.read(from: token)
        for key in try candidates(for: header) {
            let claims: WebTokenClaims
            do {
                claims = try await key.verify(token.secret)
            } catch let error as JWTError where error.errorType == .malformedToken {
                throw ProtocolError(.unauthorized, "The claims of this token are no JSON object; make it again.")
            } catch {
                continue
            }
            return try claims.validate(token, at: now)
        }
        throw ProtocolError(
            .unauthorized,
            "The signature of this token is not by a key of this relay; check how it was copied and what signed it."
        )
    }

    /// The keys that may have signed a token with this header.
    func candidates(for header: WebTokenHeader) throws(ProtocolError) -> [WebTokenKey] {
        guard !header.hasCriticalExtensions else {
            throw ProtocolError(.unauthorized, "This token has extensions ('crit') that this relay does not know.")
        }
        let fitting = keys.filter { $0.algorithm.rawValue == header.alg }
        guard !fitting.isEmpty else {
            // The error does not contain the token's text, which anyone may have written.
            let allowed = WebTokenKey.Algorithm.allCases.filter { keys.map(\.algorithm).contains($0) }
            throw ProtocolError(
                .unauthorized,
                "This token is not signed in a way that this relay takes; sign it with "
                    + allowed.map(\.rawValue).joined(separator: " or ") + "."
            )
        }
        let named = fitting.filter { $0.id == nil || header.kid == nil || $0.id == header.kid }
        guard !named.isEmpty else {
            throw ProtocolError(.unauthorized, "This token is signed by a key ('kid') that this relay does not have.")
        }
        guard named.count <= Self.maximumAttempts else {
            throw ProtocolError(.unauthorized, "This token does not say which key signed it; make it with a 'kid'.")
        }
        return named
    }
}
