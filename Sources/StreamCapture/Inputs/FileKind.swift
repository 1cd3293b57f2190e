#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a path names.
enum FileKind: Hashable, Sendable {
    case regular, pipe, camera, other, missing

    init(path: String) {
        var status = stat()
        self = stat(path, &status) == 0 ? FileKind(status) : .missing
    }

    init(descriptor: CInt) {
        var status = stat()
        self = fstat(descriptor, &status) == 0 ? FileKind(status) : .missing
    }

    static var standardInput: FileKind { FileKind(descriptor: STDIN_FILENO) }

    /// The major number of V4L2 devices (Linux, Documentation/admin-guide/devices.txt).
    private static let videoMajor = 81

    private init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFIFO, S_IFSOCK: self = .pipe
        case S_IFCHR where Self.major(of: status) == Self.videoMajor: self = .camera
        default: self = .other
        }
    }

    private static func major(of status: stat) -> Int {
        #if os(Linux)
            Int(status.st_rdev >> 8 & 0xfff)
        #else
            -1
        #endif
    }
}
