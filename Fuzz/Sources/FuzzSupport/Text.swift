/// Whether a text for people is one line of at most `limit` bytes, without characters that move the cursor or change the
/// direction of writing.
public func isOneLine(_ text: String, upTo limit: Int) -> Bool {
    text.utf8.count <= limit
        && text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
}
