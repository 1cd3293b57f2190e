import NIOCore
import StreamProtocol

/// The state that a publisher's source and its connection share.
struct PublishState: Sendable {
    enum Phase {
        case idle
        case running
        /// With the error of the connection, if there was one.
        case stopped(ClientError?)
    }

    /// The next step of the task that sends.
    enum Work: Sendable {
        case send(PublishQueue.Handover, RelayConnection)
        case sendGoodbye(Ending, RelayConnection)
    }

    /// Bytes that are passed to the connection at a time, enough for few system calls. Frames that were passed on can
    /// no longer be dropped.
    static let handoverBytes = 64 * 1024

    var queue: PublishQueue
    var uplink = UplinkMeter()
    var phase = Phase.idle
    /// The connection for which the queue's epoch was begun.
    var connection: RelayConnection?
    /// The goodbye behind the last frame; `nil` while the source goes on.
    var goodbye: Ending?
    private var isSendingGoodbye = false
    /// Whether the relay's system has received the goodbye.
    var hasSentGoodbye = false
    /// The clock offset that is sent to the relay on this connection.
    var clock = ClockReporter()

    init(limits: PublishLimits) {
        queue = PublishQueue(limits: limits)
    }

    /// Why no frame of this track can be sent; `nil` if one can.
    func refusal(of track: TrackID) -> FrameLoss.Reason? {
        if goodbye != nil { return .finished }
        if case .stopped = phase { return .finished }
        return queue.knows(track) ? nil : .unknownTrack
    }

    /// A relay has accepted the stream on a new connection.
    ///
    /// - Returns: The video tracks that need a random access point.
    mutating func begin(
        _ welcome: Welcome,
        on connection: RelayConnection,
        at now: ContinuousClock.Instant
    ) -> TrackSet {
        self.connection = connection
        uplink = UplinkMeter(began: now)
        clock = ClockReporter()
        return queue.begin(welcome)
    }

    mutating func lose(_ connection: RelayConnection) {
        guard self.connection?.channel === connection.channel else { return }
        self.connection = nil
        uplink = UplinkMeter()
        isSendingGoodbye = false
    }

    /// What to send next; `nil` while there is nothing, or no room for it.
    mutating func nextWork() -> Work? {
        guard let connection else { return nil }
        if !queue.isEmpty {
            guard uplink.room > 0 else { return nil }
            let handover = queue.take(atMost: min(Self.handoverBytes, uplink.room))
            uplink.recordHandover(handover.bytes, since: handover.since)
            return .send(handover, connection)
        }
        guard let goodbye, !isSendingGoodbye else { return nil }
        isSendingGoodbye = true
        return .sendGoodbye(goodbye, connection)
    }

    func backlog(at now: ContinuousClock.Instant) -> UplinkBacklog {
        var backlog = UplinkBacklog()
        backlog.isConnected = connection != nil
        backlog.queuedBytes = queue.bytes
        backlog.connectionBytes = uplink.connectionBytes
        backlog.unsentBytes = uplink.sample.unsent
        backlog.unconfirmedBytes = uplink.sample.unconfirmed - uplink.sample.unsent
        backlog.confirmedBytes = uplink.sample.confirmed
        backlog.roundTrip = uplink.roundTrip ?? .zero
        let queued = queue.oldest
        backlog.queueAge = queued.map { now - $0 } ?? .zero
        backlog.age = [uplink.oldest, queued].compactMap(\.self).min().map { now - $0 } ?? .zero
        backlog.wait = uplink.wait(queued: queued, at: now)
        return backlog
    }
}
