import Platform

/// Why a way to fan out is not there: a clause, to follow a colon.
struct FanOutUnavailable: Error, Equatable, CustomStringConvertible {
    let description: String
    /// Whether it may be there later.
    let mayPass: Bool

    private init(_ description: String, mayPass: Bool = false) {
        self.description = description
        self.mayPass = mayPass
    }

    /// - Parameter errno: What `io_uring_setup` failed with.
    init(ring errno: CInt) {
        mayPass = false
        description =
            switch errno {
            case EPERM, EACCES:
                "it is forbidden here, by a container's seccomp profile or by the sysctl kernel.io_uring_disabled"
            case ENOSYS: "this system does not have it"
            case EINVAL: "this kernel is older than Linux 6.1"
            default: "it cannot be set up (\(String(cString: strerror(errno))))"
            }
    }

    /// - Parameter errno: What the pipes failed with.
    init(sharedPages errno: CInt) {
        mayPass = errno != ENOSYS
        description =
            switch errno {
            case EPERM, EACCES:
                "pipes of \(SharedPages.room / 1024) KiB are forbidden here, by the sysctls fs.pipe-max-size and "
                    + "fs.pipe-user-pages-soft, or tee is, by a container's seccomp profile"
            case ENOSYS: "this system does not have them"
            default: "they cannot be set up (\(String(cString: strerror(errno))))"
            }
    }

    static let unreliable = FanOutUnavailable("this system does not tell what a full socket took of a message")
}
