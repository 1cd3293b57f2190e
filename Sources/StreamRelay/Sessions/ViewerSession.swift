import NIOCore
import StreamProtocol

/// What a viewer's session tells its connection.
protocol ViewerSessionDelegate: AnyObject {
    /// The viewer has read the stream to its end.
    func viewerReachedEnd()
    /// The viewer is so late that it cannot even be told what it missed.
    func viewerLostTrack()
}

/// A viewer's side of a connection: writes what its cursor says, as fast as its socket takes it.
///
/// It is driven by the log's growth and by the socket's writability, and writes through the channel. A viewer on plain
/// TCP that has everything, and whose socket has taken everything, sits in one of its shard's lanes instead
/// (``SteadyLanes``) and does nothing at all, until its socket does not take a whole message. Belongs to its event loop.
final class ViewerSession: SteadyViewer {
    /// Bytes a viewer is given before others have their turn.
    static let fairShare = 256 * 1024
    /// Bytes that are written in one go to a viewer who catches up; more once its socket has taken these.
    static let firstStride = 32 * 1024
    /// The most that is written in one go. NIO holds so much, and the end of a message, for a viewer whose socket takes
    /// nothing any more.
    static let largestStride = 64 * 1024
    /// What passing over ``Cursor/longestStep`` entries counts of the same, so that who is sent little of a long log has a
    /// turn of some thousands of them.
    static let costOfPassing = 16 * 1024
    /// Messages that are written in one go at the most. NIO has room for so many from the beginning, and what more it
    /// needs once it keeps for as long as the connection lives.
    static let longestStride = 15

    /// Where the shard keeps this viewer while it has no seat.
    var slot: Int?
    var seat: SteadySeat?

    let stream: Stream
    /// Frames are gathered for so long before they are sent together.
    let batch: TimeAmount
    private let shard: StreamShard
    private unowned let loop: RelayLoop
    private unowned let delegate: any ViewerSessionDelegate
    private let carrier: TrafficCarrier
    private let start: Hello.Start
    /// When it was let in, if the stream was live then.
    private var liveSince: NIODeadline?
    private let context: ChannelHandlerContext
    /// The context's channel: asking the context for it costs more than asking it whether it is writable.
    private let channel: any Channel
    /// Its socket, where there is one.
    private let socket: CInt?
    /// Whether a lane may write to its socket.
    private let mayBeSteady: Bool
    /// Whether what it is given is copied on the way, as TLS does, so that it holds nothing of the log.
    private let holdsCopies: Bool
    private let bound: TimeAmount
    private var cursor: Cursor
    /// Asking takes the stream's lock, so it is not done for each frame.
    private var nextRequest = NIODeadline.uptimeNanoseconds(0)
    /// For what the viewer itself asks, and what is asked because it is late.
    private var requests = KeyFrameRequestBackoff()
    private var moved = Moved()
    private var unsentMessages = UnsentMessages()
    private var progress = WriteProgress()
    /// Frames that it had been given, and bytes that its system had acknowledged, when it was last asked for a sign of
    /// life.
    private var lastAsked = (frames: 0, bytes: UInt64(0))
    private var gaps = 0
    private var framesSkipped = 0
    private var stride = ViewerSession.firstStride
    private var isWriting = false
    private var isWaitingForTurn = false
    private var hasLeft = false

    init(
        hello: Hello,
        carrier: TrafficCarrier,
        isEncrypted: Bool,
        stream: Stream,
        bound: TimeAmount,
        batch: TimeAmount,
        loop: RelayLoop,
        context: ChannelHandlerContext,
        delegate: any ViewerSessionDelegate
    ) {
        self.stream = stream
        self.carrier = carrier
        self.batch = batch
        start = hello.start
        self.loop = loop
        self.delegate = delegate
        self.context = context
        channel = context.channel
        socket = context.socket
        // What is wrapped on its way, by TLS or HTTP, goes through the channel.
        mayBeSteady = carrier == .tcp && loop.writer != nil
        holdsCopies = isEncrypted
        if batch > .zero {
            try? channel.syncOptions?.setOption(.notSentLowWater, value: Relay.unsentBytesOfBatch)
        }
        self.bound = bound
        shard = loop.shard(of: stream)
        cursor = Cursor(joining: shard.log, at: hello.start, kinds: hello.kinds, now: .now())
        shard.add(self)
        loop.core.metrics.viewerCame(by: carrier, beginning: start)
    }

    /// Stops reading the log.
    ///
    /// - Returns: What the channel still holds for it.
    func leave() -> UnsentMessages {
        hasLeft = true
        if let fallen = shard.remove(self) { moved = moved + fallen.given }
        loop.core.metrics.viewerLeft(by: carrier)
        loop.core.registry.unsubscribe(stream, at: .now())
        return unsentMessages
    }

