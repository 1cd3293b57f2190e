/// Why a file cannot be opened, read or written, with what to do: the end of a sentence without its period.
package struct FileProblem: Hashable, Sendable, CustomStringConvertible {
    private let code: CInt

    /// - Parameter code: The system's error code, such as the value of `errno`.
    package init(_ code: CInt) {
        self.code = code
    }

    package var description: String {
        let reason = String(cString: strerror(code))
        return advice.map { "\(reason); \($0)" } ?? reason
    }

    private var advice: String? {
        switch code {
        case ENOENT, ENOTDIR, ENAMETOOLONG: "check the name"
        case EACCES, EPERM: "give this user access to it, or name another file"
        case EISDIR: "name a file in it"
        case ENOSPC, EDQUOT: "make room, or name a file on another disk"
        case EROFS: "name a file on another disk"
        case EMFILE, ENFILE: "raise the limit of open files (ulimit -n)"
        default: nil
        }
    }
}
