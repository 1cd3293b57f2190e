import Logging
import NIOCore
import StreamProtocol

/// Sends a stream to a relay, and keeps on doing so when the connection breaks or the relay goes away for a while.
///
/// ``run()`` keeps the connection, in a task of its own; meanwhile the source sets the tracks and gives frames, from any
/// task or thread. Recorded material is best given by ``send(_:)``, which waits for the relay; live material by
/// ``offer(_:)``, which waits for nobody.
public final class StreamPublisher: Sendable {
    /// Events that are kept for a source that does not look; then the oldest are lost.
    public static let keptEvents = 256
    /// Bytes handed to the connection at a time: enough for few system calls; what is handed over cannot be left out any
    /// more.
    static let batchBytes = 64 * 1024

    /// What the source should know. For one reader; ends when ``run()`` does.
    public let events: AsyncStream<PublishEvent>

    private let configuration: ClientConfiguration
    private let announce: AsyncStream<PublishEvent>.Continuation
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
        /// The connection that the queue's epoch was begun for.
        var connection: RelayConnection?
        /// Whether nothing more will be given.
        var isFinishing = false
        var saysGoodbye = false
        /// Whether the relay's system has the goodbye.
        var saidGoodbye = false
        /// What the relay was told of this clock, on this connection.
        var toldClock: ClockReading?

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
            saysGoodbye = false
        }
    }

    private enum Work: Sendable {
        case send(PublishQueue.Batch, RelayConnection)
        case sayGoodbye(RelayConnection)
    }

    public init(_ configuration: ClientConfiguration, limits: PublishLimits = PublishLimits()) {
        self.configuration = configuration
        (events, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.keptEvents))
        monitor = Monitor(State(queue: PublishQueue(limits: limits)))
    }
}

// MARK: For the source

extension StreamPublisher {
    /// Sets the tracks of the frames given from now on, in place of those set before. Comes first, and again whenever a
    /// track's configuration changes.
    ///
    /// - Parameter beginningEpoch: Whether what was sent before is over, and no viewer who joins from now on is to begin
    ///   with it: for a source that rests for a while. Video goes on at a random access point. A track that changes its
    ///   kind begins an epoch in any case.
    /// - Throws: `ProtocolError` where there are too many tracks or two have the same number.
    public func setTracks(_ tracks: [Track], beginningEpoch: Bool = false) throws(ProtocolError) {
        _ = try TrackTable(epoch: 0, tracks: tracks)
        monitor.change { $0.queue.setTracks(tracks, beginningEpoch: beginningEpoch) }
    }

    /// Gives a frame, and waits while the queue is full: nothing is lost while the relay is slow or not there yet. What
    /// was on its way when a connection broke is lost, and video up to the next random access point with it.
    ///
    /// - Throws: ``ClientError``: `frameTooLong`, `unknownTrack`, or `finished` when ``run()`` has ended.
    public func send(_ frame: OutgoingFrame) async throws {
        try await monitor.wait { [self] state -> Void? in
            try check(frame, state)
            try checkLength(of: frame)
            guard state.queue.hasRoom(for: frame.payload.readableBytes) else { return nil }
            // What is not queued here comes before an epoch's first random access point.
            _ = state.queue.append(frame, at: .now)
            return ()
        }
    }

    /// Gives a frame without ever waiting. When the queue is full, whole groups of pictures are left out, and viewers are
    /// told so by a gap.
    ///
    /// - Returns: Whether the frame was queued. A frame that cannot be sent at all is not: one that is too long, of a
    ///   track that was not set, or given after the end.
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
        case .success(let admission):
            if !isShortEnough(frame) { announce.yield(.frameTooLong(frame.track, bytes: frame.payload.readableBytes)) }
            request(admission.wantsKeyFrame)
            return admission.isQueued
        case .failure(let error):
            configuration.logger.debug("frame left out", metadata: ["reason": "\(error.reason)"])
            return false
        }
    }

    /// What waits to get to the relay, and how long it has waited. For any thread, and as often as one likes; of what is on
    /// its way, it tells what was seen some milliseconds ago.
    public var backlog: UplinkBacklog {
        let now = ContinuousClock.now
        return monitor.look { $0.backlog(at: now) }
    }

    /// Nothing more will be given. ``run()`` sends what waits, ends the stream for its viewers, and returns.
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

    private func request(_ tracks: TrackSet) {
        for number in 0...TrackID.maximum {
            if let track = TrackID(number), tracks.contains(TrackSet(track)) {
                announce.yield(.keyFrameRequested(track))
            }
        }
    }
}

// MARK: The connection

