/// A limit that the system sets for this process (`getrlimit(2)`).
package enum ResourceLimit {
    /// Open files and sockets.
    case descriptors
    /// Bytes of address space.
    case addressSpace

    /// The limit in force; `nil` if the system does not tell. A process without a limit gets a very large number.
    package var current: UInt64? { values.map { UInt64($0.rlim_cur) } }

    /// Raises the limit as far as the system allows an ordinary process.
    ///
    /// - Returns: The limit in force afterwards; `nil` if the system does not tell.
    @discardableResult
    package func raise() -> UInt64? {
        guard var limit = values else { return nil }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // Darwin refuses an unlimited number of descriptors.
        return UInt64(setrlimit(resource, &limit) == 0 ? limit.rlim_cur : before)
    }

    private var values: rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }

    #if canImport(Glibc)
        private var resource: __rlimit_resource_t {
            switch self {
            case .descriptors: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            case .addressSpace: __rlimit_resource_t(RLIMIT_AS.rawValue)
            }
        }
    #else
        private var resource: CInt {
            switch self {
            case .descriptors: RLIMIT_NOFILE
            case .addressSpace: RLIMIT_AS
            }
        }
    #endif
}
