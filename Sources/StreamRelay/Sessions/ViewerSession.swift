import NIOCore
import StreamProtocol

/// A viewer's side of a connection: writes what its cursor says, as fast as its socket takes it.
///
/// It holds nothing but the cursor, and is driven by the log's growth and by the socket's writability. Most viewers are
/// at the head of the log with nothing unsent, and a frame goes to them straight (``SteadyLane``); what their sockets do
/// not take, and every burst, goes through the channel, which is complete by itself. Belongs to its event loop.
final class ViewerSession {
    /// Bytes a viewer is given in one turn of the event loop, so that a late joiner's burst does not hold up others.
    static let fairShare = 256 * 1024

    /// Where the shard keeps this viewer; `nil` once it has left.
    var slot: Int?

    let stream: Stream
    let participant: Participant
    private let shard: StreamShard
    private unowned let loop: RelayLoop
    private let carrier: TrafficCarrier
    private let start: Hello.Start
    /// When it was let in, if the stream was live then.
    private var liveSince: NIODeadline?
    private let context: ChannelHandlerContext
    /// The context's channel: asking the context for it costs more than asking it whether it is writable.
    private let channel: any Channel
    private var lane: SteadyLane?
    private let bound: TimeAmount
    private let onEnd: () -> Void
    private let onTooSlow: () -> Void
    private var cursor: Cursor
    /// Asking takes the stream's lock, so it is not done for each frame.
    private var nextRequest = NIODeadline.uptimeNanoseconds(0)
    private var bytesSent = 0
    private var gaps = 0
    private var framesSkipped = 0
    private var isWriting = false
    private var isContinuing = false

    init(
        hello: Hello,
        participant: Participant,
        stream: Stream,
        bound: TimeAmount,
        loop: RelayLoop,
        context: ChannelHandlerContext,
        goesStraight: Bool,
        onEnd: @escaping () -> Void,
        onTooSlow: @escaping () -> Void
    ) {
        self.stream = stream
        self.participant = participant
        carrier = TrafficCarrier(participant.carrier, isEncrypted: participant.isEncrypted)
        start = hello.start
        self.loop = loop
        self.context = context
        channel = context.channel
        // What is wrapped on its way, by TLS or HTTP, goes through the channel.
        if goesStraight {
            lane = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { SteadyLane($0) }
        }
        // The welcome, which is written before anything else, may not be gone.
        lane?.otherWrote()
        self.bound = bound
        self.onEnd = onEnd
        self.onTooSlow = onTooSlow
        shard = loop.shard(of: stream)
        cursor = Cursor(joining: shard.log, at: hello.start, kinds: hello.kinds, now: .now())
        shard.add(self)
        loop.core.metrics.viewerCame(by: carrier, beginning: start)
    }

    /// Stops reading the log.
    func leave() {
        shard.remove(self)
        loop.core.metrics.viewerLeft(by: carrier)
        loop.core.registry.unsubscribe(stream, at: .now())
    }

    /// The stream was live when the viewer came, so that it is worth knowing how long its first frame takes.
    func expectsFirstFrame(since moment: NIODeadline) {
        liveSince = moment
    }

    /// How long ago the oldest entry came that the viewer was not given yet.
    func lag(at now: NIODeadline) -> TimeAmount { cursor.lag(in: shard.log, now: now) }

    /// The log has a new entry, and will drop what lies before `kept`.
    func logDidGrow(_ log: FrameLog, keeping kept: Int, now: NIODeadline) {
        write(from: log, now: now)
        cursor.fallOut(before: kept, in: log)
        if cursor.hasLostTrack { onTooSlow() }
    }

    /// The socket can take more.
    func becameWritable() {
        write(from: shard.log, now: .now())
    }

    /// Something else was given to the channel.
    func otherWrote() {
        lane?.otherWrote()
    }

    /// What it was given, and what not.
    func status(at now: NIODeadline) -> ConnectionStatus.Viewing {
        ConnectionStatus.Viewing(
            framesSent: cursor.framesTaken,
            bytesSent: bytesSent,
            gaps: gaps,
            framesSkipped: framesSkipped,
            lag: lag(at: now),
            latencyBound: bound,
            bytesUnsent: unsent ?? 0
        )
    }

