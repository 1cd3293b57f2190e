import NIOCore
import StreamProtocol

/// Where a source passes its frames to a ``StreamPublisher``, from any task or thread.
///
/// The source sets the tracks first. It passes recorded material with ``send(_:)``, which waits for the relay, and live
/// material with ``offer(_:)``, which never waits.
public final class PublishOutlet: Sendable {
    /// Events that are kept until the source reads them. Beyond that, the oldest are lost.
    public static let maximumBufferedEvents = 256

    /// Events for the source. For one reader; ends when the publisher does.
    public let events: AsyncStream<PublishEvent>

    let configuration: ClientConfiguration
    let state: Monitor<PublishState>
    /// `nil` while the source goes on. Apart from the state, which changes with every frame.
    let finishTimeout = Monitor<FinishTimeout?>(nil)
    private let eventContinuation: AsyncStream<PublishEvent>.Continuation

    init(_ configuration: ClientConfiguration, limits: PublishLimits) {
        self.configuration = configuration
        (events, eventContinuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(Self.maximumBufferedEvents)
        )
        state = Monitor(PublishState(limits: limits))
    }

    /// Sets the tracks of the frames that follow, in place of the earlier ones. Call it before the first frame, and
    /// again whenever a track's configuration changes.
    ///
    /// - Parameter beginningEpoch: Whether viewers that join from now on must not begin with earlier frames: for a
    ///   source that paused. Video then continues at a random access point. A track that changes its kind begins an
    ///   epoch in any case.
    /// - Throws: ``ClientError`` with ``ClientError/Code/invalidTracks`` if there are too many tracks or two have the same
    ///   number.
    public func setTracks(_ tracks: [Track], beginningEpoch: Bool = false) throws(ClientError) {
        do throws(ProtocolError) {
            _ = try TrackTable(epoch: 0, tracks: tracks)
        } catch {
            throw ClientError(.invalidTracks, error.reason)
        }
        state.change { $0.queue.setTracks(tracks, beginningEpoch: beginningEpoch) }
    }

    /// Sends a frame, and waits while the queue is full, so that no frame is lost while the relay is slow or not there.
    /// Frames that are in flight when a connection breaks are lost, with the video up to the next random access point.
    ///
    /// - Returns: What became of the frame. Video is left out until an epoch's first random access point.
    /// - Throws: `CancellationError`, or ``ClientError``: `frameTooLong`, `unknownTrack`, `finished` after the end of the
    ///   stream, or the error that has ended the publisher.
    @discardableResult
    public func send(_ frame: MediaFrame) async throws -> PublishOutcome {
        try await state.wait { [self] state -> PublishOutcome? in
            if case .stopped(let error?) = state.phase { throw error }
            if let reason = state.refusal(of: frame.track) { throw error(reason, frame) }
            guard isShortEnough(frame) else { throw error(.tooLong, frame) }
            guard state.queue.hasRoom(for: frame.payload.readableBytes) else { return nil }
            let enqueued = state.queue.append(frame, at: .now)
            return PublishOutcome(isQueued: enqueued.isQueued, leftOut: state.queue.takeLosses())
        }
    }

    /// Sends a frame without waiting. When the queue is full, or frames have waited for too long, whole groups of
    /// pictures are left out, and viewers receive a gap.
    ///
    /// - Returns: Whether the frame was queued, and which frames were left out because of it. A frame that cannot be
    ///   sent is left out: one that is too long, belongs to a track that was not set, or comes after the end.
    @discardableResult
    public func offer(_ frame: MediaFrame) -> PublishOutcome {
        let isShortEnough = isShortEnough(frame)
        let (outcome, wanted) = state.change { state in
            var enqueued = PublishQueue.EnqueueResult(isQueued: false)
            if let reason = state.refusal(of: frame.track) {
                state.queue.reject(frame, because: reason)
            } else if isShortEnough {
                enqueued = state.queue.offer(frame, at: .now)
            } else {
                enqueued = state.queue.refuse(frame)
            }
            let outcome = PublishOutcome(isQueued: enqueued.isQueued, leftOut: state.queue.takeLosses())
            return (outcome, enqueued.wantsKeyFrame)
        }
        if !isShortEnough { report(.frameTooLong(frame.track, bytes: frame.payload.readableBytes)) }
        requestKeyFrames(wanted)
        return outcome
    }