extension StreamPublisher {
    /// Connects and sends, until ``finish()`` has been called and everything is sent. Connections that cannot be made or
    /// are lost are made again. Can be called once.
    ///
    /// - Throws: `CancellationError`; the `Ending` of a relay that will not take this stream, such as `streamTaken`,
    ///   `unauthorized`, or `replaced` when a publisher with the same instance id has taken over; or a ``ClientError``
    ///   when what answers is no relay.
    public func run() async throws {
        try monitor.change { state in
            guard state.phase == .idle else { return Result<Void, ClientError>.failure(Self.ranBefore) }
            state.phase = .running
            return .success(())
        }.get()
        defer {
            monitor.change { $0.phase = .stopped }
            announce.finish()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.sendQueue() }
            defer { group.cancelAll() }
            try await self.keepConnection()
        }
    }

    private static let ranBefore = ClientError(.finished, "A publisher runs once; make another one to publish again.")

    private func keepConnection() async throws {
        var connection = try PersistentConnection(configuration, isPatient: true) { [monitor] in
            Self.note($0, in: monitor)
        }
        try await connection.run(
            hello: { address, _ in configuration.hello(.publish, to: address) },
            receive: { event, connection in react(to: event, on: connection) },
            lost: { _ in
                monitor.change { state in
                    if let connection = state.connection { state.lose(connection) }
                    return state.saidGoodbye ? .done : .reconnect
                }
            },
            waiting: { error, pause in announce.yield(.disconnected(error, retryIn: pause)) }
        )
    }

    private func react(
        to event: ConnectionEvent,
        on connection: RelayConnection
    ) -> PersistentConnection.Reaction {
        switch event {
        case .welcomed(let welcome):
            let wanted = monitor.change { state in
                state.connection = connection
                state.uplink = UplinkMeter()
                state.toldClock = nil
                return state.queue.begin(welcome)
            }
            announce.yield(.connected(welcome))
            request(wanted)
        case .message(.keyFrameRequest(let request)):
            announce.yield(.keyFrameRequested(request.track))
        case .message(.viewerCount(let count)):
            announce.yield(.viewers(Int(count.viewers)))
        case .message(let message):
            return .violation(ProtocolError(.unexpectedMessage, "A \(message.type) message came to a publisher."))
        case .clock(let reading):
            tell(reading, on: connection)
        }
        return .goOn
    }

    /// Tells how far this clock is from the relay's, for the viewers to know.
    private func tell(_ reading: ClockReading, on connection: RelayConnection) {
        let isNews = monitor.change { state in
            guard reading.isNews(after: state.toldClock) else { return false }
            state.toldClock = reading
            return true
        }
        guard isNews else { return }
        // The relay's clock was read from here, and viewers want this one read from there.
        let offset = ClockOffset(offset: -reading.offset, errorBound: UInt32(clamping: reading.errorBound))
        connection.post(.clockOffset(offset))
    }

    /// Sends what is queued, on whatever connection there is, until cancelled.
    private func sendQueue() async throws {
        while true {
            switch try await monitor.wait(until: { Self.nextWork(&$0) }) {
            case .send(let batch, let connection):
                report(batch)
                do {
                    try await connection.send(batch.buffers)
                } catch {
                    monitor.change { $0.lose(connection) }
                    connection.channel.close(promise: nil)
                }
            case .sayGoodbye(let connection): sayGoodbye(on: connection)
            }
        }
    }

    private static func nextWork(_ state: inout State) -> Work? {
        guard let connection = state.connection else { return nil }
        if !state.queue.isEmpty {
            guard state.uplink.room > 0 else { return nil }
            let batch = state.queue.take(atMost: min(batchBytes, state.uplink.room))
            state.uplink.hand(over: batch.bytes, since: batch.since)
            return .send(batch, connection)
        }
        guard state.isFinishing, !state.saysGoodbye else { return nil }
        state.saysGoodbye = true
        return .sayGoodbye(connection)
    }

    /// The connection tells how far its bytes have come.
    private static func note(_ sample: UplinkSample, in monitor: Monitor<State>) {
        let now = ContinuousClock.now
        let hasRoomAgain = monitor.look { state in
            let hadRoom = state.uplink.room > 0
            state.uplink.note(sample, at: now)
            return !hadRoom && state.uplink.room > 0
        }
        if hasRoomAgain { monitor.change { _ in } }
    }

    private func report(_ batch: PublishQueue.Batch) {
        for frame in batch.tooLong {
            announce.yield(.frameTooLong(frame.track, bytes: frame.payload.readableBytes))
        }
        request(batch.wantsKeyFrame)
    }

    private func sayGoodbye(on connection: RelayConnection) {
        let goodbye = Message.goodbye(Ending(.endOfStream, "The publisher has ended its stream."))
        let written = connection.channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenSuccess { [monitor] in monitor.change { $0.saidGoodbye = true } }
        connection.leave(saying: goodbye, written: written)
    }
}
