import Crypto
import StreamProtocol

/// The SHA-256 of a token. The relay stores no more of a token than this.
///
/// A token with 256 random bits cannot be found from its digest, so no slow hash is needed.
public struct TokenDigest: Hashable, Sendable {
    private let words: SIMD4<UInt64>

    /// Computes the digest of a token.
    public init(of token: AccessToken) {
        self.init(text: token.secret)
    }

    init(text: String) {
        var words = SIMD4<UInt64>()
        SHA256.hash(data: Array(text.utf8)).withUnsafeBytes { bytes in
            for index in words.indices {
                words[index] = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
        }
        self.words = words
    }

    /// Reads 64 hexadecimal digits.
    public init?(hexadecimal: some StringProtocol) {
        let digits = Array(hexadecimal.utf8)
        guard digits.count == 64 else { return nil }
        var words = SIMD4<UInt64>()
        for (index, digit) in digits.enumerated() {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        self.words = words
    }

    /// 64 hexadecimal digits, as in a token list.
    public var hexadecimal: String {
        words.indices.map { index in
            let digits = String(words[index], radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// 1 if both are equal, else 0. The time does not depend on the digests.
    func equality(with other: TokenDigest) -> UInt64 {
        let unlike = words ^ other.words
        let difference = unlike[0] | unlike[1] | unlike[2] | unlike[3]
        // The highest bit of x
        //  -x is set unless x is zero.
        return ((difference | (0 &- difference)) >> 63) ^ 1
    }
}

extension TokenDigest: CustomStringConvertible, CustomReflectable {
    /// `<digest>`: logs do not show it.
    public var description: String { "<digest>" }
    /// Without children, so that `dump` does not show the digest.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
