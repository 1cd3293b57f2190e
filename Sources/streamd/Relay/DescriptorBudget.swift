import Logging
import StreamRelay

/// The file descriptors that a relay needs, compared with the system's limit.
struct DescriptorBudget: Hashable, Sendable {
    /// Per event loop of any program: epoll, an eventfd and a timer.
    static let ofEventLoop = 3
    /// Per event loop of a relay: also a submission ring, and five for shared pages.
    static let perEventLoop = ofEventLoop + 1 + 5
    /// A generous allowance for the rest: three standard streams, two listeners, the admin listener's event loop, the
    /// timers and signals of tasks, the io_uring probe and open files.
    static let base = 32
    /// The minimum of a useful relay: a publisher, viewers and an administrator.
    static let leastConnections = 4

    /// Files and sockets that this process may open.
    var limit: Int
    /// Event loops.
    var threads: Int

    /// Descriptors that the relay uses before the first connection.
    var own: Int {
        threads * Self.perEventLoop + Self.base + ListenerDescriptors.forRefusals + ListenerDescriptors.forAdmin
            + FreeDescriptors.least
    }

    /// Checks that the relay can start: an event loop without descriptors crashes the program.
    ///
    /// - Throws: ``Failure`` if the limit is too low.
    func check() throws(Failure) {
        let least = own + Self.leastConnections
        guard limit < least else { return }
        throw Failure(
            .configuration,
            "This process may have \(limit) open files, but a relay with \(threads) event loops needs \(least); "
                + "raise the limit (ulimit -n, or LimitNOFILE= in a systemd unit), or use fewer --threads."
        )
    }

    /// Logs a warning if `connections` need more descriptors than the limit allows.
    func warn(connections: Int, _ logger: Logger) {
        let needed = own + connections
        guard limit < needed else { return }
        logger.warning(
            "file descriptor limit too low",
            metadata: [
                "limit": "\(limit)", "needed": "\(needed)", "max-connections": "\(connections)",
                "advice": "raise the limit (ulimit -n, LimitNOFILE=), or set max-connections to \(max(1, limit - own))",
            ]
        )
    }
}
