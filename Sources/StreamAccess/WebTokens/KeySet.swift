import Crypto
import JWTKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A set of keys in JSON (JWKS, RFC 7517, section 5).
struct KeySet {
    private(set) var keys: [WebTokenKey] = []
    /// A warning for each key that cannot be used.
    private(set) var skipped: [String] = []
    var holdsSecret: Bool { keys.contains { $0.algorithm == .hs256 } }

    /// - Throws: ``AccessConfigurationError`` without a source, if this is not a set of keys, a key is broken, or no
    ///   key can be used.
    init(_ bytes: [UInt8]) throws(AccessConfigurationError) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Self.mistake(error)
        } catch {
            throw AccessConfigurationError("is no JSON; give a set of keys like {\"keys\": [...]}.")
        }
        guard document.keys.count <= WebTokenKey.maximumCount else {
            throw AccessConfigurationError(
                key: "keys",
                "there are more than \(WebTokenKey.maximumCount) keys; keep those in use."
            )
        }
        for (index, entry) in document.keys.enumerated() {
            let place = "keys[\(index)]"
            guard entry.d == nil else {
                throw AccessConfigurationError(
                    key: place + ".d",
                    "is a private key, which a relay must not have; leave 'd' out."
                )
            }
            if let reason = entry.reasonToSkip {
                skipped.append("'\(place)' is not used, because \(reason).")
            } else {
                try add(WebTokenKey(id: entry.kid, entry.verificationKey(place)), place)
            }
        }
        guard !keys.isEmpty else {
            throw AccessConfigurationError(
                key: "keys",
                "there is no key for HS256, ES256 (P-256) or EdDSA (Ed25519) among them."
            )
        }
    }

    private mutating func add(_ key: WebTokenKey, _ place: String) throws(AccessConfigurationError) {
        guard !keys.contains(where: { $0.id == key.id && $0.algorithm == key.algorithm }) else {
            throw AccessConfigurationError(
                key: place + ".kid",
                "another key for \(key.algorithm.rawValue) has the same name."
            )
        }
        keys.append(key)
    }

    private static func mistake(_ error: DecodingError) -> AccessConfigurationError {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            AccessConfigurationError(
                key: path(context.codingPath),
                "has the wrong type; see RFC 7517 for what stands there."
            )
        case .keyNotFound(let key, let context):
            AccessConfigurationError(
                key: path(context.codingPath + [key]),
                "is missing; see RFC 7517 for what stands there."
            )
        default:
            AccessConfigurationError("is no JSON; give a set of keys like {\"keys\": [...]}.")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let index = key.intValue { return path + "[\(index)]" }
            return path.isEmpty ? key.stringValue : path + "." + key.stringValue
        }
    }
}

private struct Document: Decodable {
    let keys: [Entry]
}

/// A key of the set. Unknown fields are ignored.
private struct Entry: Decodable {
    let kty: String
    let kid: String?
    let alg: String?
    let use: String?
    let operations: [String]?
    let crv: String?
    let x: String?
    let y: String?
    let k: String?
    let d: String?

    enum CodingKeys: String, CodingKey {
        case kty, kid, alg, use, crv, x, y, k, d
        case operations = "key_ops"
    }

    /// The algorithm for its type and curve.
    private var algorithm: WebTokenKey.Algorithm? {
        switch (kty, crv) {
        case ("oct", _): .hs256
        case ("EC", "P-256"): .es256
        case ("OKP", "Ed25519"): .edDSA
        default: nil
        }
    }

    var reasonToSkip: String? {
        guard let algorithm else { return "it is not of type oct, EC with P-256 or OKP with Ed25519" }
        guard alg == nil || alg == algorithm.rawValue else { return "it is not for \(algorithm.rawValue)" }
        guard use == nil || use == "sig" else { return "it is not for signatures" }
        guard operations?.contains("verify") ?? true else { return "it is not for checking signatures" }
        return nil
    }

    func verificationKey(_ place: String) throws(AccessConfigurationError) -> WebTokenKey.VerificationKey {
        switch algorithm {
        case .hs256:
            guard let secret = k.flatMap({ Base64URL.decode($0) }), secret.count >= WebTokenKey.minimumSecretLength
            else {
                throw AccessConfigurationError(
                    key: place + ".k",
                    "takes \(WebTokenKey.minimumSecretLength) bytes or more in Base64 for URLs."
                )
            }
            return .secret(HMACKey(from: secret))
        case .edDSA:
            guard let key = x.flatMap({ Base64URL.decode($0) }).flatMap({ ParsedPublicKey.ed25519Key($0) }) else {
                throw AccessConfigurationError(
                    key: place + ".x",
                    "takes the 32 bytes of an Ed25519 key in Base64 for URLs."
                )
            }
            return .ed25519(key)
        case .es256, nil:
            guard let x = x.flatMap({ Base64URL.decode($0) }), let y = y.flatMap({ Base64URL.decode($0) }),
                x.count == 32, y.count == 32,
                let point = try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y),
                let key = try? ES256PublicKey(backing: point)
            else {
                throw AccessConfigurationError(
                    key: place + ".x",
                    "takes, with 'y', the point of a P-256 key: 32 bytes each in Base64 for URLs."
                )
            }
            return .p256(key)
        }
    }
}
