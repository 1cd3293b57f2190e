import StreamProtocol

/// How the publisher's clock and one's own compare, by way of the relay's.
public struct ClockEstimate: Hashable, Sendable {
    /// A time with the most that it may be wrong by, both in microseconds.
    public struct Latency: Hashable, Sendable {
        public var microseconds: Int64
        public var errorBound: Int64
    }

    /// The relay's clock minus one's own, in microseconds.
    public let relayOffset: Int64
    /// ``relayOffset`` is right to within this many microseconds.
    public let relayErrorBound: Int64
    /// The publisher's clock minus the relay's, once the publisher has told.
    public let publisher: ClockOffset?

    init(relay: ClockReading, publisher: ClockOffset?) {
        relayOffset = relay.offset
        relayErrorBound = relay.errorBound
        self.publisher = publisher
    }

    /// How long a frame took from its capture to `now`.
    ///
    /// - Parameters:
    ///   - captureTime: As the frame's header says, by the publisher's clock.
    ///   - now: By one's own clock; right after reception.
    /// - Returns: `nil` while the publisher's clock or the frame's capture time is not known.
    public func captureToReceive(captureTime: Int64, now: Int64) -> Latency? {
        guard captureTime != 0, let publisher else { return nil }
        // The publisher's numbers come from outside: wrong ones give a wrong latency, but must not trap.
        let byRelay = (capture: captureTime &- publisher.offset, now: now &+ relayOffset)
        return Latency(
            microseconds: byRelay.now &- byRelay.capture,
            errorBound: relayErrorBound &+ Int64(publisher.errorBound)
        )
    }
}