    /// The stream was live when the viewer came, so that it is worth knowing how long its first frame takes.
    func expectsFirstFrame(since moment: NIODeadline) {
        liveSince = moment
    }

    /// How long ago the oldest entry came that the viewer was not given yet.
    func lag(at now: NIODeadline) -> TimeAmount {
        seat == nil ? cursor.lag(in: shard.log, now: now) : shard.lag(of: self, at: now)
    }

    /// What it was given, and what not.
    func status(at now: NIODeadline) -> ConnectionStatus.Viewing {
        let moved = moved + shard.given(to: self)
        return ConnectionStatus.Viewing(
            framesSent: moved.frames,
            bytesSent: moved.bytes,
            gaps: gaps,
            framesSkipped: framesSkipped,
            lag: lag(at: now),
            latencyBound: bound,
            bytesUnsent: unsent ?? 0
        )
    }

    // MARK: Signs of life

    /// Whether it has taken frames since this was last asked, so that it need not say that it is there. Pings do not
    /// count: the system acknowledges them for a program that hangs.
    func hasTakenFrames() -> Bool {
        guard let bytes = socket.flatMap(Acknowledgement.bytes(on:)) else { return false }
        let frames = moved.frames + shard.given(to: self).frames
        defer { lastAsked = (frames, bytes) }
        return frames > lastAsked.frames && bytes > lastAsked.bytes
    }

    /// Looks at whether it takes what is written to it.
    func lookAtProgress(at now: NIODeadline) -> WriteProgress.Finding {
        let unsent = seat == nil ? unsent ?? 0 : 0
        unsentMessages.settle(unsent, in: loop.core.memory)
        guard unsent > 0 else { return progress.look(taken: 0, isPending: false, limit: .zero, at: now) }
        let taken = socket.flatMap(Acknowledgement.bytes(on:)) ?? UInt64(max(0, moved.bytes - unsent))
        let limit = bound + loop.core.configuration.limits.stall
        return progress.look(taken: taken, isPending: true, limit: limit, at: now)
    }

    /// Bytes that wait in this process, and for how long it has taken none of them.
    func backlog(at now: NIODeadline) -> (bytes: Int, idle: TimeAmount) {
        seat == nil ? (unsent ?? 0, progress.idleTime(at: now)) : (0, .zero)
    }

    func requestKeyFrame(of track: TrackID) {
        let now = NIODeadline.now()
        guard requests.ask(at: now) else { return }
        requests.note(passedOn: stream.requestKeyFrame(of: track, for: cursor.kinds, at: now), at: now)
    }

    /// One that is late all the time is heard as little as one that asks all the time.
    private func requestKeyFrame(because need: KeyFrameRequests.Need, at now: NIODeadline) {
        guard need == .picture || requests.ask(at: now) else { return }
        let isPassedOn = stream.requestKeyFrame(for: cursor.kinds, because: need, at: now)
        if need != .picture { requests.note(passedOn: isPassedOn, at: now) }
    }

    // MARK: What makes it write

    /// The log has a new entry, and will drop what lies before `kept`.
    ///
    /// - Parameter isDue: Whether the viewer is to have it now, and not with those that follow.
    func logDidGrow(_ log: FrameLog, keeping kept: Int, isDue: Bool, now: NIODeadline) {
        // Whoever waits for a turn has more to read than this, and reads it then.
        if isDue, !isWaitingForTurn { write(from: log, now: now) }
        cursor.fallOut(before: kept, in: log)
        if cursor.hasLostTrack { delegate.viewerLostTrack() }
    }

    /// The socket can take more.
    func becameWritable() {
        guard seat == nil, !isWaitingForTurn, !isWriting, !hasLeft else { return }
        let now = NIODeadline.now()
        // One frame is soon written; more than that is done in turns.
        if shard.log.end - cursor.position > 1 {
            isWaitingForTurn = true
            loop.turns.give(self, at: now)
        } else {
            write(from: shard.log, now: now)
        }
    }

    /// The others have had theirs.
    func takeTurn(at now: NIODeadline) {
        isWaitingForTurn = false
        write(from: shard.log, now: now)
    }

    // MARK: The lane

    /// Something else was given to the channel.
    func otherWrote() {
        guard seat != nil, unsent != 0, let fallen = shard.stand(self) else { return }
        fell(fallen)
    }

    /// Its lane goes on without it.
    func fell(_ fallen: FallenViewer<ViewerSession>) {
        guard !hasLeft else { return }
        cursor = fallen.cursor
        moved = moved + fallen.given
        stride = Self.firstStride
        guard fallen.rest.readableBytes > 0 else { return }
        // It is of the last message that the cursor has passed.
        if let charge = shard.charge(before: cursor.position) { unsentMessages.append(charge) }
        context.writeAndFlush(NIOAny(fallen.rest), promise: nil)
    }

