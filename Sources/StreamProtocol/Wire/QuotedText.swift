/// The bounds of text that an error quotes from a file, in Unicode scalars.
package enum Quotation {
    /// The most of a key, a value or a name: enough to find it in the file.
    package static let wordLength = 60
    /// The most of a path. Paths that people write are shorter.
    package static let pathLength = 1_024
    /// The most of a sentence of another module, with paths in it.
    package static let sentenceLength = 4_096
}

extension StringProtocol {
    /// The text in one line: escapes replace characters that move the cursor, end a line or change the direction of
    /// writing.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            result += scalar.isUnprintable ? scalar.escaped(asASCII: true) : String(scalar)
        }
    }

    /// The text in one line, for an error. `…` stands for what follows the first `limit` scalars.
    package func quoted(upTo limit: Int = Quotation.wordLength) -> String {
        let shown = String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).printable
        return unicodeScalars.dropFirst(limit).isEmpty ? shown : shown + "…"
    }
}

extension Unicode.Scalar {
    /// Whether the character moves the cursor, ends a line or changes the direction of writing.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