    func requestKeyFrame(of track: TrackID) {
        stream.requestKeyFrame(of: track, at: .now())
    }

    private func write(from log: FrameLog, now: NIODeadline) {
        guard !isWriting, slot != nil else { return }
        isWriting = true
        defer { isWriting = false }
        if let need = cursor.catchUp(in: log, bound: bound, now: now), now >= nextRequest {
            nextRequest = now + KeyFrameRequests.minimumInterval
            stream.requestKeyFrame(for: cursor.kinds, because: need, at: now)
        }
        var share = Self.fairShare
        var outcome = Outcome.full
        // A flush that empties the socket's queue makes room for more in the same turn.
        while slot != nil, share > 0, canWrite {
            outcome = writeBatch(from: log, share: &share)
            if outcome != .full { break }
        }
        switch outcome {
        case .ended where slot != nil: onEnd()
        case .full where slot != nil && channel.isWritable: continueLater()
        default: break
        }
    }

    private enum Outcome {
        /// The socket or this turn's share is full.
        case full
        case caughtUp
        case ended
    }

    private func writeBatch(from log: FrameLog, share: inout Int) -> Outcome {
        var hasWritten = false
        defer { if hasWritten { context.flush() } }
        while share > 0, hasWritten ? channel.isWritable : canWrite {
            switch cursor.next(in: log) {
            case .send(let message):
                share -= message.readableBytes
                loop.traffic.sentFrame(message.readableBytes, by: carrier)
                bytesSent += message.readableBytes
                if liveSince != nil { noteFirstFrame() }
                // Of a burst, the channel makes one system call; the newest alone goes out straight.
                let rest = hasWritten || cursor.position < log.end ? message : sendStraight(message)
                if rest.readableBytes > 0 { write(rest, &hasWritten) }
            case .inform(let message):
                share -= message.readableBytes
                loop.traffic.sent(message.readableBytes, by: carrier)
                bytesSent += message.readableBytes
                write(message, &hasWritten)
            case .announce(let gap):
                loop.core.metrics.skipped(gap)
                gaps += 1
                framesSkipped = Int(clamping: max(gap.count, gap.count &+ UInt64(framesSkipped)))
                let message = Message.gap(gap).encoded()
                loop.traffic.sent(message.readableBytes, by: carrier)
                write(message, &hasWritten)
            case .caughtUp: return .caughtUp
            case .ended: return .ended
            }
        }
        return .full
    }

    private func noteFirstFrame() {
        guard let since = liveSince else { return }
        liveSince = nil
        loop.core.metrics.firstFrame(after: .now() - since, beginning: start)
    }

    /// Whether anything can be sent now. A free lane is nearly always, and asking it is nearly free.
    private var canWrite: Bool { laneIsFree || channel.isWritable }

    private var laneIsFree: Bool {
        lane?.isFree(unsent: { unsent ?? .max }) ?? false
    }

    /// Bytes that NIO holds, where it says.
    private var unsent: Int? { try? channel.syncOptions?.getOption(.bufferedWritableBytes) }

    /// - Returns: What the socket did not take.
    private func sendStraight(_ message: ByteBuffer) -> ByteBuffer {
        guard laneIsFree, let sent = lane?.send(message) else { return message }
        var rest = message
        rest.moveReaderIndex(forwardBy: sent)
        return rest
    }

    private func write(_ message: ByteBuffer, _ hasWritten: inout Bool) {
        hasWritten = true
        lane?.otherWrote()
        context.write(NIOAny(message), promise: nil)
    }

    /// Goes on in the next turn of the loop, after the others had theirs.
    private func continueLater() {
        guard !isContinuing else { return }
        isContinuing = true
        let this = NIOLoopBound(self, eventLoop: loop.eventLoop)
        loop.eventLoop.execute {
            this.value.isContinuing = false
            this.value.becameWritable()
        }
    }
}
