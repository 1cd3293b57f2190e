import Crypto
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AccessToken {
    /// The prefix of generated tokens, by which people and secret scanners recognize them.
    public static let generatedPrefix = "streamd_"

    /// Generates a token with 256 random bits.
    public static func generate() throws(ProtocolError) -> AccessToken {
        let bits = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return try AccessToken(generatedPrefix + Base64URL.encode(bits))
    }
}

/// Base64 with the alphabet for URLs and without padding (RFC 4648, section 5).
enum Base64URL {
    static func encode(_ data: Data) -> String {
        String(
            data.base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }

    /// - Returns: `nil` if the text contains other characters.
    static func decode(_ text: some StringProtocol) -> Data? {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): bytes.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: bytes.append(byte)
            }
        }
        bytes += Array(repeating: UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
        return Data(base64Encoded: Data(bytes))
    }
}
