import BitCoding

/// Writes a recording that is playable whenever it is cut, and an ordinary MP4 file when it is finished.
///
///     ftyp │ free, 16 bytes │ moov │ uuid moof mdat │ uuid moof mdat │ …                        while recording
///     ftyp │ mdat                                                    … │ moov with all samples  finished
///
/// The file begins as a fragmented one. Its parts have at most ``partDuration``, and a random access point of the first
/// video track begins one, so that playlists can lead there. ``finish()`` appends a complete `moov`,
/// and then turns the `free` box into the header of one `mdat` that covers everything between (ISO/IEC 14496-12 8.1.1).
/// These 16 bytes lie in one sector of a disk, so that the file is either fragmented or ordinary, never neither.
///
/// The value does no I/O: it returns the steps. Each part is on the disk before the next one is written, the `moov`
/// before the header, and the header before the file gets its final name. Whatever is cut off, ``HybridMP4Repair``
/// finishes the rest.
///
/// The account of the file (``RecordingAccount``) grows with each part, so that it is as durable as the frames.
public struct HybridMP4Writer: Sendable {
    /// What became of a frame.
    public enum Outcome: Hashable, Sendable {
        /// It is in the file, or will be with the next part. These steps are to be done now.
        case added(Written)
        /// The sample entry of its track does not describe it: finish this file, and begin another one with it.
        case needsInitialization
        /// The file cannot take it, because its tables are full or the time line jumps too far: finish this file, and
        /// begin another one with it.
        case isFull
        /// The frame has no track, no bytes, or too many.
        case unusable
    }

    /// Steps to be done, and the part that they write.
    public struct Written: Hashable, Sendable {
        /// The steps, in their order.
        public internal(set) var steps: [FileStep] = []
        /// The part, if the steps write one with frames.
        public internal(set) var part: Part?
    }

    /// A part of the file, for a playlist with byte ranges.
    public struct Part: Hashable, Sendable {
        /// Where `moof` and `mdat` are.
        public let range: Range<UInt64>
        /// When its first frame is decoded, in microseconds of the time line.
        public let decodeTime: Int64
        /// When its last frame is decoded, in microseconds of the time line.
        public let lastDecodeTime: Int64
        /// Whether decoding can begin with it.
        public let isIndependent: Bool
    }

    /// The longest time of a part in microseconds, 1 s: what a power failure costs.
    public static let partDuration: Int64 = 1_000_000
    /// Bytes after which a part ends early, 8 MiB: 64 Mbit/s.
    public static let partLength = 8 << 20
    /// The least time between two random access points that begin a part, in microseconds: 0.5 s. There are streams with
    /// nothing else.
    static let groupDuration: Int64 = 500_000
    /// Where the `free` box is.
    static let headerOffset = UInt64(BoxWriter.fileType.count)
    static let headerLength: UInt64 = 16

    /// The frames and gaps in the file so far.
    public private(set) var account = RecordingAccount()
    /// The bytes of the file so far, when all steps are done.
    public private(set) var length: UInt64 = 0

    private var fragments: FragmentedMP4Writer
    private var recording: HybridRecording
    /// What the next part's record adds to the account.
    private var pending = RecordingAccount()
    /// The first video track.
    private let leading: UInt32?
    /// The decode time of the last random access point that began a part.
    private var groupStart: Int64?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - tracks: 1 to 8 tracks.
    ///   - captureTime: When the first frame was captured, in microseconds since 1970-01-01 UTC; 0 if not known.
    /// - Throws: `invalidTracks`.
    public init(tracks: [ContainerTrack], captureTime: Int64 = 0) throws(ContainerError) {
        fragments = try FragmentedMP4Writer(tracks: tracks)
        recording = HybridRecording(tracks, captureTime: captureTime)
        leading = tracks.first(where: \.isVideo)?.id
    }

    /// The tracks.
    public var tracks: [ContainerTrack] { fragments.tracks }
    /// The initialization segment of the parts, as a file of its own: a playlist needs it, because finishing the file
    /// hides its first `moov`.
    public var initializationSegment: [UInt8] {
        fragments.initializationSegment(captureTime: recording.captureTime)
    }
    /// Whether no frame has been added yet.
    public var isEmpty: Bool { recording.sampleCount == 0 && fragments.partFrameCount == 0 }