    /// Takes a seat in a lane if nothing stands against it.
    private func sitDown() {
        guard mayBeSteady, let socket, moved.frames > 0, batch == .zero || shard.isDelivering(batch), unsent == 0
        else { return }
        shard.seat(self, socket: socket, cursor: cursor)
        if seat != nil { unsentMessages.removeAll(in: loop.core.memory) }
    }

    // MARK: Writing by itself

    private func write(from log: FrameLog, now: NIODeadline) {
        guard !isWriting, !hasLeft, seat == nil else { return }
        isWriting = true
        let outcome = writeShare(from: log, now: now)
        isWriting = false
        guard !hasLeft else { return }
        switch outcome {
        case .ended: delegate.viewerReachedEnd()
        case .caughtUp: sitDown()
        case .full where channel.isWritable:
            isWaitingForTurn = true
            loop.turns.enqueue(self)
        case .full, .mustWait: break
        }
    }

    private enum Outcome {
        /// The socket or this turn's share is full.
        case full
        case caughtUp
        case ended
        /// There is no memory for it until others have given some back.
        case mustWait
    }

    private func writeShare(from log: FrameLog, now: NIODeadline) -> Outcome {
        if let need = cursor.catchUp(in: log, bound: bound, now: now), now >= nextRequest {
            nextRequest = now + KeyFrameRequests.minimumInterval
            requestKeyFrame(because: need, at: now)
        }
        var share = Self.fairShare
        // A channel that can take more holds no more than a first stride, so it is asked only where a larger one comes.
        var unsent = stride > Self.firstStride ? self.unsent : 0
        while share > 0, channel.isWritable {
            // What is copied for a viewer is not bounded by the log. It waits, and jumps ahead if that takes long.
            if holdsCopies, loop.core.memory.viewersAreShort, self.unsent != 0 { return .mustWait }
            let outcome = writeBatch(from: log, beside: unsent ?? 0, share: &share)
            if hasLeft { return outcome }
            unsent = self.unsent
            if let unsent { unsentMessages.settle(unsent, in: loop.core.memory) }
            if outcome != .full { return outcome }
            // A socket that takes all it is given is given more at a time, so that a burst is few system calls.
            let tookAll = unsent == 0
            stride = tookAll ? min(stride * 2, Self.largestStride) : Self.firstStride
            if !tookAll, !channel.isWritable { break }
        }
        return .full
    }

    /// Writes one stride's worth.
    ///
    /// - Parameter unsent: Bytes that NIO holds already, and that are a part of the stride.
    private func writeBatch(from log: FrameLog, beside unsent: Int, share: inout Int) -> Outcome {
        var room = min(max(1, stride - unsent), share)
        let before = room
        defer { share -= before - room }
        var count = 0
        defer { if count > 0 { context.flush() } }
        while room > 0, count < Self.longestStride {
            switch cursor.next(in: log) {
            case .send(let message):
                room -= message.readableBytes
                loop.traffic.sentFrame(message.readableBytes, by: carrier)
                moved.frames += 1
                if liveSince != nil { noteFirstFrame() }
                if !holdsCopies, let charge = log.charge(at: cursor.position - 1) { unsentMessages.append(charge) }
                write(message)
            case .inform(let message):
                room -= message.readableBytes
                loop.traffic.sent(message.readableBytes, by: carrier)
                write(message)
            case .announce(let gap):
                loop.core.metrics.skipped(gap)
                gaps += 1
                framesSkipped = Int(clamping: max(gap.count, gap.count &+ UInt64(framesSkipped)))
                let message = Message.gap(gap).encoded()
                loop.traffic.sent(message.readableBytes, by: carrier)
                write(message)
            case .passed:
                room -= Self.costOfPassing
                continue
            case .caughtUp: return .caughtUp
            case .ended: return .ended
            }
            count += 1
        }
        return .full
    }

    private func write(_ message: ByteBuffer) {
        moved.bytes += message.readableBytes
        context.write(NIOAny(message), promise: nil)
    }

    private func noteFirstFrame() {
        guard let since = liveSince else { return }
        liveSince = nil
        loop.core.metrics.firstFrame(after: .now() - since, beginning: start)
    }

    /// Bytes that NIO holds, where it says.
    private var unsent: Int? { channel.unsentBytes }
}

extension Channel {
    /// Bytes that NIO holds for the system to take, where it says.
    var unsentBytes: Int? { try? syncOptions?.getOption(.bufferedWritableBytes) }
}

extension ChannelHandlerContext {
    /// The system's number of the channel's socket, where it has one.
    var socket: CInt? {
        try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
    }
}
