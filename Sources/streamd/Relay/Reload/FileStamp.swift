#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What tells one state of a file from another without reading it. Whoever replaces a file by renaming another, or
/// turns a link around as Kubernetes does, changes it as well as one who writes into it.
struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let modified: Instant
    /// Also moves when only the mode or owner does.
    private let changed: Instant

    private struct Instant: Hashable, Sendable {
        let seconds: Int
        let nanoseconds: Int
    }

    /// - Returns: `nil` where there is no file that could be looked at.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: facts.st_dev)
        inode = UInt64(truncatingIfNeeded: facts.st_ino)
        size = Int64(facts.st_size)
        #if canImport(Darwin)
            let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
        #else
            let (modified, changed) = (facts.st_mtim, facts.st_ctim)
        #endif
        self.modified = Instant(seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec))
        self.changed = Instant(seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
    }

    /// The stamps of all files; those that are missing are there as `nil`.
    static func all(of paths: [String]) -> [String: FileStamp?] {
        Dictionary(paths.map { ($0, FileStamp(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }
}
