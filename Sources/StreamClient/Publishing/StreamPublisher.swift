import NIOCore
import StreamProtocol

/// Sends a stream to a relay. It reconnects when the connection breaks or the relay is away for a while.
///
/// ``run(finishingWithin:_:)`` runs the source of the frames and the connection together: if one of them fails, it ends
/// the other one.
public final class StreamPublisher: Sendable {
    /// Where the source passes its frames.
    package let outlet: PublishOutlet

    private let waitsForTracks: Bool
    private var configuration: ClientConfiguration { outlet.configuration }
    private var state: Monitor<PublishState> { outlet.state }

    /// Makes a publisher, which does nothing until it runs.
    ///
    /// - Parameters:
    ///   - configuration: The relay and the stream, and how to connect.
    ///   - limits: The bounds of the queue in which frames wait for the network.
    ///   - waitsForTracks: Whether to connect only when the source has set its tracks, so that the relay hears of no
    ///     stream whose source cannot be opened. Not for a source that waits for viewers.
    public init(
        _ configuration: ClientConfiguration,
        limits: PublishLimits = PublishLimits(),
        waitsForTracks: Bool = false
    ) {
        self.waitsForTracks = waitsForTracks
        outlet = PublishOutlet(configuration, limits: limits)
    }

    /// The frames that were left out so far, also after ``run(finishingWithin:_:)`` has returned or thrown. Frames that
    /// were on their way when a connection broke, and those that still wait at the end, are not among them.
    public var losses: PublishLosses { outlet.losses }

    /// Publishes the frames of a source. Returns when the source has returned, the relay has received all frames that
    /// wait, and the stream has ended for its viewers. Can be called once.
    ///
    /// - Parameters:
    ///   - limit: How long the relay may take to receive the rest, from the end of the source on; `nil` for any time in
    ///     which it takes bytes. After 30 seconds in which it takes nothing, because it is away or its network fails, the
    ///     publisher gives up.
    ///   - source: Passes the frames to the outlet. It is cancelled if publishing fails.
    /// - Returns: The result of `source`. If `run` throws, there is none; ``losses`` then still has the frames that were left
    ///   out.
    /// - Throws: `CancellationError`; an error of `source`; or a ``ClientError`` with the reason of a relay that refuses
    ///   the stream (``ClientError/ending``), such as `streamTaken`, `unauthorized`, or `replaced` when a publisher with
    ///   the same instance ID has taken over, if the peer is not a relay, or with ``ClientError/Code/unfinished`` if the
    ///   relay does not receive the rest in time.
    public func run<Result: Sendable>(
        finishingWithin limit: Duration? = nil,
        _ source: @escaping @Sendable (PublishOutlet) async throws -> Result
    ) async throws -> Result {
        try await withTaskGroup(of: PublishPart<Result>.self) { [outlet] group in
            group.addTask {
                do {
                    try await self.run()
                    return .connectionEnded(nil)
                } catch {
                    return .connectionEnded(error)
                }
            }
            group.addTask {
                do {
                    let result = try await source(outlet)
                    outlet.finish(within: limit)
                    return .sourceEnded(.success(result))
                } catch {
                    return .sourceEnded(.failure(error))
                }
            }
            var results = PublishResults<Result>()
            for await part in group where results.record(part) { group.cancelAll() }
            return results
        }.get()
    }
}

/// The end of one of the two parts of a publisher.
private enum PublishPart<Result: Sendable>: Sendable {
    case connectionEnded((any Error)?)
    case sourceEnded(Swift.Result<Result, any Error>)
}

/// How both parts of a publisher ended.
private struct PublishResults<Result: Sendable>: Sendable {
    private var connectionError: (any Error)?
    private var source: Swift.Result<Result, any Error>?

    /// - Returns: Whether the other part must end too.
    mutating func record(_ part: PublishPart<Result>) -> Bool {
        switch part {
        case .connectionEnded(let error):
            connectionError = error
            return error != nil
        case .sourceEnded(let result):
            source = result
            if case .failure = result { return true }
            return false
        }
    }

    /// The reason of the relay or the network comes first: an error of the source may follow from it. A connection that
    /// was cancelled because the source failed is no reason.
    func get() throws -> Result {
        if let connectionError, !(connectionError is CancellationError) { throw connectionError }
        let result = try source?.get()
        guard let result, connectionError == nil else { throw connectionError ?? CancellationError() }
        return result
    }
}

// MARK: The connection

