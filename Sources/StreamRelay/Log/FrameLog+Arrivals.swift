import NIOCore
import StreamProtocol

/// When frames arrived, for the delays between relays (`Protocol.md`, Arrivals).
extension FrameLog {
    /// How many of the newest entries are looked at. An answer to a ping is bounded work, however large the log is.
    private static let arrivalEntries = 4 * Arrivals.maximumFrames

    /// A frame of one epoch.
    private struct Name: Hashable {
        let track: TrackID
        let sequence: UInt64
    }

    /// When the newest frames arrived.
    ///
    /// - Parameters:
    ///   - hops: The delays between the relays before this one.
    ///   - wallTime: The wall clock at `now`, in microseconds since 1970-01-01 UTC.
    /// - Returns: `nil` before the first track table.
    func arrivals(behind hops: [Arrivals.Hop], at now: NIODeadline, wallTime: Int64) -> Arrivals? {
        guard let epoch else { return nil }
        var frames: [Arrivals.Arrival] = []
        for (name, age) in newestFrames(of: epoch, at: now).prefix(Arrivals.maximumFrames) {
            frames.append(Arrivals.Arrival(track: name.track, sequence: name.sequence, time: wallTime - age))
        }
        return Arrivals(epoch: epoch, hops: Array(hops.prefix(RelayPath.maximumCount)), frames: frames)
    }

    /// How long frames took from the relay upstream to this one: the median of the newest ones that both have.
    ///
    /// - Parameters:
    ///   - arrivals: When frames arrived there, by the local wall clock. They come from another machine, so no
    ///     operation on them may trap.
    ///   - start: The time from which frames count, by the local wall clock. Those before it have waited upstream for
    ///     this relay to connect.
    ///   - errorBound: The times in `arrivals` are right to within this many microseconds.
    ///   - wallTime: The local wall clock at `now`, in microseconds since 1970-01-01 UTC.
    /// - Returns: `nil` if this log has none of the frames.
    func hop(
        after arrivals: Arrivals,
        since start: Int64 = .min,
        errorBound: Int64,
        at now: NIODeadline,
        wallTime: Int64
    ) -> Arrivals.Hop? {
        guard arrivals.epoch == epoch else { return nil }
        let upstream = Dictionary(
            arrivals.frames.map { (Name(track: $0.track, sequence: $0.sequence), $0.time) }
        ) { first, _ in first }
        var delays: [Int64] = []
        var oldest: Int64 = 0
        for (name, age) in newestFrames(of: arrivals.epoch, at: now) {
            guard let time = upstream[name], time >= start else { continue }
            delays.append((wallTime - age) &- time)
            oldest = max(oldest, age)
        }
        guard !delays.isEmpty else { return nil }
        // The clocks have drifted since the frames came; and the times are rounded.
        let (bound, overflow) = errorBound.addingReportingOverflow(ClockDrift.bound(after: oldest) + 2)
        return Arrivals.Hop(
            delay: delays.sorted()[delays.count / 2],
            errorBound: overflow ? Arrivals.Hop.unknown : UInt32(clamping: bound)
        )
    }

    /// - Returns: The newest frames, the newest first, and how many microseconds ago each arrived.
    private func newestFrames(of epoch: UInt32, at now: NIODeadline) -> [(name: Name, age: Int64)] {
        (max(start, end - Self.arrivalEntries)..<end).reversed().compactMap { position in
            let entry = self[position]
            guard case .frame(let track, epoch, let sequence, _) = entry.content else { return nil }
            return (Name(track: track, sequence: sequence), (now - entry.arrival).nanoseconds / 1_000)
        }
    }
}
