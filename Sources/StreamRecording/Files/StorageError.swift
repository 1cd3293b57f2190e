import Platform

/// A disk that does not do what it should.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error number.
    public let code: CInt
    /// The file or folder.
    public let path: String
    private let verb: String

    /// - Parameter code: By default the last error of this thread.
    init(_ path: String, _ code: CInt = errno) {
        (self.path, self.code, verb) = (path, code, "write")
    }

    /// An error of reading: the last one of this thread.
    init(reading path: String) {
        (self.path, code, verb) = (path, errno, "read")
    }

    /// One sentence with the reason, and what to do.
    public var description: String { "Cannot \(verb) \(path): \(FileProblem(code))." }

    /// Whether something could not be read; else it could not be written.
    public var isFromReading: Bool { verb == "read" }

    /// Whether the file does not exist any more.
    var isGone: Bool { code == ENOENT || code == ENOTDIR || code == ESTALE }
}
