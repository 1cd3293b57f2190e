import CSystemMemory
import Platform

/// The memory that this process may use.
public enum SystemMemory {
    /// Percent that a relay takes for its peers by default. The program itself takes some 50 MB, the C library keeps
    /// memory for later, and a control group counts the kernel's socket buffers as well.
    static let percent = 60
    /// The least budget in bytes: enough for a few streams and their viewers.
    public static let minimum = 32 * 1024 * 1024

    /// Bytes that a relay takes for its peers by default.
    public static let defaultBudget = budget(of: available)

    static func budget(of available: Int) -> Int { max(minimum, available / 100 * percent) }

    /// Bytes that this process may have: the least of the machine's memory, the limit of its control group, and the
    /// rest of its address space (`ulimit -v`).
    static var available: Int {
        [machine, group, addressSpace].compactMap(\.self).min() ?? minimum
    }

    /// Bytes of memory that the machine has.
    private static var machine: Int? {
        let (pages, size) = (sysconf(CInt(_SC_PHYS_PAGES)), sysconf(CInt(_SC_PAGESIZE)))
        guard pages > 0, size > 0 else { return nil }
        let (bytes, overflows) = pages.multipliedReportingOverflow(by: size)
        return overflows ? nil : bytes
    }

    /// Bytes that the address space may still grow by.
    private static var addressSpace: Int? {
        guard let limit = ResourceLimit.addressSpace.current, limit < Int.max / 2 else { return nil }
        // Field 1 of statm is the size of the address space, in pages (proc(5)).
        let taken = KernelFile.numbers(at: "/proc/self/statm").first ?? 0
        return max(0, Int(limit) - taken * sysconf(CInt(_SC_PAGESIZE)))
    }

    /// The least limit of the control groups of this process: `memory.max` of version 2, and of version 1
    /// `memory.limit_in_bytes` (the kernel's admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
    private static var group: Int? {
        let lines = KernelFile.text(at: "/proc/self/cgroup")?.split(separator: "\n") ?? []
        return limits(of: lines.map(String.init)) { KernelFile.text(at: $0) }
    }

    /// - Parameters:
    ///   - lines: The lines of `/proc/self/cgroup`: number, controllers and path with colons between.
    ///   - read: Returns a file's text; `nil` if there is no such file.
    static func limits(of lines: [String], read: (String) -> String?) -> Int? {
        var minimum: Int?
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
            // In a container the path may be the host's, and only the root exists.
            var path = parts[2] == "/" ? "" : String(parts[2])
            while true {
                let words = read("\(root)\(path)/\(file)")?.split(whereSeparator: \.isWhitespace)
                if let found = words?.first.flatMap({ Int($0) }) { minimum = min(minimum ?? .max, found) }
                guard let slash = path.lastIndex(of: "/") else { break }
                path = String(path[..<slash])
            }
        }
        return minimum
    }

    /// Bytes of this process that are in memory and are no file's: the heap and stacks; `nil` where the system does not
    /// say.
    static var anonymous: Int? {
        // Fields 2 and 3 of statm: pages in memory, and those of them that are of files or shared (proc(5)).
        let fields = KernelFile.numbers(at: "/proc/self/statm")
        guard fields.count >= 3 else { return nil }
        return max(0, fields[1] - fields[2]) * sysconf(CInt(_SC_PAGESIZE))
    }

    /// Returns memory that the C library keeps for later to the system. Takes milliseconds.
    static func trimHeap() { system_memory_give_back() }

    /// Gathers the freed blocks that the C library keeps for this thread, before ``trimHeap()``. Takes about 0.2 ms.
    ///
    /// A few hundred blocks that are scattered over a heap that was large keep as many pages of it.
    static func renewThreadCache() { system_memory_renew_thread_cache() }

    /// Makes the C library return long buffers as soon as they are freed, and keep little free memory for each thread.
    /// To be called once, at the start of a program.
    public static func prepare() { system_memory_prepare(CInt(longBuffer), CInt(arenas)) }

    /// Bytes of a buffer that gets memory of its own from the system: mostly key frames.
    private static let longBuffer = 256 * 1024
    /// Parts of the heap that threads share.
    private static let arenas = 4
}
