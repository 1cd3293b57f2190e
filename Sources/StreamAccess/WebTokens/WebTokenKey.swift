import JWTKit

/// A key that signed web tokens (JWT, RFC 7519) are checked with, bound to the one algorithm it is for.
///
/// Who makes a token names an algorithm in it. It only selects keys here: were it believed, a public key could be taken
/// for a shared secret, which everybody knows (RFC 8725, section 3.1).
public struct WebTokenKey: Sendable {
    /// How a token may be signed.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// HMAC with SHA-256 and a secret that both sides know.
        case hs256 = "HS256"
        /// ECDSA on the curve P-256 with SHA-256.
        case es256 = "ES256"
        /// Ed25519.
        case edDSA = "EdDSA"
    }

    enum Material: Sendable {
        case secret(HMACKey)
        case p256(ES256PublicKey)
        case ed25519(EdDSA.PublicKey)
    }

    /// Bytes of a shared secret: less than the hash is long could be guessed (RFC 7518, section 3.2).
    static let minimumSecretLength = 32
    /// The most keys of a set.
    static let maximumCount = 64

    /// What a token calls the key by (`kid`); `nil` for a key without a name, which is tried for every token.
    public let id: String?
    let material: Material

    init(id: String? = nil, _ material: Material) {
        self.id = id
        self.material = material
    }

    public var algorithm: Algorithm {
        switch material {
        case .secret: .hs256
        case .p256: .es256
        case .ed25519: .edDSA
        }
    }

    /// Checks the signature, and reads the claims.
    ///
    /// The collection is made for this one check and holds this one key: shared, it would fall back to any of its keys
    /// for a name it does not know, and would not look at the algorithm that the token names.
    ///
    /// - Throws: ``JWTError``, or what the cryptography throws for a signature that is none.
    func verify(_ token: String) async throws -> WebTokenClaims {
        let keys = JWTKeyCollection()
        switch material {
        case .secret(let key): await keys.add(hmac: key, digestAlgorithm: .sha256)
        case .p256(let key): await keys.add(ecdsa: key)
        case .ed25519(let key): await keys.add(eddsa: key)
        }
        return try await keys.verify(token, as: WebTokenClaims.self)
    }
}

extension WebTokenKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "<\(algorithm.rawValue) key>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
