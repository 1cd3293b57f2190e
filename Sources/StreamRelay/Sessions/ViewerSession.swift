import NIOCore
import Platform
import StreamProtocol

/// The events of a viewer that concern its connection.
protocol ViewerSessionDelegate: AnyObject {
    /// The viewer has been given the stream to its end.
    func viewerReachedEnd()
    /// The viewer has missed so much that the relay cannot tell it what.
    func viewerGapLedgerOverflowed()
}

/// The relay's side of a viewer: writes the entries of the log that its ``ViewerWriter`` chooses, as fast as the socket
/// takes them.
///
/// A viewer that has everything, and whose socket has taken everything, is in one of its shard's lanes
/// (``SteadyLanes``). The lane writes for it until its socket does not take a whole message.
///
/// The shard, the channel and the event loop drive the viewer by these events. All of them happen on the event loop.
///
/// | Event | Cause | What the viewer does |
/// |---|---|---|
/// | ``logDidGrow(_:keeping:isDue:now:)`` | The shard has a new entry, or the viewer's batch is due. | It writes if it is idle, then skips entries that the log drops. |
/// | ``becameWritable()`` | The channel takes more. | It writes a single entry; for more it queues for a turn. |
/// | ``takeTurn(at:)`` | Its turn among the viewers that catch up has come. | It writes a turn's bytes, then queues again, rests or joins a lane. |
/// | ``controlMessageWritten()`` | The session, or the handler that frames its messages, gave the channel another message. | It leaves its lane if NIO holds a part of that. |
/// | ``didLeaveLane(_:)`` | Its socket took a part of a run, or the lane came to an entry for each viewer by itself. | It goes on at the lane's cursor, and gives NIO the rest of the message. |
/// | ``close()`` | The session ends. | It leaves the lane and the shard. |
///
/// In the other direction the viewer calls ``StreamShard/joinLane(_:socket:cursor:kind:)`` when it has everything,
/// ``StreamShard/leaveLane(_:)``, and ``StreamShard/remove(_:)``. A write that fails closes the connection at once, so
/// ``close()`` may happen within each of the others; the writer is closed then, and takes no further step.
final class ViewerSession: SteadyViewer, TurnTaker {
    /// The index of this viewer in its shard while it is in no lane.
    var individualIndex: Int?
    var lanePosition: LanePosition?

    let stream: Stream
    /// How long frames are gathered before they are sent together.
    let batch: TimeAmount
    let shard: StreamShard
    private unowned let loop: RelayLoop
    private unowned let delegate: any ViewerSessionDelegate
    private let carrier: TrafficCarrier
    /// Whether the client is a relay.
    let isRelay: Bool
    private let start: Hello.Start
    /// The time of admission, until the first frame is written; `nil` if the stream was not live.
    private var liveSince: NIODeadline?
    private let context: ChannelHandlerContext
    /// The context's channel. To ask the context for it takes longer than to ask it whether it is writable.
    private let channel: any Channel
    /// The descriptor of the socket, if there is one.
    private let socket: CInt?
    /// Whether a lane may write to the socket.
    private let mayBeSteady: Bool
    /// Frames the messages; `nil` for the protocol without a carrier. Weak, because that of HTTP holds its session.
    private weak var framingHandler: (any FramingHandler)?
    let encryptor: (any EncryptingHandler)?
    /// Whether its bytes are copied on the way, as TLS does, so that it holds nothing of the log.
    private let holdsCopies: Bool
    /// The latency bound without the history.
    private let baseBound: TimeAmount
    /// How far the viewer may fall behind.
    private let bound: TimeAmount
    private var writer: ViewerWriter
    /// Limits the requests that the viewer makes, and those that are made because it is late.
    private var requests = KeyFrameRequestBackoff()
    private var unsentMessages = UnsentMessages()
    private var progress = WriteProgress()
    private var receipt = FrameReceipt()
    /// The viewers of a relay beyond the one that it counts as itself; -1 if it has none.
    private var relayedViewers = 0
    /// The viewer's newest report, and when it came.
    private var report: (ReceiverReport, NIODeadline)?

