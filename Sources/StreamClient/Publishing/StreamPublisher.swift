import Logging
import NIOCore
import StreamProtocol

/// Sends a stream to a relay. It reconnects when the connection breaks or the relay is away for a while.
///
/// ``run()`` keeps the connection, in a task of its own. The source sets the tracks and passes frames from any task or
/// thread: recorded material with ``send(_:)``, which waits for the relay, and live material with ``offer(_:)``, which
/// never waits.
public final class StreamPublisher: Sendable {
    /// Events that are kept until the source reads them. Beyond that, the oldest are lost.
    public static let maximumBufferedEvents = 256
    /// Bytes that are passed to the connection at a time, enough for few system calls. Frames that were passed on can
    /// no longer be dropped.
    static let handoverBytes = 64 * 1024

    /// Events for the source. For one reader; ends when ``run()`` does.
    public let events: AsyncStream<PublishEvent>

    private let configuration: ClientConfiguration
    private let eventContinuation: AsyncStream<PublishEvent>.Continuation
    private let monitor: Monitor<State>

    private struct State: Sendable {
        enum Phase {
            case idle
            case running
            case stopped
        }

        var queue: PublishQueue
        var uplink = UplinkMeter()
        var phase = Phase.idle
        /// The connection for which the queue's epoch was begun.
        var connection: RelayConnection?
        /// Whether ``finish()`` was called.
        var isFinishing = false
        var isSendingGoodbye = false
        /// Whether the relay's system has received the goodbye.
        var hasSentGoodbye = false
        /// The clock offset that is sent to the relay on this connection.
        var clock = ClockReporter()

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
            return backlog
        }

        mutating func lose(_ connection: RelayConnection) {
            guard self.connection?.channel === connection.channel else { return }
            self.connection = nil
            uplink = UplinkMeter()
            isSendingGoodbye = false
        }
    }

    private enum Work: Sendable {
        case send(PublishQueue.Handover, RelayConnection)
        case sendGoodbye(RelayConnection)
    }

    public init(_ configuration: ClientConfiguration, limits: PublishLimits = PublishLimits()) {
        self.configuration = configuration
        (events, eventContinuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(Self.maximumBufferedEvents)
        )
        monitor = Monitor(State(queue: PublishQueue(limits: limits)))
    }
}

// MARK: For the source

extension StreamPublisher {
    /// Sets the tracks of the frames that follow, in place of the earlier ones. Call it before the first frame, and
    /// again whenever a track's configuration changes.
    ///
    /// - Parameter beginningEpoch: Whether viewers that join from now on must not begin with earlier frames: for a
    ///   source that paused. Video then continues at a random access point. A track that changes its kind begins an
    ///   epoch in any case.
    /// - Throws: `ProtocolError` if there are too many tracks or two have the same number.
    public func setTracks(_ tracks: [Track], beginningEpoch: Bool = false) throws(ProtocolError) {
        _ = try TrackTable(epoch: 0, tracks: tracks)
        monitor.change { $0.queue.setTracks(tracks, beginningEpoch: beginningEpoch) }
    }

    /// Sends a frame, and waits while the queue is full, so that no frame is lost while the relay is slow or not there.
    /// Frames that are in flight when a connection breaks are lost, with the video up to the next random access point.
    ///
    /// - Throws: ``ClientError``: `frameTooLong`, `unknownTrack`, or `finished` when ``run()`` has ended.
    public func send(_ frame: OutgoingFrame) async throws {
        try await monitor.wait { [self] state -> Void? in
            try check(frame, state)
            try checkLength(of: frame)
            guard state.queue.hasRoom(for: frame.payload.readableBytes) else { return nil }
            // Frames that are not queued here precede an epoch's first random access point.
            _ = state.queue.append(frame, at: .now)
            return ()
        }
    }

