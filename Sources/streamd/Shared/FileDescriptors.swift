#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bound on open files and sockets that the system sets for a process.
enum FileDescriptors {
    /// Raises the bound as far as the system lets an ordinary process: a shell's usual 1,024 is less than a thousand
    /// viewers need.
    ///
    /// - Returns: How many may be open now.
    @discardableResult
    static func allowAll() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return .max }
        let allowed = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // Some systems do not take "any number".
        return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_cur : allowed)
    }
}
