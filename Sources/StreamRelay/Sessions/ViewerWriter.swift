import NIOCore
import StreamProtocol

/// Decides what a viewer is written next, and how much of it at a time.
///
/// The writer does no I/O. ``ViewerSession`` asks it for steps and tells it what the channel did with them. A *turn* is
/// what a viewer is written before others have their turn; it consists of *runs*, each of which is flushed. A viewer
/// that catches up begins with small runs, and is given larger ones for as long as its socket takes them whole.
struct ViewerWriter: ~Copyable {
    /// Bytes of a turn.
    static let bytesPerTurn = 256 * 1024
    /// Bytes of a run at first.
    static let initialStride = 32 * 1024
    /// The most bytes of a run. NIO holds this much, and the end of a message, for a viewer whose socket takes nothing
    /// any more.
    static let maximumStride = 64 * 1024
    /// Bytes of a turn that are charged for ``Cursor/maximumEntriesPerStep`` entries which are not sent. A viewer that is
    /// sent little of a long log looks at some thousands of entries in a turn.
    static let costOfSkipping = 16 * 1024
    /// The most buffers of a run. NIO has room for this many from the beginning, and keeps further room for as long as
    /// the connection lives.
    static let maximumBuffersPerRun = 15

    private enum State {
        /// The viewer waits for the log to grow, or for its socket.
        case idle
        /// The viewer can take more, and waits for its turn.
        case queued
        case writing
        /// The viewer is in a lane, which writes for it.
        case steady
        case closed
    }

    /// The next thing to do within a run.
    enum Step: Equatable {
        /// Write a frame, the log's entry before ``ViewerWriter/cursor``.
        case writeFrame(ByteBuffer)
        case writeControl(ByteBuffer)
        /// Write a gap message.
        case announce(Gap)
        /// Flush what was written, then call ``endRun(unsent:)``.
        case flush
    }

    /// Why a turn ended, and what follows.
    enum TurnEnd: Equatable {
        /// Nothing, until the socket takes more, memory is free or the log grows.
        case rest
        /// The viewer can take more: it queues for another turn.
        case enqueue
        /// The viewer has the whole log.
        case caughtUp
        /// The viewer has the whole stream, which has ended.
        case ended
    }

    private(set) var cursor: Cursor
    /// Whether the viewer has a history. The cursor does not say so later: a lane's cursor replaces it.
    private let hasHistory: Bool
    /// The most messages of a run.
    private let messagesPerRun: Int
    /// Frames and bytes that were written, here and in lanes.
    private(set) var transferred = TransferCount()
    private(set) var gaps = 0
    private(set) var framesSkipped = 0
    private var state = State.idle
    private var stride = ViewerWriter.initialStride
    /// Bytes that are left of the turn.
    private var share = 0
    /// Bytes that are left of the run.
    private var room = 0
    /// Messages in the run.
    private var messages = 0
    private var turnEnd = TurnEnd.rest
    /// A key frame request takes the stream's lock, so it is not made for each frame.
    private var nextRequest = NIODeadline.uptimeNanoseconds(0)

    /// - Parameter carrier: Its handlers give NIO one buffer or more for each message.
    init(_ cursor: Cursor, carrier: TrafficCarrier = .tcp) {
        self.cursor = cursor
        messagesPerRun = Self.maximumBuffersPerRun / carrier.buffersPerMessage
        hasHistory = cursor.history > .zero
    }

    /// Whether a turn may begin.
    var isIdle: Bool { state == .idle }
    var isSteady: Bool { state == .steady }
    var isClosed: Bool { state == .closed }
    /// Whether a run is larger than what a writable channel holds, so that its unsent bytes count.
    var hasLargeStride: Bool { stride > Self.initialStride }
    /// Whether the run has messages to flush.
    var needsFlush: Bool { messages > 0 }

    // MARK: Turns

    /// The viewer can take more than one frame, and waits for its turn.
    mutating func queue() {
        if state == .idle { state = .queued }
    }

    /// The turn of a queued viewer has come.
    mutating func dequeue() {
        if state == .queued { state = .idle }
    }

