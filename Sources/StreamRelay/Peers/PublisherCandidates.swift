/// The connections of an event loop whose address has reached a limit, so that they may stay only to publish: those
/// that have not said yet what they want, nor begun with TLS or HTTP, from the oldest to the newest.
///
/// The newest stays. A publisher says its hello at once, so it needs its place only for as long as its bytes are on their
/// way, however many connections of viewers or strangers come behind it.
struct PublisherCandidates {
    /// The most for one event loop: at 3,000 such connections a second a publisher has 20 ms to say its hello. They
    /// are looked through for each new one, and each holds a descriptor.
    static let maximumCount = 64

    private var waiting: [(id: UInt64, address: PeerAddress?)] = []

    var count: Int { waiting.count }

    /// Adds a connection.
    ///
    /// - Returns: The connection that must go for it, where there are too many: the oldest of the same address, so that
    ///   nobody takes the place of a publisher elsewhere, or else the oldest of all.
    mutating func add(_ id: UInt64, from address: PeerAddress?) -> UInt64? {
        var evicted: UInt64?
        if waiting.count >= Self.maximumCount {
            let index = waiting.firstIndex { $0.address == address } ?? waiting.startIndex
            evicted = waiting.remove(at: index).id
        }
        waiting.append((id, address))
        return evicted
    }

    /// Removes a connection that has gone or has said what it wants; one that is not there is no mistake.
    mutating func remove(_ id: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index)
    }
}
