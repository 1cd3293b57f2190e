import Platform

/// The descriptors that listeners and their reserves leave to the rest of the process.
package enum FreeDescriptors {
    /// Listeners pause when fewer are free. Once a second, libdispatch opens a file for each thread of Swift's tasks, one
    /// after the other, and ends the process if it cannot. NIO accepts up to three more connections before a listener
    /// stops.
    package static let least = 8

    /// Whether fewer are free.
    static var areFew: Bool { areFewer(than: least, limit: ResourceLimit.descriptors.current) }

    /// Whether a reserve may open one more.
    static var areSpare: Bool { !areFewer(than: least + 1, limit: ResourceLimit.descriptors.current) }

    /// Opens none to find out; `false` without a limit.
    static func areFewer(than count: Int, limit: UInt64?) -> Bool {
        guard let limit = limit.flatMap({ Int(exactly: $0) }), limit < CInt.max else { return false }
        guard limit >= count else { return true }
        // The system gives the lowest number, so mostly the highest are free.
        if (limit - count..<limit).allSatisfy(isFree) { return false }
        return free(of: limit, atMost: count) < count
    }

    private static func free(of limit: Int, atMost count: Int) -> Int {
        #if os(Linux)
            var folder = stat()
            // The number of open descriptors, from Linux 6.2 on.
            if stat("/proc/self/fd", &folder) == 0, folder.st_size > 0 { return limit - Int(folder.st_size) }
        #endif
        var found = 0
        for number in (0..<limit).reversed() where isFree(number) {
            found += 1
            if found == count { break }
        }
        return found
    }

    private static func isFree(_ number: Int) -> Bool { fcntl(CInt(number), F_GETFD) == -1 }
}
