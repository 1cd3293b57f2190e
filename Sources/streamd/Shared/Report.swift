#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a command has found out, for people and for programs.
struct Report<Content: Encodable & CustomStringConvertible> {
    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    /// Writes it to standard output, as lines of text or as JSON with sorted keys.
    ///
    /// - Parameter line: Whether JSON is to be a single line, as where several follow one another.
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
            try await ByteSink(nil).write(bytes)
        } catch is ByteSink.ReaderHasGone {
            // As 'head' does when it has seen enough.
        }
    }
}
