// Text of clients is split and compared as bytes. As characters, a separator and a combining mark after it are one, so
// that neither is found.

extension Substring.UTF8View {
    /// The bytes as text.
    var text: String { String(Substring(self)) }

    /// Whether the bytes begin with those of `text`.
    func hasPrefix(_ text: String) -> Bool { starts(with: text.utf8) }

    /// Whether the bytes end with those of `text`.
    func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }

    /// The bytes before and after the first `separator`; everything and nothing if there is none.
    func cut(at separator: UInt8) -> (Substring.UTF8View, Substring.UTF8View) {
        guard let place = firstIndex(of: separator) else { return (self, self[endIndex...]) }
        return (self[..<place], self[index(after: place)...])
    }
}

extension Sequence where Element == UInt8 {
    /// Whether the bytes are `text`.
    func isEqual(to text: String) -> Bool { elementsEqual(text.utf8) }

    /// Whether the bytes are `word` in letters of any case. Only letters of ASCII have a case here: `lowercased()` makes
    /// a `k` of the sign for kelvin.
    ///
    /// - Parameter word: In lower case.
    func isEqual(ignoringCaseTo word: String) -> Bool {
        elementsEqual(word.utf8) { byte, expected in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 == expected : byte == expected
        }
    }
}