    private init(
        hello: Hello,
        carrier: TrafficCarrier,
        stream: Stream,
        bound: TimeAmount,
        batch: TimeAmount,
        wrapping: (any FrameWrapping)?,
        connection: Connection,
        context: ChannelHandlerContext,
        delegate: any ViewerSessionDelegate
    ) {
        self.stream = stream
        framingHandler = connection.framingHandler
        encryptor = connection.encryptor
        self.carrier = carrier
        self.batch = batch
        isRelay = hello.role == .relay
        start = hello.start
        loop = connection.loop
        self.delegate = delegate
        self.context = context
        channel = context.channel
        socket = context.socket
        // A lane sends every frame.
        mayBeSteady = (encryptor != nil || !connection.hasTLS) && loop.writer != nil && !hello.wantsOnlyRandomAccess
        holdsCopies = connection.hasTLS
        if batch > .zero {
            try? channel.syncOptions?.setOption(.notSentLowWater, value: Relay.unsentBytesOfBatch)
        }
        shard = loop.shard(of: stream, wrapping: wrapping)
        let cursor = Cursor(
            joining: shard.log,
            at: hello.start,
            history: .milliseconds(Int64(hello.history ?? 0)),
            kinds: hello.kinds,
            wantsOnlyRandomAccess: hello.wantsOnlyRandomAccess,
            now: .now()
        )
        writer = ViewerWriter(cursor, carrier: carrier)
        baseBound = bound
        self.bound = bound + cursor.history
        shard.add(self)
        loop.core.metrics.viewerJoined(by: carrier, beginning: start)
    }

    /// Admits a viewer to a stream.
    ///
    /// - Throws: ``ProtocolError`` where the stream is not published, it has passed too many relays for another one, or a
    ///   limit of viewers or streams is reached.
    static func begin(
        _ hello: Hello,
        for delegate: any ViewerSessionDelegate,
        _ connection: Connection,
        _ carrier: TrafficCarrier,
        wrapping: (any FrameWrapping)?,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) -> (ViewerSession, Welcome) {
        let core = connection.loop.core
        let stream = try core.registry.subscribe(hello.stream, waits: hello.waits, from: connection.registration)
        let path: RelayPath?
        do throws(ProtocolError) {
            path = try core.path(for: hello, of: stream)
            let price = try wrapping.map { wrapping throws(ProtocolError) in try stream.price(of: wrapping) } ?? 0
            if price > 0 { try connection.chargeWork(price, at: .now()) }
        } catch {
            core.registry.unsubscribe(stream, at: .now())
            throw error
        }
        let bound = core.latencyBound(of: hello.stream, requested: hello.maximumLatency)
        let viewer = ViewerSession(
            hello: hello,
            carrier: carrier,
            stream: stream,
            bound: bound,
            batch: core.batch(of: hello.stream, requested: hello.batch, bound: bound),
            wrapping: wrapping,
            connection: connection,
            context: context,
            delegate: delegate
        )
        // The viewer has its place in the log by now, so it misses no change after this.
        let current = stream.currentState
        if current.state == .live { viewer.liveSince = .now() }
        var welcome = core.welcome(to: stream, epoch: current.epoch, state: current.state, bound: viewer.bound)
        let history = viewer.bound - viewer.baseBound
        welcome.path = path
        if hello.history != nil { welcome.history = UInt32(clamping: history.nanoseconds / 1_000_000) }
        return (viewer, welcome)
    }

    /// Stops reading the log.
    ///
    /// - Returns: The messages that the channel still holds.
    func close() -> UnsentMessages {
        writer.close(delivered: shard.remove(self)?.delivered)
        loop.core.metrics.viewerLeft(by: carrier)
        loop.core.registry.unsubscribe(stream, at: .now())
        stream.addRelayedViewers(-relayedViewers)
        return unsentMessages
    }

    /// The client is a relay that has so many viewers of its own.
    func recordViewers(_ count: ViewerCount) {
        let change = Int(count.viewers) - 1 - relayedViewers
        relayedViewers += change
        stream.addRelayedViewers(change)
    }

    // MARK: Status

    /// How long ago the oldest entry arrived that the viewer was not given yet.
    func lag(at now: NIODeadline) -> TimeAmount {
        writer.isSteady ? shard.lag(of: self, at: now) : writer.cursor.lag(in: shard.log, now: now)
    }

