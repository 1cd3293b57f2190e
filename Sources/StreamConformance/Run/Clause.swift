/// A section of `Protocol.md`.
package struct Clause: Hashable, Sendable, CustomStringConvertible {
    /// The heading, without the number signs.
    package let title: String

    package init(_ title: String) { self.title = title }

    /// The part of a link to the section after the number sign.
    package var anchor: String {
        String(
            title.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || character == "-" ? character : nil
            }
        )
    }

    package var description: String { "Protocol.md#\(anchor)" }
}

/// The program under test breaks a rule.
package struct Finding: Error, Hashable, CustomStringConvertible {
    /// One sentence: what the other side did, and what the document says.
    package let message: String
    /// The section with the rule, if it is not that of the case.
    package let clause: Clause?

    package init(_ message: String, _ clause: Clause? = nil) {
        self.message = Self.harmless(message)
        self.clause = clause
    }

    /// What the other side sent is quoted, and must neither move the cursor nor fill the report.
    private static func harmless(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(longest).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: "?"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// More than a reason of 512 bytes and the sentence around it.
    private static let longest = 700

    package var description: String { message }
}

/// The case does not apply to the program under test, such as a role that a relay does not serve.
package struct NotApplicable: Error, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
