/// What may be shown on a terminal of text that strangers wrote.
enum Printable {
    /// The text with everything replaced that could move the cursor, change colours, turn the direction of writing or
    /// take another width than one column: only letters of scripts whose letters stand side by side are left.
    static func text(_ text: some StringProtocol) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmless($0) ? $0 : "?" }))
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: true
        // Latin, Greek and Cyrillic without combining marks and the soft hyphen.
        case 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F: true
        default: false
        }
    }
}
