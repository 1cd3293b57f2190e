/// A word of a command line that a shell reads as it is.
enum ShellWord {
    /// Puts a word in quotes if it has characters that mean something to a shell.
    static func quote(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:,=@%+~".utf8.contains(byte)
            }
        }
        guard !isPlain || word.isEmpty || word.hasPrefix("~") else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
