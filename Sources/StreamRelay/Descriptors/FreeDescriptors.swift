import Platform

/// The descriptors that listeners and their reserves leave to the rest of the process.
package enum FreeDescriptors {
    /// Listeners pause when fewer are free. Once a second, libdispatch opens a file for each thread of Swift's tasks, one
    /// after the other, and ends the process if it cannot. NIO accepts up to three more connections before a listener
    /// stops.
    package static let least = 8

    /// Held while descriptors are opened to count: all event loops together hold two.
    private static let counting = Mutex(())

    /// Whether fewer are free.
    package static var areFew: Bool { areFew(besides: 0) }

    /// Whether a reserve may open one more.
    static var areSpare: Bool { !areFew(besides: 1) }

    /// Whether fewer are free when `count` more are open.
    static func areFew(besides count: Int) -> Bool {
        areFewer(than: least + count, limit: ResourceLimit.descriptors.current)
    }

    /// `false` without a limit. Takes some microseconds, and some tenths of one more for each of `count`, however many
    /// descriptors are open.
    static func areFewer(than count: Int, limit: UInt64?) -> Bool {
        guard let limit = limit.flatMap({ Int(exactly: $0) }), limit < CInt.max else { return false }
        guard limit >= count else { return true }
        // The system gives the lowest number, so mostly the highest are free.
        return !areFree(limit - count..<limit) && free(atMost: count, below: limit) < count
    }

    /// Asks the system for all of these numbers at once.
    private static func areFree(_ numbers: Range<Int>) -> Bool {
        var polled = numbers.map { pollfd(fd: CInt($0), events: Int16(POLLIN), revents: 0) }
        return poll(&polled, nfds_t(polled.count), 0) == polled.count
            && polled.allSatisfy { Int32($0.revents) & Int32(POLLNVAL) != 0 }
    }

    /// Goes from each free number to the next. Holds two of them for a moment.
    private static func free(atMost count: Int, below limit: Int) -> Int {
        counting.withLock { _ in
            let first = socket(AF_UNIX, SocketKind.datagram, 0)
            guard first >= 0 else { return AcceptPause.isExhaustion(errno) ? 0 : count }
            defer { close(first) }
            var (found, last) = (0, first)
            while last >= 0, last < limit {
                found += 1
                guard found < count else { break }
                last = fcntl(first, F_DUPFD_CLOEXEC, last + 1)
                if last >= 0 { close(last) }
            }
            return found
        }
    }
}
