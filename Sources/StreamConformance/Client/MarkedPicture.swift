/// Pictures of H.264 that can be told apart in a byte stream, and in a file of any container that keeps NAL units.
///
/// The pictures are those of the section "A session" in `Protocol.md`; an SEI message in front of the slice has the
/// mark, in letters that need no emulation prevention.
enum MarkedPicture {
    private static let start: [UInt8] = [0, 0, 0, 1]
    private static let sps: [UInt8] = [
        0x67, 0x42, 0xC0, 0x0A, 0xDA, 0x7B, 0x01, 0x10, 0x00, 0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03, 0x20,
        0xF1, 0x22, 0x6A,
    ]
    private static let pps: [UInt8] = [0x68, 0xCE, 0x0F, 0x2C, 0x80]
    private static let idr: [UInt8] = [
        0x65, 0x88, 0x84, 0x0B, 0xF1, 0x18, 0xA0, 0x00, 0x24, 0x73, 0x1C, 0x00, 0x04, 0x43, 0x63, 0x80, 0x00, 0x9A,
        0xD6,
    ]
    private static let slice: [UInt8] = [0x41, 0x9A, 0x20, 0x2B, 0xD4]
    /// Takes the place of the identifier of user data.
    private static let identifier = Array("streamd-kit-mark".utf8)
    private static let digits = 6

    /// A picture that is a random access point.
    static func key(_ mark: Int) -> [UInt8] { start + sps + start + pps + start + sei(mark) + start + idr }

    /// A picture that needs the one before it.
    static func delta(_ mark: Int) -> [UInt8] { start + sei(mark) + start + slice }

    private static func sei(_ mark: Int) -> [UInt8] {
        let number = String(mark)
        let text = "<" + String(repeating: "0", count: digits - number.count) + number + ">"
        return [0x06, 0x05, UInt8(identifier.count + text.utf8.count)] + identifier + Array(text.utf8) + [0x80]
    }

    static func marks(in bytes: [UInt8]) -> [Int] {
        var marks: [Int] = []
        var place = 0
        let length = identifier.count + digits + 2
        while place + length <= bytes.count {
            guard bytes[place] == identifier[0], bytes[place...].starts(with: identifier) else {
                place += 1
                continue
            }
            let text = bytes[(place + identifier.count + 1)..<(place + length - 1)]
            if let mark = Int(String(decoding: text, as: UTF8.self)) { marks.append(mark) }
            place += length
        }
        return marks
    }
}
