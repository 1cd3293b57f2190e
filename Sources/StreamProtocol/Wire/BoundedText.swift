import NIOCore

extension String {
    /// The longest beginning of at most `limit` bytes that ends between two characters.
    func truncated(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, end.samePosition(in: self) == nil {
            utf8.formIndex(before: &end)
        }
        return String(self[..<end])
    }
}

extension ByteBuffer {
    /// Appends as much of a text as its limit allows.
    mutating func writeText(_ text: String, _ limit: Int) {
        writeString(text.truncated(to: limit))
    }
}
