/// The connections of an event loop that may stay only to publish, because their address has reached a limit, and that
/// have sent neither a hello nor begun with TLS or HTTP, from the oldest to the newest.
///
/// The newest stays. A publisher sends its hello at once, so it needs its place only while its bytes are on their way,
/// however many connections arrive after it.
struct PublisherCandidates {
    /// The most candidates of an event loop. At 3,000 such connections a second, a publisher has 20 ms to send its
    /// hello. Each new connection looks through all candidates, and each candidate holds a descriptor.
    static let maximumCount = 64

    private var waiting: [(id: UInt64, address: PeerAddress?)] = []

    var count: Int { waiting.count }

    /// Adds a connection.
    ///
    /// - Returns: The connection to end if there are too many: the oldest of the same address, so that no address takes
    ///   the place of a publisher elsewhere, or else the oldest of all.
    mutating func add(_ id: UInt64, from address: PeerAddress?) -> UInt64? {
        var evicted: UInt64?
        if waiting.count >= Self.maximumCount {
            let index = waiting.firstIndex { $0.address == address } ?? waiting.startIndex
            evicted = waiting.remove(at: index).id
        }
        waiting.append((id, address))
        return evicted
    }

    /// Removes a connection that has closed or has sent its hello, if it is a candidate.
    mutating func remove(_ id: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index)
    }
}
