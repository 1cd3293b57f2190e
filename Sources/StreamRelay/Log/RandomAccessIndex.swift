import StreamProtocol

/// The position of each track's newest random access point in the log.
struct RandomAccessIndex: Sendable {
    private struct TrackEntry {
        var kinds: TrackKinds
        var position: Int?
    }

    /// One entry for each track number. A track gets an entry with its first frame of the epoch.
    private var trackEntries = [TrackEntry?](repeating: nil, count: Limits.tracks)
    /// The epoch of the newest track table.
    private(set) var epoch: UInt32?

    mutating func record(_ entry: LogEntry, at position: Int) {
        switch entry.content {
        case .frame(let track, _, _, let isRandomAccess):
            let index = Int(track.rawValue)
            let newest = isRandomAccess ? position : trackEntries[index]?.position
            trackEntries[index] = TrackEntry(kinds: entry.kinds, position: newest)
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

    func newest(for kinds: TrackKinds) -> Int? {
        guard let leader = leader(for: kinds) else { return nil }
        return trackEntries[leader]?.position
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
        return trackEntries.firstIndex { trackEntry in trackEntry.map { !kinds.isDisjoint(with: $0.kinds) } ?? false }
    }
}