    /// Sends a frame without waiting. When the queue is full, whole groups of pictures are dropped, and viewers receive
    /// a gap.
    ///
    /// - Returns: Whether the frame was queued. A frame that cannot be sent is not: one that is too long, belongs to a
    ///   track that was not set, or comes after the end.
    @discardableResult
    public func offer(_ frame: OutgoingFrame) -> Bool {
        let result = monitor.change { [self] state in
            Result { () throws(ClientError) in
                try check(frame, state)
                guard isShortEnough(frame) else { return state.queue.refuse(frame) }
                return state.queue.offer(frame, at: .now)
            }
        }
        switch result {
        case .success(let enqueued):
            if !isShortEnough(frame) {
                eventContinuation.yield(.frameTooLong(frame.track, bytes: frame.payload.readableBytes))
            }
            requestKeyFrames(enqueued.wantsKeyFrame)
            return enqueued.isQueued
        case .failure(let error):
            configuration.logger.debug("frame dropped", metadata: ["reason": "\(error.reason)"])
            return false
        }
    }

    /// The frames that have not reached the relay, and how long they have waited. Can be called from any thread at any
    /// rate. Bytes in flight are measured every few milliseconds.
    public var backlog: UplinkBacklog {
        let now = ContinuousClock.now
        return monitor.inspect { $0.backlog(at: now) }
    }

    /// Ends the stream. ``run()`` sends the frames that wait, ends the stream for its viewers, and returns.
    public func finish() {
        monitor.change { $0.isFinishing = true }
    }

    private func check(_ frame: OutgoingFrame, _ state: State) throws(ClientError) {
        guard !state.isFinishing, state.phase != .stopped else {
            throw ClientError(.finished, "The publisher has ended; make another one to send more.")
        }
        guard state.queue.knows(frame.track) else {
            throw ClientError(.unknownTrack, "Track \(frame.track) was not set; call setTracks before sending frames.")
        }
    }

    private func isShortEnough(_ frame: OutgoingFrame) -> Bool {
        frame.payload.readableBytes <= configuration.maximumFrameLength
    }

    private func checkLength(of frame: OutgoingFrame) throws(ClientError) {
        guard isShortEnough(frame) else {
            throw ClientError(
                .frameTooLong,
                "A frame of \(frame.payload.readableBytes) bytes is longer than the "
                    + "\(configuration.maximumFrameLength) allowed; lower the bit rate or raise the limit."
            )
        }
    }

    private func requestKeyFrames(_ tracks: TrackSet) {
        for number in 0...TrackID.maximum {
            if let track = TrackID(number), tracks.contains(TrackSet(track)) {
                eventContinuation.yield(.keyFrameRequested(track))
            }
        }
    }
}

// MARK: The connection

