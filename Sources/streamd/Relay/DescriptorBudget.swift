import Logging
import StreamRelay

/// How many file descriptors a relay takes, compared with what the system allows it.
struct DescriptorBudget: Hashable, Sendable {
    /// What an event loop takes: epoll, an eventfd, a timer and a submission ring.
    static let perEventLoop = 4
    /// What else there is: three standard streams, two listeners, the admin listener's event loop, what the tasks' timers
    /// and signals take, probing for io_uring and files that are read; each counted generously.
    static let base = 32
    /// Fewer connections than these are no relay: a publisher and viewers, and somebody who looks into it.
    static let leastConnections = 4

    /// Files and sockets that this process may have open.
    var limit: Int
    /// Event loops.
    var threads: Int

    /// What the relay takes before the first connection.
    var own: Int {
        threads * Self.perEventLoop + Self.base + ListenerDescriptors.forRefusals + ListenerDescriptors.forAdmin
    }

    /// Makes sure that the relay can start at all: event loops without descriptors end the program.
    ///
    /// - Throws: ``Failure`` that says what to set.
    func check() throws(Failure) {
        let least = own + Self.leastConnections
        guard limit < least else { return }
        throw Failure(
            .configuration,
            "The system allows this process \(limit) open files, and a relay with \(threads) event loops needs \(least); "
                + "raise the limit (ulimit -n, or LimitNOFILE= in a systemd unit), or use fewer --threads."
        )
    }

    /// Warns where there are fewer descriptors than connections are allowed.
    func warn(connections: Int, _ logger: Logger) {
        let needed = own + connections
        guard limit < needed else { return }
        logger.warning(
            "fewer open files are allowed than max-connections needs",
            metadata: [
                "limit": "\(limit)", "needed": "\(needed)", "max-connections": "\(connections)",
                "advice": "raise the limit (ulimit -n, LimitNOFILE=), or set max-connections to \(max(1, limit - own))",
            ]
        )
    }
}
