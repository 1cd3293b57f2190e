import NIOCore
import StreamProtocol

/// Chooses the connections of an event loop that are ended when memory is short.
struct MemoryRelief {
    /// How long a viewer must have taken nothing to be ended before others.
    static let idleTime = TimeAmount.seconds(1)
    /// How long a message of a publisher may be on its way when others have no room: a key frame of a second's bits on
    /// a line that is just fast enough.
    static let receptionTime = TimeAmount.seconds(2)

    /// What a connection holds.
    struct Holding: Hashable {
        enum Kind: Hashable {
            /// Bytes wait for it, of which it has taken none for this long.
            case viewer(idle: TimeAmount)
            /// A message of it has been on its way for this long.
            case publisher(since: TimeAmount)
        }

        let connection: UInt64
        let bytes: Int
        let kind: Kind
    }

    let pressure: MemoryPressure
    /// Whether viewers hold more than their part.
    let viewersAreShort: Bool
    /// Whether messages that are not whole take nearly all that they may.
    let receptionsAreShort: Bool
    /// Bytes that a publisher may have in any case.
    let receptionShare: Int

    /// Whether anybody is to be ended.
    var isDue: Bool { pressure >= .evictingViewers || viewersAreShort || receptionsAreShort }

    /// Those to end, in this order, for as long as memory is short.
    func victims(among holdings: [Holding]) -> [Holding] {
        holdings.filter(mayEnd).sorted { $0.bytes > $1.bytes }
    }

    private func mayEnd(_ holding: Holding) -> Bool {
        switch holding.kind {
        case .viewer(let idle):
            holding.bytes > 0
                && (pressure == .exhausted
                    || idle >= Self.idleTime && (viewersAreShort || pressure >= .evictingViewers))
        case .publisher(let since):
            holding.bytes > receptionShare
                && (pressure >= .endingPublishers || receptionsAreShort && since >= Self.receptionTime)
        }
    }
}

extension MemoryBudget {
    /// Whether viewers hold more than their part.
    var viewersAreShort: Bool { used(by: .viewers) > limit / 100 * Self.viewersPercent }

    /// Whether messages that are not whole take nearly all that they may.
    var receptionsAreShort: Bool {
        used(by: .publishers) / 9 * 10 > limit / 100 * Self.publishersPercent
    }

    func relief() -> MemoryRelief {
        MemoryRelief(
            pressure: pressure,
            viewersAreShort: viewersAreShort,
            receptionsAreShort: receptionsAreShort,
            receptionShare: receptionShare
        )
    }
}

extension RelayLoop {
    /// Ends connections until there is memory again.
    func relieveMemory(at now: NIODeadline) {
        guard core.memory.relief().isDue else { return }
        let holdings = connections.values.compactMap { connection in
            connection.session?.holding(at: now).map {
                MemoryRelief.Holding(connection: connection.id, bytes: $0.bytes, kind: $0.kind)
            }
        }
        for victim in core.memory.relief().victims(among: holdings) {
            // What was ended has given its memory back.
            guard core.memory.relief().victims(among: [victim]).count == 1 else { continue }
            let error: ProtocolError = if case .viewer = victim.kind { .evicted } else { .receivingTooMuch }
            connections[victim.connection]?.session?.evict(because: error)
        }
    }
}

extension SessionHandler {
    /// What the session holds of the budget; `nil` where that is what every connection has.
    func holding(at now: NIODeadline) -> (bytes: Int, kind: MemoryRelief.Holding.Kind)? {
        switch role {
        case .viewer(let viewer):
            let (bytes, idle) = viewer.backlog(at: now)
            return bytes > 0 ? (bytes, .viewer(idle: idle)) : nil
        case .publisher(let publisher):
            let reception = publisher.reception
            return reception.since.map { (reception.held, .publisher(since: now - $0)) }
        case .leaving where unsentAtEnd.bytes > 0: return (unsentAtEnd.bytes, .viewer(idle: .zero))
        case .none, .leaving: return nil
        }
    }
}
