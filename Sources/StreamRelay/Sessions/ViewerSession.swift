import NIOCore
import StreamProtocol

/// A viewer's side of a connection: writes what its cursor says, as fast as its socket takes it.
///
/// This is the catch-up lane, which is complete by itself: driven by the log's growth and by the socket's writability,
/// it holds nothing but the cursor. Belongs to its event loop.
final class ViewerSession {
    /// Bytes a viewer is given in one turn of the event loop, so that a late joiner's burst does not hold up others.
    static let fairShare = 256 * 1024

    /// Where the shard keeps this viewer; `nil` once it has left.
    var slot: Int?

    private let stream: Stream
    private let shard: StreamShard
    private unowned let loop: RelayLoop
    private let context: ChannelHandlerContext
    private let bound: TimeAmount
    private let onEnd: () -> Void
    private let onTooSlow: () -> Void
    private var cursor: Cursor
    /// Asking takes the stream's lock, so it is not done for each frame.
    private var nextRequest = NIODeadline.uptimeNanoseconds(0)
    private var isWriting = false
    private var isContinuing = false

    init(
        hello: Hello,
        stream: Stream,
        bound: TimeAmount,
        loop: RelayLoop,
        context: ChannelHandlerContext,
        onEnd: @escaping () -> Void,
        onTooSlow: @escaping () -> Void
    ) {
        self.stream = stream
        self.loop = loop
        self.context = context
        self.bound = bound
        self.onEnd = onEnd
        self.onTooSlow = onTooSlow
        shard = loop.shard(of: stream)
        cursor = Cursor(joining: shard.log, at: hello.start, kinds: hello.kinds, now: .now())
        shard.add(self)
        loop.core.metrics.viewers.enter()
    }

    /// Stops reading the log.
    func leave() {
        shard.remove(self)
        loop.core.metrics.viewers.leave()
        loop.core.registry.unsubscribe(stream, at: .now())
    }

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
        while slot != nil, context.channel.isWritable, share > 0 {
            outcome = writeBatch(from: log, share: &share)
            context.flush()
            if outcome != .full { break }
        }
        switch outcome {
        case .ended where slot != nil: onEnd()
        case .full where slot != nil && context.channel.isWritable: continueLater()
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
        while context.channel.isWritable, share > 0 {
            switch cursor.next(in: log) {
            case .send(let message):
                share -= message.readableBytes
                loop.traffic.framesSent += 1
                loop.traffic.bytesSent += message.readableBytes
                context.write(NIOAny(message), promise: nil)
            case .announce(let gap):
                loop.core.metrics.skipped(gap)
                context.write(NIOAny(Message.gap(gap).encoded()), promise: nil)
            case .caughtUp: return .caughtUp
            case .ended: return .ended
            }
        }
        return .full
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