    /// The frames that have not reached the relay's machine, and how long they have waited. Can be called from any thread
    /// at any rate. Bytes in flight are measured every few milliseconds. They leave the backlog when the relay's system
    /// acknowledges them, so the backlog stays small at first when a relay hangs: until the buffers of its system are full.
    public var backlog: UplinkBacklog {
        let now = ContinuousClock.now
        return state.inspect { $0.backlog(at: now) }
    }

    /// The frames that were left out so far. Frames that were on their way when a connection broke are not among them.
    public var losses: PublishLosses { state.inspect { $0.queue.losses } }

    /// What was passed to the connections so far.
    package var totals: PublishTotals { state.inspect { $0.queue.totals } }

    /// Ends the stream before the source returns. The publisher sends the frames that wait, ends the stream for its
    /// viewers, and stops. Only the first call has an effect.
    ///
    /// - Parameter limit: How long the relay may take to receive the rest; `nil` for any time. After that, or after 30
    ///   seconds in which the relay takes nothing, the publisher stops with ``ClientError/Code/unfinished``.
    public func finish(within limit: Duration? = nil) {
        close(with: Ending(.endOfStream, "The publisher has ended its stream."), within: limit)
    }

    /// Stops before the source returns, and does not end the stream: its viewers stay and wait for the next publisher,
    /// such as this program after a restart. The publisher sends the frames that wait, and stops. Only the first call of
    /// this or ``finish(within:)`` has an effect.
    ///
    /// - Parameter limit: As for ``finish(within:)``.
    public func interrupt(within limit: Duration? = nil) {
        close(with: Ending(.done, "The publisher has stopped, and may come back."), within: limit)
    }

    private func close(with goodbye: Ending, within limit: Duration?) {
        let isFirst = state.change { state in
            defer { state.goodbye = state.goodbye ?? goodbye }
            return state.goodbye == nil
        }
        guard isFirst else { return }
        finishTimeout.change { $0 = FinishTimeout(limit: limit, stall: configuration.finishStall, at: .now) }
    }

    private func isShortEnough(_ frame: MediaFrame) -> Bool {
        frame.payload.readableBytes <= configuration.maximumFrameLength
    }

    private func error(_ reason: FrameLoss.Reason, _ frame: MediaFrame) -> ClientError {
        switch reason {
        case .tooLong:
            ClientError(
                .frameTooLong,
                "A frame of \(frame.payload.readableBytes) bytes is longer than the "
                    + "\(configuration.maximumFrameLength) allowed; lower the bit rate or raise the limit."
            )
        case .unknownTrack:
            ClientError(.unknownTrack, "Track \(frame.track) was not set; call setTracks before sending frames.")
        default:
            ClientError(.finished, "The publisher has ended; make another one to send more.")
        }
    }
}

// MARK: For the connection

extension PublishOutlet {
    func report(_ event: PublishEvent) { eventContinuation.yield(event) }

    func report(_ losses: [FrameLoss]) {
        for loss in losses { report(.framesLeftOut(loss)) }
    }

    func requestKeyFrames(_ tracks: TrackSet) {
        for number in 0...TrackID.maximum {
            if let track = TrackID(number), tracks.contains(TrackSet(track)) { report(.keyFrameRequested(track)) }
        }
    }

    /// The publisher has stopped.
    func stop(because error: ClientError?) {
        state.change { $0.phase = .stopped(error) }
        eventContinuation.finish()
    }
}
