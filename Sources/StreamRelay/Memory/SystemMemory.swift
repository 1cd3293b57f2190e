import CSystemMemory

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What memory there is for this process.
public enum SystemMemory {
    /// Percent of it that a relay takes for its peers unless told otherwise: the program itself takes some 50 MB, the C
    /// library keeps what it may need again, and the kernel's socket buffers count for a control group as well.
    static let percent = 60
    /// Below this a relay cannot do much: a few streams and their viewers.
    public static let least = 32 * 1024 * 1024

    /// Bytes that a relay takes for its peers unless told otherwise.
    public static let standardBudget = budget(of: available)

    static func budget(of available: Int) -> Int { max(least, available / 100 * percent) }

    /// Bytes that this process may have: the least of what the machine has, what its control group may have, and what
    /// the limit of its address space leaves (`ulimit -v`).
    static var available: Int {
        [machine, group, addressSpace].compactMap(\.self).min() ?? least
    }

    /// Bytes of memory that the machine has.
    private static var machine: Int? {
        let (pages, size) = (sysconf(CInt(_SC_PHYS_PAGES)), sysconf(CInt(_SC_PAGESIZE)))
        guard pages > 0, size > 0 else { return nil }
        let (bytes, overflows) = pages.multipliedReportingOverflow(by: size)
        return overflows ? nil : bytes
    }

    /// What the address space may have and does not have yet.
    private static var addressSpace: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let resource = RLIMIT_AS
        #endif
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < Int.max / 2 else { return nil }
        // Field 1 of statm is the size of the address space, in pages (proc(5)).
        let taken = text(of: "/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        return max(0, Int(limit.rlim_cur) - taken * sysconf(CInt(_SC_PAGESIZE)))
    }

    /// What the control group of this process may have, or one above it: `memory.max` of version 2, and of version 1
    /// `memory.limit_in_bytes` (the kernel's admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
    private static var group: Int? {
        let lines = text(of: "/proc/self/cgroup")?.split(separator: "\n") ?? []
        return limits(of: lines.map(String.init)) { text(of: $0) }
    }

    /// - Parameters:
    ///   - lines: Those of `/proc/self/cgroup`: number, controllers and path with colons between.
    ///   - read: Gives a file's text; `nil` where there is none.
    static func limits(of lines: [String], read: (String) -> String?) -> Int? {
        var least: Int?
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let (root, file): (String, String)
            if parts[1].isEmpty {
                (root, file) = ("/sys/fs/cgroup", "memory.max")
            } else if parts[1].split(separator: ",").contains("memory") {
                (root, file) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            } else {
                continue
            }
            // In a container the path may be that of the host, and only the root is there.
            var path = parts[2] == "/" ? "" : String(parts[2])
            while true {
                let words = read("\(root)\(path)/\(file)")?.split(whereSeparator: \.isWhitespace)
                if let found = words?.first.flatMap({ Int($0) }) { least = min(least ?? .max, found) }
                guard let slash = path.lastIndex(of: "/") else { break }
                path = String(path[..<slash])
            }
        }
        return least
    }

    /// A file of the kernel's, which is short.
    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Gives memory back to the system that the C library keeps for later. Takes milliseconds.
    static func giveBack() { system_memory_give_back() }

    /// Has the C library give long buffers back as soon as they are freed, and not keep free memory for each of many
    /// threads. To be called once, at the start of a program.
    public static func prepare() { system_memory_prepare(CInt(longBuffer), CInt(arenas)) }

    /// Bytes of a buffer that gets memory of its own from the system: key frames, and few other things.
    private static let longBuffer = 256 * 1024
    /// Parts of the heap that threads share.
    private static let arenas = 4
}