extension StreamPublisher {
    /// Connects and sends until ``finish()`` has been called and all frames are sent. Reconnects when a connection is
    /// lost or cannot be made. Can be called once.
    ///
    /// - Throws: `CancellationError`; the `Ending` of a relay that refuses the stream, such as `streamTaken`,
    ///   `unauthorized`, or `replaced` when a publisher with the same instance ID has taken over; or a ``ClientError``
    ///   if the peer is not a relay.
    public func run() async throws {
        try monitor.change { state in
            guard state.phase == .idle else { return Result<Void, ClientError>.failure(Self.alreadyRan) }
            state.phase = .running
            return .success(())
        }.get()
        defer {
            monitor.change { $0.phase = .stopped }
            eventContinuation.finish()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.sendQueue() }
            defer { group.cancelAll() }
            try await self.runConnection()
        }
    }

    private static let alreadyRan = ClientError(.finished, "A publisher runs once; make another one to publish again.")

    private func runConnection() async throws {
        var connection = try PersistentConnection(configuration, retriesFirstAttempt: true) { [monitor] in
            Self.record($0, in: monitor)
        }
        try await connection.run(
            hello: { address, _ in configuration.hello(.publish, to: address) },
            receive: { event, connection in handle(event, on: connection) },
            lost: { _ in
                monitor.change { state in
                    if let connection = state.connection { state.lose(connection) }
                    return state.hasSentGoodbye ? .done : .reconnect
                }
            },
            waiting: { error, pause in eventContinuation.yield(.disconnected(error, retryIn: pause)) }
        )
    }

    private func handle(
        _ event: ConnectionEvent,
        on connection: RelayConnection
    ) -> PersistentConnection.Reaction {
        switch event {
        case .welcomed(let welcome):
            let wanted = monitor.change { state in
                state.connection = connection
                state.uplink = UplinkMeter()
                state.clock = ClockReporter()
                return state.queue.begin(welcome)
            }
            eventContinuation.yield(.connected(welcome))
            requestKeyFrames(wanted)
        case .message(.keyFrameRequest(let request)):
            eventContinuation.yield(.keyFrameRequested(request.track))
        case .message(.viewerCount(let count)):
            eventContinuation.yield(.viewers(Int(count.viewers)))
        case .message(let message):
            return .violation(ProtocolError(.unexpectedMessage, "A \(message.type) message came to a publisher."))
        case .clock(let reading):
            sendClockOffset(on: connection) { $0.received(reading) }
        }
        return .proceed
    }

    /// Sends the offset of this clock from the relay's, for the viewers, if one is due.
    private func sendClockOffset(on connection: RelayConnection, _ due: (inout ClockReporter) -> ClockOffset?) {
        let offset = monitor.inspect { state in
            state.connection?.channel === connection.channel ? due(&state.clock) : nil
        }
        if let offset { connection.post(.clockOffset(offset)) }
    }

    /// Sends queued frames on the current connection, until cancelled.
    private func sendQueue() async throws {
        while true {
            switch try await monitor.wait(until: { Self.nextWork(&$0) }) {
            case .send(let handover, let connection):
                report(handover)
                do {
                    try await connection.send(handover.buffers)
                    if handover.announcesTracks {
                        sendClockOffset(on: connection) { $0.tracksSent(at: configuration.wallClock.now) }
                    }
                } catch {
                    monitor.change { $0.lose(connection) }
                    connection.channel.close(promise: nil)
                }
            case .sendGoodbye(let connection): sendGoodbye(on: connection)
            }
        }
    }

    private static func nextWork(_ state: inout State) -> Work? {
        guard let connection = state.connection else { return nil }
        if !state.queue.isEmpty {
            guard state.uplink.room > 0 else { return nil }
            let handover = state.queue.take(atMost: min(handoverBytes, state.uplink.room))
            state.uplink.recordHandover(handover.bytes, since: handover.since)
            return .send(handover, connection)
        }
        guard state.isFinishing, !state.isSendingGoodbye else { return nil }
        state.isSendingGoodbye = true
        return .sendGoodbye(connection)
    }

    /// The connection reports the progress of its bytes.
    private static func record(_ sample: UplinkSample, in monitor: Monitor<State>) {
        let now = ContinuousClock.now
        let hasRoomAgain = monitor.inspect { state in
            let hadRoom = state.uplink.room > 0
            state.uplink.record(sample, at: now)
            return !hadRoom && state.uplink.room > 0
        }
        if hasRoomAgain { monitor.change { _ in } }
    }

    private func report(_ handover: PublishQueue.Handover) {
        for frame in handover.tooLong {
            eventContinuation.yield(.frameTooLong(frame.track, bytes: frame.payload.readableBytes))
        }
        requestKeyFrames(handover.wantsKeyFrame)
    }

    private func sendGoodbye(on connection: RelayConnection) {
        let goodbye = Message.goodbye(Ending(.endOfStream, "The publisher has ended its stream."))
        let written = connection.channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenSuccess { [monitor] in monitor.change { $0.hasSentGoodbye = true } }
        connection.close(sending: goodbye, written: written)
    }
}

/// An event that concerns the source of a stream.
public enum PublishEvent: Sendable {
    /// A relay has accepted the stream.
    case connected(Welcome)
    /// The connection was lost or could not be made. The next attempt follows after `retryIn`.
    case disconnected(ClientError, retryIn: Duration)
    /// A viewer needs a random access point of this track.
    case keyFrameRequested(TrackID)
    /// The number of viewers. A source may pause while there are none.
    case viewers(Int)
    /// A frame of this many bytes was dropped, with the rest of its group of pictures: it is longer than the relay or
    /// this publisher's configuration allows.
    case frameTooLong(TrackID, bytes: Int)
}
