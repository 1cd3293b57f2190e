import NIOCore
import Platform
import StreamProtocol

/// What the relay's clock and its operator ask of a stream.
extension Stream {
    /// Takes a sample for the rates. Called by the clock alone, once a second: samples in quick succession would
    /// shorten the window of the rates.
    func sampleMeter(at now: NIODeadline) {
        state.withLock { $0.meter.sample(at: now) }
    }

    /// Drops entries that are too old while nothing is appended, and logs of wrapped frames that have had no viewers for
    /// a while.
    ///
    /// - Returns: Whether the stream can be removed.
    func expire(at now: NIODeadline) -> Bool {
        // Frees its memory outside the lock.
        var unused: [WrappedLog] = []
        defer { withExtendedLifetime(unused) {} }
        return state.withLock { state in
            truncate(&state.log, at: now)
            for (key, log) in state.wrapped {
                log.expire(at: now)
                guard log.isUnused(at: now) else { continue }
                unused.append(log)
                state.wrapped[key] = nil
            }
            return state.viewers == 0 && state.publisher.isOver(after: state.log.bounds.duration, at: now)
        }
    }

    /// The status of the stream.
    func status(at now: NIODeadline) -> StreamStatus {
        state.withLock { state in
            StreamStatus(
                name: name,
                epoch: state.publisher.epoch,
                state: state.state,
                publisher: state.publisher.connection?.participant,
                source: state.source.map { StreamStatus.Source(origin: $0.origin, path: $0.path, hops: $0.hops) },
                tracks: state.tracks.map { state.meter.status(of: $0, at: now) },
                viewers: state.viewers,
                framesReceived: state.meter.frames,
                bytesReceived: state.meter.bytes,
                log: state.log.status,
                history: state.log.history(for: .all, at: now)
            )
        }
    }

    /// Ends the publisher's connection, if there is one.
    func dismissPublisher() {
        state.withLock { $0.publisher.connection }?.dismissed()
    }

    /// Ends the publisher's connection, unless it no longer holds the grant.
    func refusePublisher(_ grant: Grant, because error: ProtocolError) {
        let connection = state.withLock { $0.publisher.isHeld(by: grant) ? $0.publisher.connection : nil }
        connection?.refused(because: error)
    }

    func add(to totals: inout StreamRegistry.Totals) {
        let (state, bytes, limit) = state.withLock { state in
            let bytes = state.wrapped.values.reduce(state.log.byteCount) { $0 + $1.stream.logBytes }
            return (state.state, bytes, state.log.bounds.bytes * (1 + state.wrapped.count))
        }
        totals.streams[state, default: 0] += 1
        totals.logBytes += bytes
        totals.logLimit += limit
    }

    private var logBytes: Int { state.withLock { $0.log.byteCount } }
}
