/// Writes an MP4 file whose frames are all known: its `moov` comes first, and its length is known before the first byte
/// is sent (ISO/IEC 14496-12 8.2.1).
///
///     var clip = try ClipWriter(tracks: tracks)
///     for frame in frames { layouts.append(clip.add(frame.info, frame.payload)) }
///     send(clip.head())                                   // clip.length bytes follow in all
///     for (frame, layout) in zip(frames, layouts) { send(layout, of: frame.payload) }
///
/// The writer holds the sample tables, not the frames.
public struct ClipWriter: Sendable {
    /// What became of a frame.
    public enum Outcome: Hashable, Sendable {
        /// It is in the clip; its sample follows that of the frame before.
        case added(SampleLayout)
        /// The sample entry of its track does not describe it. The clip can end here.
        case needsInitialization
        /// The clip cannot take it: its tables are full, or the time line jumps too far. The clip can end here.
        case isFull
        /// The frame has no track, no bytes, or too many.
        case unusable
    }

    private var entries: [MovieBox.Entry]
    private var clocks: [TrackClock]
    private var captureTime: Int64 = 0
    private var sampleCount = 0
    /// Bytes of all samples.
    private var dataLength: UInt64 = 0

    /// Starts a clip.
    ///
    /// - Parameter tracks: 1 to 8 tracks.
    /// - Throws: `invalidTracks`.
    public init(tracks: [ContainerTrack]) throws(ContainerError) {
        try tracks.validate()
        entries = tracks.map { MovieBox.Entry(track: $0, samples: SampleTable()) }
        clocks = tracks.map { TrackClock($0) }
    }

    /// Adds a track whose first frame follows.
    ///
    /// - Throws: `invalidTracks` if the clip has a track of this number, or 8 tracks.
    public mutating func add(_ track: ContainerTrack) throws(ContainerError) {
        try (entries.map(\.track) + [track]).validate()
        entries.append(MovieBox.Entry(track: track, samples: SampleTable()))
        clocks.append(TrackClock(track))
    }

    /// Adds a frame.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    package mutating func add(_ frame: ContainerFrame, _ payload: RawSpan) -> Outcome {
        guard let entry = entries.first(where: { $0.track.id == frame.track }) else { return .unusable }
        switch entry.track.description.fit(payload) {
        case .needsInitialization: return .needsInitialization
        case .unusable: return .unusable
        case .fits(let sample):
            guard add(frame, size: UInt32(clamping: sample.byteCount)) else { return .isFull }
            return .added(sample)
        }
    }

    /// Adds a sample that is in the form of an MP4 file already, as ``MP4Index`` finds it.
    ///
    /// - Returns: Whether the clip could take it; see ``Outcome/isFull`` and ``Outcome/unusable``.
    public mutating func add(_ frame: ContainerFrame, size: UInt32) -> Bool {
        guard let index = entries.firstIndex(where: { $0.track.id == frame.track }), clocks[index].canFollow(frame),
            sampleCount < ContainerLimits.samples
        else { return false }
        let times = clocks[index].times(of: frame)
        entries[index].samples?.append(times, size: size, isSync: frame.isSync, at: dataLength)
        if captureTime == 0 { captureTime = frame.captureTime }
        dataLength += UInt64(size)
        sampleCount += 1
        return true
    }

    /// `ftyp`, `moov`, and the header of `mdat`. The samples follow in the order in which they were added.
    public func head() -> [UInt8] {
        let header = mediaDataHeader(count: dataLength)
        // The length of moov does not depend on the offsets in it.
        let start = BoxWriter.fileType.count + movie(at: 0).count + header.count
        return BoxWriter.fileType + movie(at: UInt64(start)) + header
    }

    /// The bytes of the whole clip.
    public var length: UInt64 { UInt64(head().count) + dataLength }

    private func movie(at offset: UInt64) -> [UInt8] {
        let moved = entries.map { MovieBox.Entry(track: $0.track, samples: $0.samples?.moved(by: offset)) }
        return MovieBox(entries: moved, captureTime: captureTime, isFragmented: false).bytes
    }
}