extension StreamPublisher {
    /// Connects and sends until ``PublishOutlet/finish(within:)`` has been called and all frames are sent. Reconnects
    /// when a connection is lost or cannot be made. Can be called once.
    ///
    /// - Throws: The errors of ``run(finishingWithin:_:)``, without those of a source.
    package func run() async throws {
        try state.change { state in
            guard case .idle = state.phase else { return Result<Void, ClientError>.failure(Self.alreadyRan) }
            state.phase = .running
            return .success(())
        }.get()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.sendQueue() }
                group.addTask { try await self.waitForDeadline() }
                group.addTask { try await self.runConnection() }
                // The other two only end with an error.
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            outlet.stop(because: error as? ClientError)
            throw error
        }
        outlet.stop(because: nil)
    }

    private static let alreadyRan = ClientError(.finished, "A publisher runs once; make another one to publish again.")

    /// Waits until the source has ended and the relay has taken too long to receive the rest.
    ///
    /// - Throws: ``ClientError`` with ``ClientError/Code/unfinished``, or `CancellationError`.
    private func waitForDeadline() async throws {
        var timeout = try await outlet.finishTimeout.wait { $0 }
        while case .wait(let time) = timeout.decide(outlet.backlog, at: .now) { try await Task.sleep(until: time) }
        throw ClientError(
            .unfinished,
            "The relay has not received the end of the stream in time: \(outlet.backlog.bytes) bytes wait. Check the relay "
                + "and the network, or allow more time."
        )
    }

    private func runConnection() async throws {
        if waitsForTracks {
            let hasTracks = try await state.wait { $0.queue.hasTracks ? true : $0.goodbye.map { _ in false } }
            guard hasTracks else { return }
        }
        var connection = try PersistentConnection(configuration, retriesFirstAttempt: true) { [state] in
            Self.record($0, in: state)
        }
        try await connection.run(
            hello: { address, _ in configuration.hello(.publish, to: address) },
            receive: { event, connection in handle(event, on: connection) },
            lost: { _ in
                state.change { state in
                    if let connection = state.connection { state.lose(connection) }
                    return state.hasSentGoodbye ? .done : .reconnect
                }
            },
            waiting: { error, pause in outlet.report(.disconnected(error, retryIn: pause)) }
        )
    }

    private func handle(
        _ event: ConnectionEvent,
        on connection: RelayConnection
    ) -> PersistentConnection.Reaction {
        switch event {
        case .welcomed(let welcome):
            let (wanted, losses) = state.change { state in
                (state.begin(welcome, on: connection, at: .now), state.queue.takeLosses())
            }
            outlet.report(.connected(welcome))
            outlet.report(losses)
            outlet.requestKeyFrames(wanted)
        case .message(.keyFrameRequest(let request)):
            outlet.report(.keyFrameRequested(request.track))
        case .message(.viewerCount(let count)):
            outlet.report(.viewers(Int(count.viewers)))
        case .message(let message):
            return .violation(ProtocolError(.unexpectedMessage, "A \(message.type) message came to a publisher."))
        case .clock(let reading):
            sendClockOffset(on: connection) { $0.received(reading) }
        }
        return .proceed
    }

    /// Sends the offset of this clock from the relay's, for the viewers, if one is due.
    private func sendClockOffset(on connection: RelayConnection, _ due: (inout ClockReporter) -> ClockOffset?) {
        let offset = state.inspect { state in
            state.connection?.channel === connection.channel ? due(&state.clock) : nil
        }
        if let offset { connection.post(.clockOffset(offset)) }
    }

    /// Sends queued frames on the current connection, until cancelled.
    private func sendQueue() async throws {
        while true {
            let (work, losses) = try await state.wait { state in
                state.nextWork().map { ($0, state.queue.takeLosses()) }
            }
            outlet.report(losses)
            switch work {
            case .send(let handover, let connection):
                report(handover)
                do {
                    try await connection.send(handover.buffers)
                    if handover.announcesTracks {
                        sendClockOffset(on: connection) { $0.tracksSent(at: configuration.wallClock.now) }
                    }
                } catch {
                    state.change { $0.lose(connection) }
                    connection.channel.close(promise: nil)
                }
            case .sendGoodbye(let ending, let connection): send(ending, on: connection)
            }
        }
    }

    /// The connection reports the progress of its bytes.
    private static func record(_ sample: UplinkSample, in state: Monitor<PublishState>) {
        let now = ContinuousClock.now
        let hasRoomAgain = state.inspect { state in
            let hadRoom = state.uplink.room > 0
            state.uplink.record(sample, at: now)
            return !hadRoom && state.uplink.room > 0
        }
        if hasRoomAgain { state.change { _ in } }
    }

    private func report(_ handover: PublishQueue.Handover) {
        for frame in handover.tooLong {
            outlet.report(.frameTooLong(frame.track, bytes: frame.payload.readableBytes))
        }
        outlet.requestKeyFrames(handover.wantsKeyFrame)
    }

    private func send(_ goodbye: Ending, on connection: RelayConnection) {
        let written = connection.channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenSuccess { [state] in state.change { $0.hasSentGoodbye = true } }
        connection.close(sending: .goodbye(goodbye), written: written)
    }
}
