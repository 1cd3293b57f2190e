import StreamHTTP
import StreamProtocol
import StreamRelay

/// A relay's state at one moment.
struct TopSnapshot: Hashable, Sendable {
    var relay: RelayDocument
    var streams: [StreamDocument]
    /// The publishers, and the viewers with the largest lag.
    var connections: [ConnectionDocument]
    /// The time of the request, in seconds of a monotonic clock.
    var time: Double

    /// The viewers of a stream, or of all.
    func viewers(of stream: String?) -> [ConnectionDocument] {
        connections.filter { $0.viewing != nil && (stream == nil || $0.stream == stream) }
    }

    /// The snapshot of the streams whose names match a pattern.
    func filtered(by pattern: StreamPattern) -> TopSnapshot {
        func isShown(_ name: String?) -> Bool { name.flatMap { try? StreamName($0) }.map(pattern.matches) ?? false }
        var snapshot = self
        snapshot.streams = streams.filter { isShown($0.name) }
        snapshot.connections = connections.filter { isShown($0.stream) }
        return snapshot
    }
}

/// The rates between two snapshots.
struct TopRates: Hashable, Sendable {
    /// Bits per second received and sent; `nil` without an earlier snapshot.
    let received: Double?
    let sent: Double?
    private let connections: [UInt64: Double]

    init(from earlier: TopSnapshot?, to later: TopSnapshot) {
        guard let earlier, later.time > earlier.time, later.relay.uptime >= earlier.relay.uptime else {
            (received, sent, connections) = (nil, nil, [:])
            return
        }
        let seconds = later.time - earlier.time
        func rate(_ first: Int, _ last: Int) -> Double { Double(max(0, last - first)) * 8 / seconds }
        received = rate(earlier.relay.bytesReceived, later.relay.bytesReceived)
        sent = rate(earlier.relay.bytesSent, later.relay.bytesSent)
        let before = Dictionary(earlier.connections.map { ($0.id, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        connections = later.connections.reduce(into: [:]) { rates, connection in
            guard let first = before[connection.id] ?? nil, let last = connection.bytes else { return }
            rates[connection.id] = rate(first, last)
        }
    }

    /// Bits per second of a connection; `nil` if it is new.
    func bitRate(of connection: ConnectionDocument) -> Double? { connections[connection.id] }
}