    /// Begins a turn, and jumps ahead where the viewer is further behind than `bound`.
    ///
    /// - Returns: Why the publisher is to be asked for a key frame; `nil` where it is not.
    mutating func beginTurn(in log: FrameLog, bound: TimeAmount, now: NIODeadline) -> KeyFrameRequests.Reason? {
        state = .writing
        share = Self.bytesPerTurn
        guard let reason = cursor.catchUp(in: log, bound: bound, now: now), now >= nextRequest else { return nil }
        nextRequest = now + KeyFrameRequests.minimumInterval
        return reason
    }

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - unsent: Bytes that NIO holds already, which are a part of the stride.
    ///   - isWritable: Whether the channel takes more.
    ///   - isShortOfMemory: Whether no memory is left for the copies that the viewer's bytes need.
    /// - Returns: `false` when the turn is over; then call ``endTurn(isWritable:)``.
    mutating func beginRun(unsent: Int, isWritable: Bool, isShortOfMemory: Bool) -> Bool {
        guard state == .writing, turnEnd == .rest else { return false }
        guard share > 0, isWritable else {
            turnEnd = .enqueue
            return false
        }
        // A viewer without memory rests. It jumps ahead if that takes long.
        guard !isShortOfMemory else { return false }
        room = min(max(1, stride - unsent), share)
        share -= room
        messages = 0
        return true
    }

    /// Takes the next step of the run.
    mutating func next(in log: FrameLog) -> Step {
        while room > 0, messages < messagesPerRun, state == .writing {
            switch cursor.next(in: log) {
            case .send(let message):
                count(message)
                transferred.frames += 1
                return .writeFrame(message)
            case .sendControl(let message):
                count(message)
                return .writeControl(message)
            case .announce(let gap):
                messages += 1
                gaps += 1
                if gap.reason != .notRequested {
                    framesSkipped = Int(clamping: max(gap.count, gap.count &+ UInt64(framesSkipped)))
                }
                return .announce(gap)
            case .skipped: room -= Self.costOfSkipping
            case .caughtUp:
                turnEnd = .caughtUp
                return .flush
            case .ended:
                turnEnd = .ended
                return .flush
            }
        }
        return .flush
    }

    private mutating func count(_ message: ByteBuffer) {
        messages += 1
        room -= message.readableBytes
        transferred.bytes += message.readableBytes
    }

    /// A gap message was written.
    mutating func announced(_ message: ByteBuffer) { transferred.bytes += message.readableBytes }

    /// The run was flushed. A socket that took all of it is given more at a time, so that a burst is few system calls.
    ///
    /// - Parameter unsent: Bytes that NIO holds now; `nil` where it does not say.
    mutating func endRun(unsent: Int?) {
        share += room
        room = 0
        guard turnEnd == .rest else { return }
        stride = unsent == 0 ? min(stride * 2, Self.maximumStride) : Self.initialStride
    }

    /// Ends the turn.
    mutating func endTurn(isWritable: Bool) -> TurnEnd {
        let end = turnEnd
        turnEnd = .rest
        guard state == .writing else { return .rest }
        state = end == .enqueue && isWritable ? .queued : .idle
        return end == .enqueue && !isWritable ? .rest : end
    }

    /// The log drops its entries before `kept`.
    mutating func skipDroppedEntries(before kept: Int, in log: FrameLog) {
        cursor.skipDroppedEntries(before: kept, in: log, keepingHistory: hasHistory)
    }

    // MARK: Lanes

    /// Whether the viewer has been given a frame, and so may join a lane once it has everything.
    var mayJoinLane: Bool { state == .idle && transferred.frames > 0 }

    /// A lane writes for the viewer from now on.
    mutating func joinedLane() {
        if state == .idle { state = .steady }
    }

    /// The viewer goes on by itself.
    ///
    /// - Parameters:
    ///   - cursor: The next entry that the lane has not sent.
    ///   - delivered: What the lane has sent.
    mutating func leftLane(at cursor: Cursor, delivered: TransferCount) {
        guard state == .steady else { return }
        state = .idle
        self.cursor = cursor
        transferred = transferred + delivered
        stride = Self.initialStride
    }

    /// The viewer has left.
    ///
    /// - Parameter delivered: What a lane has sent, if the viewer sat in one.
    mutating func close(delivered: TransferCount?) {
        if let delivered { transferred = transferred + delivered }
        state = .closed
    }
}