    func status(at now: NIODeadline) -> ConnectionStatus.Viewing {
        let transferred = writer.transferred + shard.delivered(to: self)
        return ConnectionStatus.Viewing(
            framesSent: transferred.frames,
            bytesSent: transferred.bytes,
            gaps: writer.gaps,
            framesSkipped: writer.framesSkipped,
            lag: lag(at: now),
            latencyBound: bound,
            bytesUnsent: unsent ?? 0,
            reception: reception(at: now)
        )
    }

    func takeReport(_ report: ReceiverReport, at now: NIODeadline) {
        self.report = (report, now)
    }

    /// The viewer's newest report; `nil` if it sends none, or none any more.
    func reception(at now: NIODeadline) -> ConnectionStatus.Reception? {
        guard let (report, time) = report, now - time <= StreamReception.lifetime else { return nil }
        return ConnectionStatus.Reception(report: report, age: now - time)
    }

    /// Whether the viewer has received frames since this was last called, so that it needs no ping.
    func hasReceivedFramesSincePing() -> Bool {
        guard let bytes = socket.flatMap(SendQueue.acknowledgedBytes(of:)) else { return false }
        return receipt.update(frames: writer.transferred.frames + shard.delivered(to: self).frames, acknowledged: bytes)
    }

    /// Looks at whether the viewer takes the bytes that are written to it.
    func checkProgress(at now: NIODeadline) -> WriteProgress.Status {
        // A lane begins and goes on without unsent bytes.
        guard !writer.isSteady else { return .idle }
        let unsent = unsent ?? 0
        unsentMessages.update(unsent, in: loop.core.memory)
        guard unsent > 0 else { return progress.update(taken: 0, isPending: false, limit: .zero, at: now) }
        let acknowledged = socket.flatMap(SendQueue.acknowledgedBytes(of:))
        let taken = acknowledged ?? UInt64(max(0, writer.transferred.bytes - unsent))
        let limit = baseBound + loop.core.setting { $0.limits.stall }
        return progress.update(taken: taken, isPending: true, limit: limit, at: now)
    }

    /// Bytes that wait in this process, and how long the viewer has taken none of them.
    func backlog(at now: NIODeadline) -> (bytes: Int, idle: TimeAmount) {
        writer.isSteady ? (0, .zero) : (unsent ?? 0, progress.idleTime(at: now))
    }

    /// Bytes that NIO holds; `nil` where it does not say.
    private var unsent: Int? { channel.unsentBytes }

    // MARK: Key frames

    /// The viewer asks for a key frame.
    func requestKeyFrame(of track: TrackID) {
        let now = NIODeadline.now()
        guard requests.allowsRequest(at: now) else { return }
        let isForwarded = stream.requestKeyFrame(of: track, for: writer.cursor.kinds, at: now)
        requests.recordRequest(forwarded: isForwarded, at: now)
    }

    /// Asks for a key frame for the viewer. One that is always late, or that finds no random access point, counts as one
    /// that always asks.
    private func requestKeyFrame(because reason: KeyFrameRequests.Reason, at now: NIODeadline) {
        guard reason == .noPicture || requests.allowsRequest(at: now) else { return }
        let isForwarded = stream.requestKeyFrame(for: writer.cursor.kinds, because: reason, at: now)
        if reason != .noPicture { requests.recordRequest(forwarded: isForwarded, at: now) }
    }

    // MARK: Events

    /// The log has a new entry, and will drop the entries before `kept`.
    ///
    /// - Parameter isDue: Whether the viewer gets the entry now, and not with later ones.
    func logDidGrow(_ log: FrameLog, keeping kept: Int, isDue: Bool, now: NIODeadline) {
        // A viewer that waits for its turn reads the entry then.
        if isDue { write(from: log, now: now) }
        writer.skipDroppedEntries(before: kept, in: log)
        if writer.cursor.gapLedgerOverflowed { delegate.viewerGapLedgerOverflowed() }
    }

    /// The channel takes more.
    func becameWritable() {
        guard writer.isIdle else { return }
        let now = NIODeadline.now()
        if shard.log.end - writer.cursor.position > 1 {
            writer.queue()
            loop.turns.runOrEnqueue(self, at: now)
        } else {
            write(from: shard.log, now: now)
        }
    }

    /// The viewer's turn has come.
    package func takeTurn(at now: NIODeadline) {
        writer.dequeue()
        write(from: shard.log, now: now)
    }

