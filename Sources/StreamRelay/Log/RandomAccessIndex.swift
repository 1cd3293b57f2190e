import StreamProtocol

/// Where each track's newest random access point lies in the log.
struct RandomAccessIndex: Sendable {
    private struct Lane {
        var kinds: TrackKinds
        var position: Int?
    }

    /// One lane for each track number; a track appears with its first frame of the epoch.
    private var lanes = [Lane?](repeating: nil, count: Limits.tracks)
    /// The epoch of the newest track table.
    private(set) var epoch: UInt32?

    mutating func note(_ entry: LogEntry, at position: Int) {
        switch entry.content {
        case .frame(let track, _, _, let isRandomAccess):
            let index = Int(track.rawValue)
            let newest = isRandomAccess ? position : lanes[index]?.position
            lanes[index] = Lane(kinds: entry.kinds, position: newest)
        case .standing(.tracks, let epoch, let tracks):
            // A viewer must not begin in the middle of a picture group of an epoch that has ended, nor wait for a track
            // that is no more.
            let stay = epoch == self.epoch ? tracks : []
            for index in lanes.indices where !stay.contains(TrackSet(rawValue: 1 << index)) { lanes[index] = nil }
            self.epoch = epoch
        default: break
        }
    }

    func newest(for kinds: TrackKinds) -> Int? {
        guard let leader = leader(for: kinds) else { return nil }
        return lanes[leader]?.position
    }

    func leads(_ track: TrackID, for kinds: TrackKinds) -> Bool {
        leader(for: kinds) == Int(track.rawValue)
    }

    func kinds(of track: TrackID) -> TrackKinds? { lanes[Int(track.rawValue)]?.kinds }

    func leadingTrack(for kinds: TrackKinds) -> TrackID? {
        leader(for: kinds).flatMap { TrackID(UInt16($0)) }
    }

    private func leader(for kinds: TrackKinds) -> Int? {
        let video = TrackKinds(.video)
        if kinds.contains(video), let index = lanes.firstIndex(where: { $0?.kinds == video }) { return index }
        return lanes.firstIndex { lane in lane.map { !kinds.isDisjoint(with: $0.kinds) } ?? false }
    }
}
