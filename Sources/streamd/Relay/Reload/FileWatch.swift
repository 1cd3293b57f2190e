/// Decides from repeated looks at files when to read them again: once they differ from what was read, and have stayed
/// the same since the last look, because whoever writes a file may be in the middle of it.
struct FileWatch<Stamp: Hashable> {
    private var read: [String: Stamp]
    private var last: [String: Stamp]?

    /// - Parameter read: The files as they were just before they were read.
    init(_ read: [String: Stamp]) {
        self.read = read
    }

    /// What to look at.
    var files: [String] { Array(read.keys) }

    /// - Returns: Whether the files should be read now. They count as read then.
    mutating func look(_ now: [String: Stamp]) -> Bool {
        defer { last = now }
        guard now != read, now == last else { return false }
        read = now
        return true
    }
}
