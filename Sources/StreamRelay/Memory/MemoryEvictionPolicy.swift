import NIOCore
import StreamProtocol

/// Chooses the connections of an event loop that the relay ends when memory is short.
struct MemoryEvictionPolicy {
    /// How long a viewer must have taken nothing to be ended before others.
    static let idleTime = TimeAmount.seconds(1)
    /// How long a publisher's message may take to arrive when others have no room: a key frame of a second's bits, on a
    /// line that is just fast enough.
    static let receptionTime = TimeAmount.seconds(2)

    /// The memory that a connection holds.
    struct Usage: Hashable {
        enum Kind: Hashable {
            /// Bytes wait for a viewer, or for a client that lists streams, which has taken none of them for this long.
            case viewer(idle: TimeAmount)
            /// A publisher's message has been arriving for this long.
            case publisher(since: TimeAmount)
        }

        let connection: UInt64
        let bytes: Int
        let kind: Kind
    }

    let pressure: MemoryPressure
    /// Whether viewers hold more than their share.
    let viewersExceedShare: Bool
    /// Whether incomplete messages take nearly all of their share.
    let receptionsExceedShare: Bool
    /// Bytes that each publisher may always have.
    let receptionShare: Int

    /// Whether the relay must end connections.
    var isDue: Bool { pressure >= .evictingViewers || viewersExceedShare || receptionsExceedShare }

    /// The connections to end, in this order, for as long as memory is short.
    func evictions(among usages: [Usage]) -> [Usage] {
        usages.filter(mayEvict).sorted { $0.bytes > $1.bytes }
    }

    private func mayEvict(_ usage: Usage) -> Bool {
        switch usage.kind {
        case .viewer(let idle):
            usage.bytes > 0
                && (pressure == .exhausted
                    || idle >= Self.idleTime && (viewersExceedShare || pressure >= .evictingViewers))
        case .publisher(let since):
            usage.bytes > receptionShare
                && (pressure >= .evictingPublishers || receptionsExceedShare && since >= Self.receptionTime)
        }
    }
}

extension MemoryBudget {
    /// Whether viewers hold more than their share.
    var viewersExceedShare: Bool { used(by: .viewers) > limit / 100 * Self.viewersPercent }

    /// Whether incomplete messages take nearly all of their share.
    var receptionsExceedShare: Bool {
        used(by: .publishers) / 9 * 10 > limit / 100 * Self.publishersPercent
    }

    func evictionPolicy() -> MemoryEvictionPolicy {
        MemoryEvictionPolicy(
            pressure: pressure,
            viewersExceedShare: viewersExceedShare,
            receptionsExceedShare: receptionsExceedShare,
            receptionShare: receptionShare
        )
    }
}

extension RelayLoop {
    /// Ends connections until there is memory again.
    func evictForMemory(at now: NIODeadline) {
        guard core.memory.evictionPolicy().isDue else { return }
        let usages = connections.values.compactMap { connection in
            connection.memoryUsage(at: now).map {
                MemoryEvictionPolicy.Usage(connection: connection.id, bytes: $0.bytes, kind: $0.kind)
            }
        }
        for eviction in core.memory.evictionPolicy().evictions(among: usages) {
            // The connections that were ended have released their memory.
            guard core.memory.evictionPolicy().evictions(among: [eviction]).count == 1 else { continue }
            let error: ProtocolError = if case .viewer = eviction.kind { .evicted } else { .receptionExceedsMemory }
            connections[eviction.connection]?.evict(because: error)
        }
    }
}

/// A connection's handler that holds messages of a log without a session.
package protocol MemoryHolder: ConnectionHandler {
    /// The bytes of the messages, and how long the client has taken none of them.
    func heldMemory(at now: NIODeadline) -> (bytes: Int, idle: TimeAmount)
    /// Ends the connection to release the memory.
    func evict(because error: ProtocolError)
}

extension Connection {
    private var memoryHolder: (any MemoryHolder)? { connectionHandler as? any MemoryHolder }

    fileprivate func memoryUsage(at now: NIODeadline) -> (bytes: Int, kind: MemoryEvictionPolicy.Usage.Kind)? {
        if let session { return session.memoryUsage(at: now) }
        guard let (bytes, idle) = memoryHolder?.heldMemory(at: now), bytes > 0 else { return nil }
        return (bytes, .viewer(idle: idle))
    }

    fileprivate func evict(because error: ProtocolError) {
        if let session { session.evict(because: error) } else { memoryHolder?.evict(because: error) }
    }
}

extension SessionHandler {
    /// The memory of the budget that the session holds; `nil` where it holds no more than every connection.
    func memoryUsage(at now: NIODeadline) -> (bytes: Int, kind: MemoryEvictionPolicy.Usage.Kind)? {
        if let viewer {
            let (bytes, idle) = viewer.backlog(at: now)
            return bytes > 0 ? (bytes, .viewer(idle: idle)) : nil
        }
        if let lister {
            let (bytes, idle) = lister.backlog(at: now)
            return bytes > 0 ? (bytes, .viewer(idle: idle)) : nil
        }
        if let reception = publisher?.reception {
            return reception.since.map { (reception.held, .publisher(since: now - $0)) }
        }
        let unsent = channel.unsentAtEnd.bytes
        return unsent > 0 ? (unsent, .viewer(idle: now - channel.end)) : nil
    }
}
