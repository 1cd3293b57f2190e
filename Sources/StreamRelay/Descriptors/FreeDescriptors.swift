import Platform

/// The descriptors that listeners and their reserves leave to the rest of the process.
package enum FreeDescriptors {
    /// Listeners pause when fewer are free. Once a second, libdispatch opens a file for each thread of Swift's tasks, one
    /// after the other, and ends the process if it cannot. NIO accepts up to three more connections before a listener
    /// stops.
    package static let least = 8

    /// Whether fewer are free.
    static var areFew: Bool { areFew(besides: 0) }

    /// Whether fewer are free when `count` more are open.
    static func areFew(besides count: Int) -> Bool {
        areFewer(than: least + count, limit: ResourceLimit.descriptors.current)
    }

    /// Whether a reserve may open one more.
    static var areSpare: Bool { !areFew(besides: 1) }

    /// `false` without a limit. Takes some microseconds, however many descriptors are open.
    static func areFewer(than count: Int, limit: UInt64?) -> Bool {
        guard let limit = limit.flatMap({ Int(exactly: $0) }), limit < CInt.max else { return false }
        guard limit >= count else { return true }
        // The system gives the lowest number, so mostly the highest are free.
        return !(limit - count..<limit).allSatisfy(isFree) && free(atMost: count) < count
    }

    private static func isFree(_ number: Int) -> Bool { fcntl(CInt(number), F_GETFD) == -1 }

    /// Goes from each free number to the next. Holds two of them for a moment.
    private static func free(atMost count: Int) -> Int {
        let first = socket(AF_UNIX, SocketKind.datagram, 0)
        guard first >= 0 else { return AcceptPause.isExhaustion(errno) ? 0 : count }
        defer { close(first) }
        var (found, last) = (1, first)
        while found < count {
            last = fcntl(first, F_DUPFD_CLOEXEC, last + 1)
            guard last >= 0 else { break }
            close(last)
            found += 1
        }
        return found
    }
}
