import StreamProtocol

/// The positions in the log at which viewers can begin to decode each track.
struct RandomAccessIndex: Sendable {
    /// The positions of one track's newest starts; `nil` where there is none.
    private struct Starts {
        /// The newest random access point.
        var randomAccess: Int?
        /// The newest gradual frame, recovered or not.
        var gradual: Int?
        /// The newest gradual frame that a recovered frame follows, or that is recovered itself.
        var recovered: Int?

        mutating func record(_ entry: LogEntry, isRandomAccess: Bool, at position: Int) {
            if isRandomAccess { randomAccess = position }
            if entry.isGradual { gradual = position }
            if entry.isRecovered { recovered = gradual }
        }

        /// The newest start from which the log has right pictures, at or behind `start`.
        func withPicture(from start: Int) -> Int? {
            let newest = max(randomAccess ?? -1, recovered ?? -1)
            return newest >= start ? newest : nil
        }

        /// A start from which the log has right pictures, else one from which it is going to have some.
        func best(from start: Int) -> Int? {
            withPicture(from: start) ?? gradual.flatMap { $0 >= start ? $0 : nil }
        }
    }

    private struct TrackEntry {
        var kinds: TrackKinds
        var starts = Starts()
    }

    /// One entry for each track number. A track gets an entry with its first frame of the epoch.
    private var trackEntries = [TrackEntry?](repeating: nil, count: ProtocolLimits.tracks)
    /// The epoch of the newest track table.
    private(set) var epoch: UInt32?

    mutating func record(_ entry: LogEntry, at position: Int) {
        switch entry.content {
        case .frame(let track, _, _, let isRandomAccess):
            let index = Int(track.rawValue)
            if trackEntries[index]?.kinds != entry.kinds {
                let starts = trackEntries[index]?.starts ?? Starts()
                trackEntries[index] = TrackEntry(kinds: entry.kinds, starts: starts)
            }
            guard isRandomAccess || entry.isGradual || entry.isRecovered else { return }
            trackEntries[index]?.starts.record(entry, isRandomAccess: isRandomAccess, at: position)
        case .retained(.tracks, let epoch, let tracks):
            // A viewer must not begin in the middle of a group of pictures of an epoch that has ended, nor wait for a
            // track that no longer exists.
            let stay = epoch == self.epoch ? tracks : []
            for index in trackEntries.indices where !stay.contains(TrackSet(rawValue: 1 << index)) {
                trackEntries[index] = nil
            }
            self.epoch = epoch
        default: break
        }
    }

    /// The best position at or behind `start` to begin at.
    func newest(for kinds: TrackKinds, from start: Int) -> Int? {
        leader(for: kinds).flatMap { trackEntries[$0]?.starts.best(from: start) }
    }

    /// The newest position at or behind `start` from which the log has right pictures.
    func newestWithPicture(for kinds: TrackKinds, from start: Int) -> Int? {
        leader(for: kinds).flatMap { trackEntries[$0]?.starts.withPicture(from: start) }
    }

    func leads(_ track: TrackID, for kinds: TrackKinds) -> Bool {
        leader(for: kinds) == Int(track.rawValue)
    }

    func kinds(of track: TrackID) -> TrackKinds? { trackEntries[Int(track.rawValue)]?.kinds }

    func leadingTrack(for kinds: TrackKinds) -> TrackID? {
        leader(for: kinds).flatMap { TrackID(UInt16($0)) }
    }

    private func leader(for kinds: TrackKinds) -> Int? {
        let video = TrackKinds(.video)
        if kinds.contains(video), let index = trackEntries.firstIndex(where: { $0?.kinds == video }) { return index }
        return trackEntries.firstIndex { trackEntry in trackEntry.map { kinds.overlaps($0.kinds) } ?? false }
    }
}
