import NIOCore

extension String {
    /// The longest prefix of at most `limit` bytes that ends between two characters.
    func truncated(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, end.samePosition(in: self) == nil {
            utf8.formIndex(before: &end)
        }
        return String(self[..<end])
    }

    /// The text with U+FFFD in place of each control character.
    var withoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        text.unicodeScalars.append(contentsOf: unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 })
        return text
    }
}

extension Unicode.Scalar {
    /// Whether this is one of the C0 or C1 control characters, or DEL.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension ByteBuffer {
    /// Appends at most `limit` bytes of a text, whole characters only.
    mutating func writeText(_ text: String, _ limit: Int) {
        writeString(text.truncated(to: limit))
    }
}
