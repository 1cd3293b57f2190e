import NIOCore
import StreamProtocol
import Synchronization

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
    }

    /// The log, with its viewers.
    let stream: Stream
    private let state: Mutex<State>

    /// Begins with the frames from which a viewer would begin now. They are wrapped at once: that takes as long as
    /// copying them.
    init(of origin: Stream, _ wrapping: any FrameWrapping, beginningWith log: FrameLog) {
        stream = Stream(wrapping: origin, key: wrapping.key, bounds: log.bounds)
        state = Mutex(State(wrapper: wrapping.makeWrapper()))
        let first = log.newestRandomAccess(for: .all) ?? log.upcoming
        if let tables = log.retainedMessage(.tracks, before: first) { wrap(tables, arrival: .now()) }
        for position in first..<log.end { take(log[position]) }
    }

    /// Takes the next entry of the stream.
    func take(_ entry: LogEntry) {
        switch entry.content {
        case .frame, .gap, .retained(.tracks, _, _): wrap(entry.message, arrival: entry.arrival)
        case .retained, .end:
            if case .end = entry.content { finish(arrival: entry.arrival) }
            // The charge counts this log's entry once more, because the two logs drop it at different times.
            stream.appendWrapped(entry)
        }
    }

    private func wrap(_ bytes: ByteBuffer, arrival: NIODeadline) {
        // The relay has read or made the message itself.
        guard let message = try? ProtocolMessage(encoded: bytes) else { return }
        state.withLock { state in
            state.wrapper.take(message, arrival: arrival)
            append(from: &state, arrival: arrival)
        }
    }

    private func finish(arrival: NIODeadline) {
        state.withLock { state in
            state.wrapper.finish()
            append(from: &state, arrival: arrival)
        }
    }

    private func append(from state: inout State, arrival: NIODeadline) {
        while let wrapped = state.wrapper.next() {
            guard let entry = state.entry(wrapped, arrival: arrival) else { continue }
            stream.appendWrapped(entry)
        }
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

extension LogEntry {
    init(_ table: TrackTable, arrival: NIODeadline) {
        self.init(
            message: ProtocolMessage.tracks(table).encoded(),
            content: .retained(.tracks, epoch: table.epoch, tracks: TrackSet(table.tracks.map { TrackSet($0.id) })),
            kinds: .all,
            arrival: arrival
        )
    }

    /// - Parameter frame: In a buffer of its exact size.
    init(_ frame: Frame, kinds: TrackKinds, arrival: NIODeadline) {
        let header = frame.header
        self.init(
            message: frame.message,
            content: .frame(
                track: header.track,
                epoch: header.epoch,
                sequence: header.sequence,
                isRandomAccess: header.flags.contains(.randomAccess)
            ),
            kinds: kinds,
            arrival: arrival
        )
        isGradual = header.flags.contains(.gradual)
        isRecovered = header.flags.contains(.recovered)
    }
}
