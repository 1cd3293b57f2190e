#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A command's result, for people and for programs.
struct Report<Content: Encodable & CustomStringConvertible> {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    /// Writes the result to standard output, as text or as JSON with sorted keys.
    ///
    /// - Parameter line: Whether the JSON takes a single line, for commands that write several objects.
    func write(asJSON: Bool, line: Bool = false) async throws {
        var bytes: [UInt8]
        if asJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            if !line { encoder.outputFormatting.insert(.prettyPrinted) }
            bytes = [UInt8](try encoder.encode(content))
        } else {
            bytes = Array(content.description.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
        do {
            try await ByteSink.standardOutput.write(bytes)
        } catch is ByteSink.BrokenPipe {
            // `head` closes the pipe when it has enough lines.
        }
    }
}

/// Makes untrusted text safe for a terminal.
enum Printable {
    /// Replaces characters that could move the cursor, change colours, change the direction of writing or have another
    /// width than one column. Only letters of scripts with one column per letter stay.
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
