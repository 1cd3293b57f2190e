/// A file of the browser player, as a relay serves it: bytes of the program, so that the program needs no file beside it.
///
/// Assets refer to each other by relative addresses; pages refer to assets by `/@/HASH/NAME`. The files are made from
/// the modules in `Assets` by `embed.js`.
public struct PlayerFile: Sendable {
    /// The name, with the extension that tells its type.
    public let name: String
    /// The content, in UTF-8.
    public let text: StaticString
    private let base64: StaticString

    /// - Parameter gzip: The content, compressed (RFC 1952), in base64, with line ends.
    init(name: String, text: StaticString, gzip: StaticString) {
        self.name = name
        self.text = text
        base64 = gzip
    }

    /// The content, compressed (RFC 1952).
    public var compressed: [UInt8] {
        base64.withUTF8Buffer { text in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count / 4 * 3)
            var (bits, count) = (0 as UInt32, 0)
            // Line ends and the padding have no value, and fewer than eight bits stay behind the last byte.
            for value in text.lazy.compactMap(Self.value) {
                bits = bits << 6 | value
                count += 6
                guard count >= 8 else { continue }
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            return bytes
        }
    }

    /// The bits of a digit of base64 (RFC 4648 4).
    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
