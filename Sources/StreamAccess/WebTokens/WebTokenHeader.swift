import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The header of a signed web token (RFC 7515, section 4), which says how it is signed.
struct WebTokenHeader: Decodable {
    let alg: String
    let kid: String?
    /// Whether it has critical extensions. None is supported.
    let hasCriticalExtensions: Bool

    private enum CodingKeys: CodingKey {
        case alg, kid, crit
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        alg = try container.decode(String.self, forKey: .alg)
        kid = try container.decodeIfPresent(String.self, forKey: .kid)
        hasCriticalExtensions = container.contains(.crit)
    }

    /// - Throws: ``ProtocolError`` with ``ErrorCode/unauthorized`` if it cannot be read.
    static func read(from token: AccessToken) throws(ProtocolError) -> WebTokenHeader {
        let parts = token.secret.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64URL.decode(Substring(parts[0])),
            let header = try? JSONDecoder().decode(WebTokenHeader.self, from: bytes)
        else {
            throw ProtocolError(
                .unauthorized,
                "This looks like a signed web token, but cannot be read; check how it was copied."
            )
        }
        return header
    }
}

extension AccessToken {
    /// Whether the text has the three parts of a signed web token.
    var looksLikeWebToken: Bool { secret.utf8.count { $0 == UInt8(ascii: ".") } == 2 }
}