    /// The first step: the beginning of the file. To be called once, before all other methods.
    public mutating func start() -> [FileStep] {
        var bytes = BoxWriter.fileType
        bytes += BoxWriter.box(.free) { $0.zeros(Int(Self.headerLength) - 8) }
        bytes += initializationSegment.dropFirst(BoxWriter.fileType.count)
        length = UInt64(bytes.count)
        return [.write(bytes, at: 0)]
    }

    /// Adds a frame. If it does not belong to the current part any more, the part is written first.
    ///
    /// - Parameters:
    ///   - payload: An access unit in Annex B format, or one raw data block of AAC.
    ///   - epoch: The frame's epoch, for the account.
    ///   - sequence: The frame's sequence number, for the account.
    package mutating func append(
        _ frame: ContainerFrame,
        _ payload: RawSpan,
        epoch: UInt32,
        sequence: UInt64
    ) -> Outcome {
        guard let track = tracks.first(where: { $0.id == frame.track }) else { return .unusable }
        let sample: SampleLayout
        switch track.description.fit(payload) {
        case .unusable: return .unusable
        case .needsInitialization: return .needsInitialization
        case .fits(let layout): sample = layout
        }
        guard fragments.canFollow(frame), !account.isFull,
            recording.sampleCount + fragments.partFrameCount < ContainerLimits.samples
        else { return .isFull }
        let written = isPartDue(before: frame) ? flush() : Written()
        if frame.isSync, frame.track == leading, !fragments.partHolds(frame.track) { groupStart = frame.decodeTime }
        fragments.append(frame, sample, payload)
        if !frame.isPreroll {
            note(RecordingAccount.Run(track: frame.track, epoch: epoch, first: sequence, count: 1))
        }
        if frame.captureTime > 0 {
            let anchor = RecordingAccount.Anchor(mediaTime: frame.presentationTime, wallClock: frame.captureTime)
            if account.add(anchor) { pending.add(anchor) }
        }
        return .added(written)
    }

    /// Adds frames that are missing to the account. The next part's record holds them.
    ///
    /// - Returns: Whether the account has room for them. If not, finish this file, and begin another one with them.
    public mutating func addGap(track: UInt32, epoch: UInt32, first: UInt64, count: UInt64, reason: UInt8) -> Bool {
        guard !account.isFull else { return false }
        note(RecordingAccount.Run(track: track, epoch: epoch, first: first, count: count, gapReason: reason))
        return true
    }

    /// Writes the current part, for example when the stream pauses; no steps if there is nothing to write.
    public mutating func flush() -> Written {
        guard fragments.partFrameCount > 0 || !pending.isEmpty else { return Written() }
        let part = fragments.takePart()
        let content = part?.bytes ?? []
        let record = PartRecord(partLength: UInt64(content.count), account: pending)
        pending = RecordingAccount()
        var bytes = record.bytes(before: content.span.bytes)
        let contentOffset = length + UInt64(bytes.count)
        bytes += content
        var written = Written(steps: [.write(bytes, at: length), .synchronizeData])
        length += UInt64(bytes.count)
        if let part {
            recording.add(part, at: contentOffset)
            written.part = Part(
                range: contentOffset + UInt64(part.headLength)..<length,
                decodeTime: part.decodeTime,
                lastDecodeTime: part.lastDecodeTime,
                isIndependent: part.isIndependent
            )
        }
        return written
    }

    /// Writes the current part, and finishes the file. No other method may be called after it.
    public mutating func finish() -> Written {
        var written = flush()
        written.steps += recording.finishingSteps(at: length, account: account)
        return written
    }

    private func isPartDue(before frame: ContainerFrame) -> Bool {
        guard let start = fragments.partStart else { return false }
        if frame.isSync, frame.track == leading, fragments.partHolds(frame.track),
            frame.decodeTime - (groupStart ?? start) >= Self.groupDuration
        {
            return true
        }
        return frame.decodeTime - start >= Self.partDuration || fragments.partLength >= Self.partLength
    }

    private mutating func note(_ run: RecordingAccount.Run) {
        account.add(run)
        pending.add(run)
    }
}
