/// Collects the frames of a part.
struct PartBuilder: Sendable {
    private struct Track {
        let id: UInt32
        var decodeTime: Int64 = 0
        var entries: [TrackFragment.Entry] = []
        var times: [TrackClock.Times] = []
        var data: [UInt8] = []
    }

    private var tracks: [Track]
    private var reference: [UInt8] = []
    private(set) var byteCount = 0
    private(set) var frameCount = 0
    private(set) var start: Int64?
    private var last: Int64 = 0
    private var isIndependent: (video: Bool?, other: Bool?) = (nil, nil)

    init(_ ids: [UInt32]) { tracks = ids.map { Track(id: $0) } }

    var isEmpty: Bool { frameCount == 0 }

    /// Whether it has frames of a track.
    func holds(_ track: UInt32) -> Bool { tracks.contains { $0.id == track && !$0.entries.isEmpty } }

    /// Adds a frame.
    ///
    /// - Parameter reference: The `prft` box that stands for it; the first one of a part counts.
    mutating func append(
        _ frame: ContainerFrame,
        _ times: TrackClock.Times,
        reference box: [UInt8],
        _ sample: SampleLayout,
        _ payload: RawSpan
    ) {
        guard let index = tracks.firstIndex(where: { $0.id == frame.track }) else { return }
        if let earlier = tracks[index].times.last {
            let step = UInt32(clamping: times.decode - earlier.decode)
            tracks[index].entries[tracks[index].entries.count - 1].duration = step
        } else {
            tracks[index].decodeTime = times.decode
        }
        tracks[index].entries.append(TrackFragment.Entry(frame, times, sample))
        tracks[index].times.append(times)
        sample.append(payload, to: &tracks[index].data)
        if reference.isEmpty { reference = box }
        if sample.hasLengths {
            isIndependent.video = isIndependent.video ?? frame.isSync
        } else {
            isIndependent.other = isIndependent.other ?? frame.isSync
        }
        byteCount += sample.byteCount
        frameCount += 1
        start = min(start ?? frame.decodeTime, frame.decodeTime)
        last = max(last, frame.decodeTime)
    }

    /// Ends the part and begins the next one.
    mutating func take(sequence: UInt32) -> MovieFragmentPart {
        let filled = tracks.filter { !$0.entries.isEmpty }
        let fragments = filled.map { TrackFragment(track: $0.id, decodeTime: $0.decodeTime, entries: $0.entries) }
        let (box, count) = BoxWriter.movieFragment(sequence: sequence, fragments)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reference.count + box.count + 8 + count)
        bytes += reference
        bytes += box
        bytes += mediaDataHeader(count: UInt64(count))
        var runs: [MovieFragmentPart.Run] = []
        for track in filled {
            let entries = zip(track.times, track.entries).map { times, entry in
                MovieFragmentPart.Run.Entry(times: times, size: entry.size, isSync: entry.flags & 1 << 16 == 0)
            }
            runs.append(MovieFragmentPart.Run(track: track.id, offset: bytes.count, entries: entries))
            bytes += track.data
        }
        let part = MovieFragmentPart(
            bytes: bytes,
            headLength: reference.count,
            decodeTime: start ?? 0,
            lastDecodeTime: last,
            isIndependent: isIndependent.video ?? isIndependent.other ?? false,
            runs: runs
        )
        self = PartBuilder(tracks.map(\.id))
        return part
    }
}
