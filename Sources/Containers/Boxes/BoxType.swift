/// The type of a box: four characters (ISO/IEC 14496-12 4.2).
struct BoxType: Hashable, Sendable, ExpressibleByStringLiteral {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Takes the first four characters of `value`, which are ASCII.
    init(stringLiteral value: StaticString) {
        rawValue = value.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    static let ftyp: BoxType = "ftyp"
    static let free: BoxType = "free"
    static let mdat: BoxType = "mdat"
    static let moov: BoxType = "moov"
    static let moof: BoxType = "moof"
    static let uuid: BoxType = "uuid"
}

extension BoxType: CustomStringConvertible {
    /// The four characters; those that cannot be printed are question marks.
    var description: String {
        let characters = stride(from: 24, through: 0, by: -8).map { shift -> Character in
            let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
            return 0x20..<0x7f ~= byte ? Character(UnicodeScalar(byte)) : "?"
        }
        return String(characters)
    }
}
