import StreamProtocol

/// The offset between the publisher's clock and the local one, measured through the relay's clock.
public struct ClockEstimate: Hashable, Sendable {
    /// A time and its error bound, both in microseconds.
    public struct Latency: Hashable, Sendable {
        public var microseconds: Int64
        public var errorBound: Int64
    }

    /// The relay's clock minus the local one, in microseconds.
    public let relayOffset: Int64
    /// The error bound of ``relayOffset``, in microseconds.
    public let relayErrorBound: Int64
    /// The publisher's clock minus the relay's; `nil` until the publisher has reported it.
    public let publisher: ClockOffset?

    init(relay: ClockReading, publisher: ClockOffset?) {
        relayOffset = relay.offset
        relayErrorBound = relay.errorBound
        self.publisher = publisher
    }

    /// How long a frame took from its capture to `now`.
    ///
    /// - Parameters:
    ///   - captureTime: The time in the frame's header, by the publisher's clock.
    ///   - now: The time of reception, by the local clock.
    /// - Returns: `nil` if the publisher's clock or the frame's capture time is unknown.
    public func captureToReceive(captureTime: Int64, now: Int64) -> Latency? {
        guard captureTime != 0, let publisher else { return nil }
        // The publisher's numbers are not trusted: wrong ones give a wrong latency, but must not trap.
        let byRelay = (capture: captureTime &- publisher.offset, now: now &+ relayOffset)
        return Latency(
            microseconds: byRelay.now &- byRelay.capture,
            errorBound: relayErrorBound &+ Int64(publisher.errorBound)
        )
    }
}
