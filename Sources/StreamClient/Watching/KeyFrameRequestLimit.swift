import StreamProtocol

/// When a viewer may ask for a key frame again (`Protocol.md`, "Key frame request").
struct KeyFrameRequestLimit {
    /// A relay drops a request that comes sooner after the last one.
    static let interval = Duration.seconds(2)

    private var last: [TrackID: ContinuousClock.Instant] = [:]

    /// - Returns: Whether a request may be sent now; it then counts as sent.
    mutating func takes(_ track: TrackID, at now: ContinuousClock.Instant) -> Bool {
        if let last = last[track], now - last < Self.interval { return false }
        last[track] = now
        return true
    }
}
