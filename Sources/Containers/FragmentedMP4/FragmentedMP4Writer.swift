/// Writes fragmented MP4 (ISO/IEC 14496-12 8.8): an initialization segment, and then movie fragments of one frame or of
/// many.
///
///     var writer = try FragmentedMP4Writer(tracks: tracks)
///     send(writer.initializationSegment())
///     // For each frame of the stream, live:
///     if case .fragment(let fragment) = writer.fragment(of: frame, payload) { send(fragment.bytes(payload)) }
///
/// A fragment states the time of its first sample in full (`tfdt`, 8.8.12). So a viewer may begin with any fragment that
/// holds a sync sample, and fragments that a viewer does not get are a jump on its time line. The fragments of a stream
/// are the same for all viewers; only the initialization segment may differ.
///
/// **Durations.** A live frame's duration is known only when the next one comes. A writer that waited for it would delay
/// every frame by one. Instead, a frame that is written at once gets the duration of the frame before it, and a frame
/// of AAC that of its samples. Because the next fragment has its own time, an error lasts one frame and does not add up.
/// In a part of several frames, all durations but the last are those of the stream.
public struct FragmentedMP4Writer: Sendable {
    /// A box that readers ignore, and that may stand between two fragments (8.1.2).
    package static let emptyBox = BoxWriter.box(.free) { _ in }

    /// The tracks.
    public let tracks: [ContainerTrack]
    /// How many fragments were written (`mfhd`, 8.8.5); wraps around.
    public private(set) var sequence: UInt32 = 0

    private var clocks: [UInt32: TrackClock] = [:]
    private var reference: ReferenceTime
    private var part: PartBuilder

    /// Starts before the first frame.
    ///
    /// - Parameter tracks: 1 to 8 tracks. Their order is that of the samples in a part.
    /// - Throws: `invalidTracks`.
    public init(tracks: [ContainerTrack]) throws(ContainerError) {
        try tracks.validate()
        self.tracks = tracks
        for track in tracks { clocks[track.id] = TrackClock(track) }
        reference = ReferenceTime(tracks)
        part = PartBuilder(tracks.map(\.id))
    }

    /// The initialization segment: `ftyp` and `moov`.
    ///
    /// - Parameters:
    ///   - selection: The numbers of the tracks that the viewer gets fragments of; `nil` for all.
    ///   - presentationStart: The presentation time of the viewer's first frame in microseconds. Players then show times
    ///     from 0 on, by an edit list (8.6.6), if they know edit lists in fragmented files. With 0, there is none.
    ///   - captureTime: When the first frame was captured, in microseconds since 1970-01-01 UTC; 0 if not known.
    public func initializationSegment(
        tracks selection: Set<UInt32>? = nil,
        presentationStart: Int64 = 0,
        captureTime: Int64 = 0
    ) -> [UInt8] {
        let chosen = tracks.filter { selection?.contains($0.id) ?? true }
        let movie = MovieBox(
            entries: chosen.map { MovieBox.Entry(track: $0, samples: nil) },
            captureTime: captureTime,
            presentationStart: presentationStart,
            isFragmented: true
        )
        return BoxWriter.fileType + movie.bytes
    }

    /// Wraps one frame in a fragment of its own. Frames of a part that was begun with `append` stay there.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    package mutating func fragment(of frame: ContainerFrame, _ payload: RawSpan) -> FragmentResult {
        guard let track = tracks.first(where: { $0.id == frame.track }) else { return .unusable }
        switch track.description.fit(payload) {
        case .needsInitialization: return .needsInitialization
        case .unusable: return .unusable
        case .fits(let sample):
            let times = self.times(of: frame)
            let entry = TrackFragment.Entry(frame, times, sample)
            let fragment = TrackFragment(track: frame.track, decodeTime: times.decode, entries: [entry])
            let (box, count) = BoxWriter.movieFragment(sequence: nextSequence(), [fragment])
            let prefix = reference.box(for: frame, times)
            return .fragment(
                MovieFragment(head: prefix + box + mediaDataHeader(count: UInt64(count)), sample: sample)
            )
        }
    }

    /// Adds a frame to the current part.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC; copied into the part.
    package mutating func append(_ frame: ContainerFrame, _ payload: RawSpan) -> AppendResult {
        guard let track = tracks.first(where: { $0.id == frame.track }) else { return .unusable }
        switch track.description.fit(payload) {
        case .needsInitialization: return .needsInitialization
        case .unusable: return .unusable
        case .fits(let sample):
            append(frame, sample, payload)
            return .added
        }
    }

    /// Adds a frame of one of the tracks, whose sample is known.
    mutating func append(_ frame: ContainerFrame, _ sample: SampleLayout, _ payload: RawSpan) {
        let times = self.times(of: frame)
        part.append(frame, times, reference: reference.box(for: frame, times), sample, payload)
    }

    /// Ends the current part: `moof` and `mdat`, with `prft` in front where it is due; `nil` if it is empty.
    public mutating func takePart() -> MovieFragmentPart? {
        guard !part.isEmpty else { return nil }
        return part.take(sequence: nextSequence())
    }

    /// The bytes of the current part so far, without its header.
    public var partLength: Int { part.byteCount }

    /// When the first frame of the current part is decoded, in microseconds; `nil` if the part is empty.
    public var partStart: Int64? { part.start }

    /// Whether the current part has frames of a track.
    func partHolds(_ track: UInt32) -> Bool { part.holds(track) }

    /// How many frames the current part has.
    public var partFrameCount: Int { part.frameCount }

    /// Whether the time from the last frame of its track to this one fits a duration of 32 bits (8.6.1.2).
    func canFollow(_ frame: ContainerFrame) -> Bool { clocks[frame.track]?.canFollow(frame) ?? true }

    private mutating func times(of frame: ContainerFrame) -> TrackClock.Times {
        clocks[frame.track]?.times(of: frame) ?? TrackClock.Times(decode: 0, presentation: 0, duration: 1)
    }

    private mutating func nextSequence() -> UInt32 {
        sequence &+= 1
        return sequence
    }
}
