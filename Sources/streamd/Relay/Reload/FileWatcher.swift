/// Decides when to read changed files again: when they differ from the last read and have been stable since the last
/// check, because a writer may not have finished.
struct FileWatcher<Version: Hashable> {
    private var read: [String: Version]
    private var last: [String: Version]?

    /// - Parameter read: The versions of the files just before they were read.
    init(_ read: [String: Version]) {
        self.read = read
    }

    /// The paths of the files.
    var files: [String] { Array(read.keys) }

    /// - Returns: Whether the files should be read now. They count as read from then on.
    mutating func observe(_ now: [String: Version]) -> Bool {
        defer { last = now }
        guard now != read, now == last else { return false }
        read = now
        return true
    }
}

/// Identifies the content of a file without storing it, because it may be secret.
///
/// It depends on the content and not on the modification time. That detects a file replaced by a rename, a changed link
/// as in Kubernetes, and two changes within a moment, and it ignores writes that change nothing.
struct FileVersion: Hashable, Sendable {
    private let length: Int
    private let hash: Int

    /// - Returns: `nil` if there is no file that can be read more than once.
    init?(of path: String) {
        guard let bytes = try? WholeFile.bytes(at: path, mustBeSeekable: true) else { return nil }
        length = bytes.count
        hash = bytes.hashValue
    }

    /// The versions of all files; `nil` for each file that cannot be read.
    static func all(of paths: [String]) -> [String: FileVersion?] {
        Dictionary(paths.map { ($0, FileVersion(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }
}
