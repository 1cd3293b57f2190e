import Platform
import StreamClient

/// What 'streamd play' shows in one pane.
enum PlayAddress: Hashable {
    case relay(RelayAddress)
    /// Something that 'streamd publish' takes.
    case input(String)

    /// Names with these endings are files, also if they are missing: hosts have other ones.
    private static let suffixes = [
        "264", "aac", "adts", "avc", "avi", "flv", "h264", "m4a", "m4v", "mkv", "mov", "mp4", "mpg", "ts", "wav",
        "webm",
    ]

    /// - Throws: ``Failure`` if the text is neither.
    init(_ text: String) throws(Failure) {
        if Self.isInput(text) {
            self = .input(text)
        } else {
            self = .relay(try RelayArgument(argument: text).address)
        }
    }

    private static func isInput(_ text: String) -> Bool {
        if text == "-" || text.hasPrefix("test:") || text.hasPrefix("/") || text.hasPrefix(".") { return true }
        if text.contains("://") {
            return !RelayAddress.Scheme.allCases.contains { text.hasPrefix("\($0)://") }
        }
        if let kind = FileStatus(path: text)?.kind, kind != .other { return true }
        guard !text.contains("/"), !text.contains(":") else { return false }
        return suffixes.contains { text.lowercased().hasSuffix(".\($0)") }
    }
}
