import StreamProtocol

/// Turns what relays send into what a watcher sees, across reconnections.
///
/// A value without I/O and without a clock.
struct WatchSession {
    private var ledger = ReceptionLedger()
    private var report: ReceptionReport
    private var relayClock: ClockReading?
    private var publisherClock: ClockOffset?

    init(at now: ContinuousClock.Instant) {
        report = ReceptionReport(at: now)
    }

    /// Takes an event.
    ///
    /// - Parameter wallTime: One's own wall clock.
    /// - Returns: What the watcher sees of it, in order.
    /// - Throws: `ProtocolError` for a message that a watcher must not be sent.
    mutating func receive(
        _ event: ConnectionEvent,
        at now: ContinuousClock.Instant,
        wallTime: Int64
    ) throws(ProtocolError) -> [WatchEvent] {
        switch event {
        case .welcomed(let welcome):
            ledger.begin(streamInstance: welcome.streamInstance)
            report = ReceptionReport(at: now)
            // Another relay has another clock.
            relayClock = nil
            publisherClock = nil
            return [.connected(welcome)]
        case .clock(let reading):
            guard relayClock != reading else { return [] }
            relayClock = reading
            return estimate.map { [.clock($0)] } ?? []
        case .message(.tracks(let table)): return [.tracks(table)]
        case .message(.streamState(let state)): return [.state(state)]
        case .message(.frame(let frame)): return receive(frame, wallTime: wallTime)
        case .message(.gap(let gap)): return tell(ledger.receive(gap))
        case .message(.clockOffset(let offset)):
            publisherClock = offset
            return estimate.map { [.clock($0)] } ?? []
        case .message(let message):
            throw ProtocolError(.unexpectedMessage, "A \(message.type) message came to a watcher.")
        }
    }

    /// What to report to the relay, when it is time to.
    mutating func dueReport(at now: ContinuousClock.Instant) -> ReceiverReport? { report.due(at: now) }

    private var estimate: ClockEstimate? {
        relayClock.map { ClockEstimate(relay: $0, publisher: publisherClock) }
    }

    private mutating func receive(_ frame: Frame, wallTime: Int64) -> [WatchEvent] {
        guard case .deliver(let gap) = ledger.receive(frame.header) else { return [] }
        let latency = estimate?.captureToReceive(captureTime: frame.header.captureTime, now: wallTime)
        report.received(frame, latency: latency)
        return tell(gap) + [.frame(frame)]
    }

    private mutating func tell(_ gap: Gap?) -> [WatchEvent] {
        guard let gap else { return [] }
        report.missed(gap)
        return [.gap(gap)]
    }
}
