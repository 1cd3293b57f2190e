import AAC
import StreamProtocol

/// Turns an ADTS stream into a track and its frames.
public struct AACTrackReader: Sendable {
    private let id: TrackID
    private var reader = ADTSReader()
    private var description: AACTrackDescription
    private var header: ADTSHeader?
    private var clock = SampleClock()

    /// - Parameter id: The number that the frames will bear.
    public init(id: TrackID = .zero) {
        self.id = id
        description = AACTrackDescription(id: id)
    }

    /// Takes the next bytes.
    ///
    /// - Parameter arrival: When they came, in microseconds since 1970-01-01 UTC; it becomes the capture time.
    /// - Throws: What `body` throws.
    public mutating func push<E: Error>(
        _ bytes: RawSpan,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        var reader = exchange(&reader, with: ADTSReader())
        defer { self.reader = reader }
        try reader.push(bytes) { blocks, block throws(E) in try emit(blocks, block, arrival: arrival, body) }
    }

    /// Hands out the rest at the end of the stream; another may follow, whose times go on where this one's end.
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
        if header.map({ !$0.isConsistent(with: block.header) }) ?? true {
            header = block.header
            let config = AudioSpecificConfig(block.header, rawDataBlock: blocks)
            clock.change(to: config.samplingFrequency.hertz)
            if let track = description.track(for: config, bytes: (try? config.encoded()) ?? []) {
                try body(.track(track))
            }
        }
        let time = clock.time
        clock.advance(by: ADTSHeader.samplesPerBlock * block.count)
        try body(
            .frame(
                MediaFrame(
                    track: id,
                    flags: .randomAccess,
                    generation: description.generation,
                    decodeTime: time,
                    presentationTime: time,
                    duration: clock.time - time,
                    captureTime: arrival,
                    payload: blocks.withUnsafeBytes { Array($0) }
                )
            )
        )
    }
}
