import StreamProtocol

/// The offset between the publisher's clock and the local one, measured through the relay's clock.
public struct ClockEstimate: Hashable, Sendable {
    /// A time and its error bound, both in microseconds.
    public struct Latency: Hashable, Sendable {
        /// At least 0.
        public var microseconds: Int64
        /// The latency is right to within this many microseconds.
        public var errorBound: Int64
    }

    /// The relay's clock minus the local one, in microseconds.
    public let relayOffset: Int64
    /// The error bound of ``relayOffset``, in microseconds, at the time of the estimate.
    public let relayErrorBound: Int64
    /// The publisher's clock minus the relay's; `nil` until the publisher has reported it.
    public let publisher: ClockOffset?
    /// The time of the relay's error bound, by the local clock.
    private let relayTime: Int64
    /// The time at which ``publisher`` arrived, by the local clock.
    private let publisherTime: Int64

    /// - Parameter publisherTime: When the publisher's offset arrived, by the local clock.
    init(relay: ClockReading, publisher: ClockOffset?, publisherTime: Int64) {
        relayOffset = relay.offset
        relayErrorBound = relay.errorBound
        relayTime = relay.time
        self.publisher = publisher
        self.publisherTime = publisherTime
    }

    /// How long a frame took from its capture to `now`. The error bound includes the drift of the clocks since their
    /// offsets were measured.
    ///
    /// - Parameters:
    ///   - captureTime: The time in the frame's header, by the publisher's clock.
    ///   - now: The time of reception, by the local clock.
    /// - Returns: `nil` if the publisher's clock or the frame's capture time is unknown.
    public func captureToReceive(captureTime: Int64, now: Int64) -> Latency? {
        guard captureTime != 0, let publisher else { return nil }
        // The publisher's numbers are not trusted: wrong ones give a wrong latency, but must not trap.
        let byRelay = (capture: captureTime &- publisher.offset, now: now &+ relayOffset)
        let latency = max(0, byRelay.now &- byRelay.capture)
        // The frame was captured up to `latency` before the offsets were measured.
        let drift = [relayTime, publisherTime].reduce(2 * ClockDrift.bound(after: latency)) { drift, time in
            drift + ClockDrift.bound(after: now &- time)
        }
        return Latency(
            microseconds: latency,
            errorBound: relayErrorBound &+ Int64(publisher.errorBound) &+ drift
        )
    }
}
