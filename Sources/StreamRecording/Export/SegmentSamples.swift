import Containers

/// The samples of a segment that an export takes, in the order in which they lie in the file.
struct SegmentSamples: Sendable {
    struct Entry: Sendable {
        let track: UInt32
        let sample: Sample
        /// In microseconds of the file's time line.
        let decodeTime: Int64
        let presentationTime: Int64
    }

    private(set) var entries: [Entry] = []
    /// Whether the time that was asked for ends in the segment.
    private(set) var isLast = false

    /// Chooses from the last random access point of the leading track at or before `from` to the first one at or after
    /// `to`, by the wall clock.
    ///
    /// - Parameters:
    ///   - start: The wall clock at the first sample.
    ///   - begins: Whether the export begins in this segment.
    init(_ index: MP4Index, start: Int64, from: Int64, to: Int64, begins: Bool) {
        guard
            let leading = index.tracks.first(where: { $0.track.isVideo && $0.samples.count > 0 }) ?? index.tracks.first
        else { return }
        var all: [Entry] = []
        for track in index.tracks {
            // Another file has the first ones.
            let skipped = begins ? 0 : index.prerollCount(of: track)
            for sample in track.samples.dropFirst(skipped) {
                all.append(
                    Entry(
                        track: track.track.id,
                        sample: sample,
                        decodeTime: Self.microseconds(sample.decodeTime, track.timescale),
                        presentationTime: Self.microseconds(sample.presentationTime, track.timescale)
                    )
                )
            }
        }
        let first = all.map(\.decodeTime).min() ?? 0
        func wall(_ time: Int64) -> Int64 { index.account.wallClock(at: time, start: start, first: first) }
        let points = all.filter { $0.track == leading.track.id && $0.sample.isSync }.map(\.decodeTime)
        let beginning = begins ? points.last { wall($0) <= from } : nil
        let end = points.first { wall($0) >= to }
        isLast = end != nil
        entries = all.filter { entry in
            entry.decodeTime >= (beginning ?? .min) && entry.decodeTime < (end ?? .max)
        }
        entries.sort { $0.sample.offset < $1.sample.offset }
    }

    static func microseconds(_ ticks: Int64, _ timescale: UInt32) -> Int64 {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: Int64(max(timescale, 1)))
        return seconds * 1_000_000 + (rest * 1_000_000 + Int64(timescale) / 2) / Int64(max(timescale, 1))
    }
}
