import StreamProtocol

/// Turns the messages of relays into the events of a watcher, across reconnections.
///
/// The value does no I/O and reads no clock.
struct WatchSession {
    private var ledger = ReceptionLedger()
    private var statistics: ReceptionStatistics
    private var relayClock: ClockReading?
    /// The publisher's offset, and when it arrived by the local wall clock.
    private var publisherClock: (offset: ClockOffset, time: Int64)?
    private var streamInstance: UInt64 = 0
    /// The generation of the last event that has one, across connections.
    private var generation: StreamGeneration?
    /// The last track table on this connection.
    private var table: TrackTable?

    init(at now: ContinuousClock.Instant) {
        statistics = ReceptionStatistics(at: now)
    }

    /// Takes an event of the connection.
    ///
    /// - Parameter wallTime: The local wall clock.
    /// - Returns: The watcher's events, in order.
    /// - Throws: `ProtocolError` for a message that a relay must not send to a watcher.
    mutating func receive(
        _ event: ConnectionEvent,
        at now: ContinuousClock.Instant,
        wallTime: Int64
    ) throws(ProtocolError) -> [WatchEvent] {
        switch event {
        case .welcomed(let welcome):
            streamInstance = welcome.streamInstance
            ledger.begin(streamInstance: streamInstance)
            statistics = ReceptionStatistics(at: now)
            // Another relay has another clock.
            relayClock = nil
            publisherClock = nil
            table = nil
            return [.connected(welcome)]
        case .clock(let reading):
            guard relayClock != reading else { return [] }
            relayClock = reading
            return estimate.map { [.clock($0)] } ?? []
        case .message(.tracks(let table)): return enter(table.epoch) + receive(table)
        case .message(.streamState(let state)): return [.state(state)]
        case .message(.frame(let frame)): return receive(frame, wallTime: wallTime)
        case .message(.gap(let gap)):
            // A later epoch begins with its table. A gap of an earlier one may come after that.
            guard gap.epoch <= table?.epoch ?? gap.epoch else { return [] }
            let news = ledger.receive(gap)
            return (news == nil ? [] : enter(gap.epoch)) + events(news)
        case .message(.clockOffset(let offset)):
            publisherClock = (offset, wallTime)
            return estimate.map { [.clock($0)] } ?? []
        case .message(let message):
            throw ProtocolError(.unexpectedMessage, "A \(message.type) message came to a watcher.")
        }
    }

    /// The report to send to the relay, if one is due.
    mutating func dueReport(at now: ContinuousClock.Instant) -> ReceiverReport? { statistics.reportIfDue(at: now) }

    private var estimate: ClockEstimate? {
        relayClock.map { relay in
            ClockEstimate(relay: relay, publisher: publisherClock?.offset, publisherTime: publisherClock?.time ?? 0)
        }
    }

    /// An event of this epoch follows.
    ///
    /// - Returns: The discontinuity before it, if there is one. A track of an earlier epoch is none.
    private mutating func enter(_ epoch: UInt32) -> [WatchEvent] {
        let next = StreamGeneration(streamInstance: streamInstance, epoch: epoch)
        guard let previous = generation else {
            generation = next
            return []
        }
        guard next.follows(previous) else { return [] }
        generation = next
        return [.discontinuity(StreamDiscontinuity(from: previous, to: next))]
    }

    /// A clock offset holds for one epoch: the next one may be another publisher's.
    private mutating func receive(_ table: TrackTable) -> [WatchEvent] {
        let epoch = self.table?.epoch
        self.table = table
        statistics.follow(table)
        guard let epoch, epoch != table.epoch, publisherClock != nil else { return [.tracks(table)] }
        publisherClock = nil
        return (estimate.map { [.clock($0)] } ?? []) + [.tracks(table)]
    }

    /// Frames that the table does not have are ignored: their numbers say nothing of those that it has.
    private mutating func receive(_ frame: Frame, wallTime: Int64) -> [WatchEvent] {
        if let table, table.epoch != frame.header.epoch || table[frame.header.track] == nil { return [] }
        guard case .deliver(let gap) = ledger.receive(frame.header) else { return [] }
        let latency = estimate?.captureToReceive(captureTime: frame.header.captureTime, now: wallTime)
        statistics.received(frame, latency: latency)
        return enter(frame.header.epoch) + events(gap) + [
            .frame(WatchedFrame(frame, of: StreamGeneration(streamInstance: streamInstance, epoch: frame.header.epoch)))
        ]
    }

    private mutating func events(_ gap: Gap?) -> [WatchEvent] {
        guard let gap else { return [] }
        statistics.missed(gap)
        return [.gap(gap)]
    }
}
