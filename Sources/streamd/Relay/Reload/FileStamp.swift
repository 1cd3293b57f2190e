/// What tells one content of a file from another, without keeping it: it may be secret.
///
/// The content itself is looked at, not the time at which it was written: that shows a file replaced by renaming, or a
/// link turned around as Kubernetes does, and two changes within a moment, and shows nothing where nothing is new.
struct FileStamp: Hashable, Sendable {
    private let length: Int
    private let hash: Int

    /// - Returns: `nil` where there is no file that could be read more than once.
    init?(of path: String) {
        guard let bytes = try? WholeFile.bytes(at: path, again: true) else { return nil }
        length = bytes.count
        hash = bytes.hashValue
    }

    /// The stamps of all files; those that cannot be read are there as `nil`.
    static func all(of paths: [String]) -> [String: FileStamp?] {
        Dictionary(paths.map { ($0, FileStamp(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }
}
