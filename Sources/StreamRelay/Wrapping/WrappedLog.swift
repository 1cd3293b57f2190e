import NIOCore
import Platform
import StreamProtocol

/// The log of a stream's wrapped frames, and the wrapper that makes them.
///
/// It is a stream without a publisher. Its entries have bounds and charges like all others, and its viewers have cursors
/// like all others. Belongs to the stream that it is made from, which calls it within its own lock: the order of locks is
/// that one, the wrapper's, and that of ``stream``.
///
/// A class, because a wrapper may hold many frames, and must never be copied.
final class WrappedLog: Sendable {
    fileprivate struct State {
        var wrapper: any FrameWrapper
        /// The kinds of the tracks in the last table for the viewers.
        var kinds: [TrackID: TrackKinds] = [:]
        /// The bytes of what the wrapper holds, as the memory budget counts them.
        var heldBytes = 0
        /// When the log was first seen without viewers.
        var unusedSince: NIODeadline?
    }

    /// How long the log stays after its last viewer, 5 s. A client that comes again and again, such as a player that
    /// probes the stream first, makes the relay wrap the same frames once.
    static let keepTime = TimeAmount.seconds(5)
    /// The logs of a stream, 8: each has the bounds of the stream's own log, and costs work for each frame. MP4 and
    /// transport stream, of all tracks and of three alone. Event loops that make logs in the same moment may exceed it by
    /// one each.
    static let limit = 8

    /// The log, with its viewers.
    let stream: Stream
    private let state: Mutex<State>

    /// Begins with the frames from which a viewer would begin now. They are wrapped at once: that takes as long as
    /// copying them.
    init(of origin: Stream, _ wrapping: any FrameWrapping, beginningWith log: FrameLog) {
        stream = Stream(wrapping: origin, bounds: log.bounds)
        state = Mutex(State(wrapper: wrapping.makeWrapper()))
        let first = Self.firstEntries(of: log)
        if let tables = log.retainedMessage(.tracks, before: first.lowerBound) { wrap(tables, arrival: .now()) }
        for position in first { take(log[position]) }
    }

    deinit {
        stream.memory.add(-state.withLock { $0.heldBytes }, to: .logs)
    }

    /// The entries of a stream that are wrapped when its log of wrapped frames is made.
    static func firstEntries(of log: FrameLog) -> Range<Int> {
        (log.newestRandomAccess(for: .all) ?? log.upcoming)..<log.end
    }

    /// Whether the log has had no viewers for ``keepTime``. To be asked now and then.
    func isUnused(at now: NIODeadline) -> Bool {
        let hasNoShards = stream.hasNoShards
        return state.withLock { state in
            guard hasNoShards else {
                state.unusedSince = nil
                return false
            }
            let since = state.unusedSince ?? now
            state.unusedSince = since
            return now - since >= Self.keepTime
        }
    }

    /// Takes the next entry of the stream.
    ///
    /// - Returns: The track that needs a key frame, because a frame of it cannot be decoded.
    @discardableResult func take(_ entry: LogEntry) -> TrackID? {
        switch entry.content {
        case .frame, .gap, .retained(.tracks, _, _): return wrap(entry.message, arrival: entry.arrival)
        case .retained, .end:
            if case .end = entry.content { finish(arrival: entry.arrival) }
            // The charge counts this log's entry once more, because the two logs drop it at different times.
            stream.appendWrapped(entry)
            return nil
        }
    }

    /// Makes the wrapper hold no more than the log may have, and drops entries that are too old.
    func expire(at now: NIODeadline) {
        state.withLock { boundHeld(&$0, arrival: now) }
        _ = stream.expire(at: now)
    }

    @discardableResult private func wrap(_ bytes: ByteBuffer, arrival: NIODeadline) -> TrackID? {
        // The relay has read or made the message itself.
        guard let message = try? ProtocolMessage(encoded: bytes) else { return nil }
        return state.withLock { state in
            state.wrapper.take(message, arrival: arrival)
            appendOutput(of: &state, arrival: arrival)
            boundHeld(&state, arrival: arrival)
            return state.wrapper.trackAwaitingStart
        }
    }

    private func appendOutput(of state: inout State, arrival: NIODeadline) {
        while let wrapped = state.wrapper.next() {
            guard let entry = state.entry(wrapped, arrival: arrival) else { continue }
            stream.appendWrapped(entry)
        }
    }

    /// The stream ends, and what the wrapper holds with it.
    private func finish(arrival: NIODeadline) {
        state.withLock { state in
            state.wrapper.stopHolding()
            appendOutput(of: &state, arrival: arrival)
            boundHeld(&state, arrival: arrival)
        }
    }

    /// Counts what the wrapper holds. It may hold as much as a log may have.
    private func boundHeld(_ state: inout State, arrival: NIODeadline) {
        if state.wrapper.heldBytes > 0, state.wrapper.heldBytes > stream.logShare {
            state.wrapper.stopHolding()
            appendOutput(of: &state, arrival: arrival)
        }
        stream.memory.add(state.wrapper.heldBytes - state.heldBytes, to: .logs)
        state.heldBytes = state.wrapper.heldBytes
    }
}

extension WrappedLog.State {
    fileprivate mutating func entry(_ message: ProtocolMessage, arrival: NIODeadline) -> LogEntry? {
        switch message {
        case .tracks(let table):
            kinds = [:]
            for track in table.tracks { kinds[track.id] = TrackKinds(track.kind) }
            return LogEntry(table, arrival: arrival)
        case .frame(let frame):
            return kinds[frame.header.track].map { LogEntry(frame, kinds: $0, arrival: arrival) }
        default: return nil
        }
    }
}