    /// The session gave the channel another message.
    func controlMessageWritten() {
        guard writer.isSteady, unsent != 0, let exit = shard.leaveLane(self) else { return }
        didLeaveLane(exit)
    }

    /// The viewer is no longer in its lane.
    func didLeaveLane(_ exit: LaneExit<ViewerSession>) {
        guard !writer.isClosed else { return }
        writer.leftLane(at: exit.cursor, delivered: exit.delivered)
        if let records = exit.records { encryptor?.writeRecords(records) }
        if !holdsCopies, !exit.remainder.isEmpty, let charge = shard.charge(before: exit.cursor.position) {
            unsentMessages.append(charge)
        }
        for piece in exit.remainder {
            if isFramed { framingHandler?.writeFramed(piece) } else { write(piece) }
        }
        context.flush()
        if !writer.isClosed, let unsent { unsentMessages.update(unsent, in: loop.core.memory) }
    }

    /// Joins a lane, unless NIO holds bytes or the viewer's batch is not being delivered.
    private func joinLane() {
        guard mayBeSteady, let socket, writer.mayJoinLane, batch == .zero || shard.isDelivering(batch), unsent == 0,
            let laneKind
        else { return }
        shard.joinLane(self, socket: socket, cursor: writer.cursor, kind: laneKind)
        guard lanePosition != nil else { return }
        writer.joinedLane()
        unsentMessages.removeAll(in: loop.core.memory)
        progress = WriteProgress()
    }

    /// The lanes that can serve the viewer; `nil` while its carrier frames no message as it does for others.
    private var laneKind: LaneKind? {
        var kind = LaneKind(batch: batch, carrier: carrier, isOfRelays: isRelay, isEncrypted: encryptor != nil)
        guard isFramed else { return kind }
        kind.framing = framingHandler?.framing
        return kind.framing == nil ? nil : kind
    }

    private var isFramed: Bool { carrier == .http || carrier == .webSocket }

    // MARK: Writing

    private func write(from log: FrameLog, now: NIODeadline) {
        guard writer.isIdle else { return }
        if let reason = writer.beginTurn(in: log, bound: bound, now: now) { requestKeyFrame(because: reason, at: now) }
        // NIO is asked only where the answer matters.
        var unsent = writer.hasLargeStride ? self.unsent : 0
        while writer.beginRun(
            unsent: unsent ?? 0,
            isWritable: channel.isWritable,
            // The log does not bound copies for a viewer.
            isShortOfMemory: holdsCopies && loop.core.memory.viewersExceedShare && self.unsent != 0
        ) {
            writeRun(from: log)
            guard !writer.isClosed else { return }
            unsent = self.unsent
            if let unsent { unsentMessages.update(unsent, in: loop.core.memory) }
            writer.endRun(unsent: unsent)
        }
        switch writer.endTurn(isWritable: channel.isWritable) {
        case .rest: break
        case .enqueue: loop.turns.enqueue(self)
        case .caughtUp: joinLane()
        case .ended: delegate.viewerReachedEnd()
        }
    }

    private func writeRun(from log: FrameLog) {
        while true {
            switch writer.next(in: log) {
            case .writeFrame(let message):
                loop.traffic.sentFrame(message.readableBytes, by: carrier)
                if liveSince != nil { recordFirstFrame() }
                if !holdsCopies, let charge = log.charge(at: writer.cursor.position - 1) {
                    unsentMessages.append(charge)
                }
                write(message)
            case .writeControl(let message):
                loop.traffic.sent(message.readableBytes, by: carrier)
                write(message)
            case .announce(let gap):
                loop.core.metrics.recordGap(gap)
                let message = ProtocolMessage.gap(gap).encoded()
                loop.traffic.sent(message.readableBytes, by: carrier)
                writer.announced(message)
                write(message)
            case .flush:
                if writer.needsFlush { context.flush() }
                return
            }
        }
    }

    private func write(_ message: ByteBuffer) {
        context.write(NIOAny(message), promise: nil)
    }

    private func recordFirstFrame() {
        guard let since = liveSince else { return }
        liveSince = nil
        loop.core.metrics.firstFrame(after: .now() - since, beginning: start)
    }
}

extension ViewerSession: Equatable {
    static func == (a: ViewerSession, b: ViewerSession) -> Bool { a === b }
}
