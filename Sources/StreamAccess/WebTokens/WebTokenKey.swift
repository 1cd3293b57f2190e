import JWTKit

/// A key that verifies signed web tokens (JWT, RFC 7519), bound to one algorithm.
///
/// The algorithm in a token only selects keys. If the relay trusted it, an attacker could use a public key as a shared
/// secret (RFC 8725, section 3.1).
public struct WebTokenKey: Sendable {
    /// The supported algorithms.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// HMAC with SHA-256 and a shared secret.
        case hs256 = "HS256"
        /// ECDSA on the curve P-256 with SHA-256.
        case es256 = "ES256"
        /// Ed25519.
        case edDSA = "EdDSA"
    }

    enum VerificationKey: Sendable {
        case secret(HMACKey)
        case p256(ES256PublicKey)
        case ed25519(EdDSA.PublicKey)
    }

    /// The minimum length of a shared secret, in bytes: that of the hash (RFC 7518, section 3.2).
    static let minimumSecretLength = 32
    /// The most keys of a set.
    static let maximumCount = 64

    /// The key's identifier in tokens (`kid`); `nil` for a key without one, which is tried for every token.
    public let id: String?
    let verificationKey: VerificationKey

    init(id: String? = nil, _ verificationKey: VerificationKey) {
        self.id = id
        self.verificationKey = verificationKey
    }

    /// The algorithm of the signatures that the key verifies.
    public var algorithm: Algorithm {
        switch verificationKey {
        case .secret: .hs256
        case .p256: .es256
        case .ed25519: .edDSA
        }
    }

    /// Verifies the signature, and reads the claims.
    ///
    /// The collection is made for this one check and contains this one key. A shared collection would try any key for
    /// an unknown `kid`, and would ignore the token's algorithm.
    ///
    /// - Throws: ``JWTError``, or an error of the cryptography library for a malformed signature.
    func verify(_ token: String) async throws -> WebTokenClaims {
        let keys = JWTKeyCollection()
        switch verificationKey {
        case .secret(let key): await keys.add(hmac: key, digestAlgorithm: .sha256)
        case .p256(let key): await keys.add(ecdsa: key)
        case .ed25519(let key): await keys.add(eddsa: key)
        }
        return try await keys.verify(token, as: WebTokenClaims.self)
    }
}

extension WebTokenKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm; logs do not show the key.
    public var description: String { "<\(algorithm.rawValue) key>" }
    /// Without children, so that `dump` does not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
