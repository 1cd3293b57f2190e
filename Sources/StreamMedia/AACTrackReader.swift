import AAC
import StreamProtocol

/// The track table entry of an AAC stream, updated with every configuration.
struct AACTrackDescription: Sendable {
    private let id: TrackID
    private var track: Track?

    /// The generation of the configuration that frames need now.
    var generation: UInt16 { track?.generation ?? 0 }
    /// Whether there has been a configuration.
    var hasTrack: Bool { track != nil }

    init(id: TrackID) {
        self.id = id
    }

    /// Returns the track if it differs from the previous one. MPEG-2 and MPEG-4 in ADTS headers are equal for a
    /// decoder.
    ///
    /// - Parameter bytes: The encoded configuration.
    mutating func track(for config: AudioSpecificConfig, bytes: [UInt8]) -> Track? {
        var new = Track(id: id, kind: .audio, codec: .aac)
        new.generation = generation
        new.configuration = bytes
        new.sampleRate = UInt32(clamping: config.samplingFrequency.hertz)
        new.channels = config.channelCount.map { UInt8(clamping: $0) }
        guard new != track else { return nil }
        if track != nil { new.generation &+= 1 }
        track = new
        return new
    }
}

/// The configuration of ADTS frames, as far as it can be used.
///
/// With channel configuration 0, a program config element names the channels. Only the first frame of a stream must hold
/// it. Without one that has come, no receiver can decode the frame: it is left out, and the configuration before it
/// stays in force, so that damage to single headers ends nothing.
struct ADTSConfiguration: Sendable {
    enum Result {
        /// The frame has the format of the one before.
        case same
        case new(AudioSpecificConfig)
        /// The frame cannot be used.
        case unusable
    }

    private var header: ADTSHeader?

    /// Takes the next frame.
    mutating func result(of header: ADTSHeader, _ blocks: RawSpan) -> Result {
        if let last = self.header, last.isConsistent(with: header) { return .same }
        let config = AudioSpecificConfig(header, rawDataBlock: blocks)
        guard config.channelConfiguration != 0 || config.programConfig != nil else { return .unusable }
        self.header = header
        return .new(config)
    }
}

/// Turns an ADTS stream into a track and its frames.
public struct AACTrackReader: Sendable {
    /// How many frames were left out because nothing names their channels: channel configuration 0, and no program
    /// config element.
    public private(set) var unusableFrameCount = 0

    private let id: TrackID
    private var reader = ADTSReader()
    private var description: AACTrackDescription
    private var configuration = ADTSConfiguration()
    private var clock = SampleClock()

    /// - Parameter id: The number that the frames will bear.
    public init(id: TrackID = .zero) {
        self.id = id
        description = AACTrackDescription(id: id)
    }

    /// Processes the next bytes and passes their events to `body`.
    ///
    /// - Parameter arrival: The arrival of the bytes in microseconds since 1970-01-01 UTC; it becomes the capture time.
    /// - Throws: The error that `body` throws.
    package mutating func push<E: Error>(
        _ bytes: RawSpan,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        var reader = exchange(&reader, with: ADTSReader())
        defer { self.reader = reader }
        try reader.push(bytes) { blocks, block throws(E) in try emit(blocks, block, arrival: arrival, body) }
    }

    /// Passes on the rest at the end of the stream. Another stream may follow; its times continue at this one's end.
    public mutating func finish<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        var reader = exchange(&reader, with: ADTSReader())
        defer { self.reader = reader }
        try reader.finish { blocks, block throws(E) in try emit(blocks, block, arrival: arrival, body) }
    }

    private mutating func emit<E: Error>(
        _ blocks: RawSpan,
        _ block: ADTSBlock,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        let samples = ADTSHeader.samplesPerBlock * block.count
        switch configuration.result(of: block.header, blocks) {
        case .same: break
        case .new(let config):
            clock.change(to: config.samplingFrequency.hertz)
            if let track = description.track(for: config, bytes: (try? config.encoded()) ?? []) {
                try body(.track(track))
            }
        case .unusable:
            unusableFrameCount += 1
            // The sound that follows keeps its time.
            if description.hasTrack { clock.advance(by: samples) }
            return
        }
        let time = clock.time
        clock.advance(by: samples)
        try body(
            .frame(
                MediaFrame(
                    track: id,
                    flags: .randomAccess,
                    generation: description.generation,
                    times: PacketTimeline.Times(decode: time, presentation: time),
                    duration: clock.time - time,
                    captureTime: arrival,
                    bytes: blocks.withUnsafeBytes { Array($0) }
                )
            )
        )
    }
}
