import AAC
import BitCoding
import StreamProtocol

/// Turns packets of AAC with times of their own, out of a container or an encoder, into a track and its frames.
///
/// A packet holds one raw data block, or ADTS frames.
public struct AACPacketReader: Sendable {
    /// Packets that held no AAC, or only ADTS frames whose channels nothing names.
    public private(set) var damagedPacketCount = 0

    private let id: TrackID
    private var description: AACTrackDescription
    private var timeline = PacketTimeline()
    /// `nil` for ADTS, whose frames each contain it.
    private var configuration: (config: AudioSpecificConfig, bytes: [UInt8])?
    private var adts = ADTSConfiguration()

    /// - Parameters:
    ///   - id: The number that the frames will bear.
    ///   - configuration: An `AudioSpecificConfig` (ISO/IEC 14496-3 1.6.2.1) for raw data blocks; empty for ADTS.
    /// - Throws: ``MediaError`` for a configuration that cannot be read.
    public init(id: TrackID = .zero, configuration: [UInt8] = []) throws(MediaError) {
        self.id = id
        description = AACTrackDescription(id: id)
        try configure(configuration)
    }

    /// Sets another configuration for the packets from here on.
    ///
    /// - Throws: ``MediaError`` if it cannot be parsed; the previous one then remains.
    public mutating func configure(_ configuration: [UInt8]) throws(MediaError) {
        guard !configuration.isEmpty else {
            self.configuration = nil
            return
        }
        guard configuration.count <= ProtocolLimits.codecConfigurationLength else {
            throw MediaError(
                .invalidConfiguration,
                "The AAC configuration of the input has \(configuration.count) bytes; it is damaged."
            )
        }
        do throws(AACError) {
            self.configuration = (try AudioSpecificConfig(configuration.span), configuration)
        } catch {
            throw MediaError(
                .invalidConfiguration,
                "The AAC of the input is of a kind that cannot go through: \(error)."
            )
        }
    }

    /// Processes the next packet and passes its events to `body`.
    ///
    /// - Parameters:
    ///   - presentationTime: In microseconds; `nil` if the source does not have it.
    ///   - captureTime: In microseconds since 1970-01-01 UTC; 0 if unknown.
    /// - Throws: The error that `body` throws.
    package mutating func read<E: Error>(
        _ bytes: RawSpan,
        presentationTime: Int64?,
        captureTime: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        guard let configuration else {
            return try readADTS(bytes, presentationTime: presentationTime, captureTime: captureTime, body)
        }
        guard !bytes.isEmpty else {
            damagedPacketCount += 1
            return
        }
        let config = configuration.config
        if let track = description.track(for: config, bytes: configuration.bytes) { try body(.track(track)) }
        let duration = Self.duration(of: config.samplesPerFrame, at: config.samplingFrequency)
        try emit(
            bytes.withUnsafeBytes { Array($0) },
            time: presentationTime,
            duration: duration,
            captureTime: captureTime,
            body
        )
    }

    private mutating func readADTS<E: Error>(
        _ bytes: RawSpan,
        presentationTime: Int64?,
        captureTime: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        // A reader for each packet: it holds whole frames, and its end makes the last of them believed.
        var reader = ADTSReader()
        var found: [(block: ADTSBlock, bytes: [UInt8])] = []
        let take = { (blocks: RawSpan, block: ADTSBlock) in
            found.append((block, blocks.withUnsafeBytes { Array($0) }))
        }
        reader.push(bytes, take)
        reader.finish(take)
        var samples = 0
        var usable = 0
        defer { if usable == 0 { damagedPacketCount += 1 } }
        for (block, payload) in found {
            let offset = Self.duration(of: samples, at: block.header.samplingFrequency)
            samples += ADTSHeader.samplesPerBlock * block.count
            let end = Self.duration(of: samples, at: block.header.samplingFrequency)
            switch adts.result(of: block.header, payload.span.bytes) {
            case .same: break
            case .new(let config):
                let track = description.track(for: config, bytes: (try? config.encoded()) ?? [])
                if let track { try body(.track(track)) }
            case .unusable: continue
            }
            usable += 1
            let time = presentationTime.map { $0 &+ offset }
            try emit(payload, time: time, duration: end - offset, captureTime: captureTime, body)
        }
    }

    private mutating func emit<E: Error>(
        _ payload: [UInt8],
        time: Int64?,
        duration: Int64,
        captureTime: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        let times = timeline.times(decode: nil, presentation: time, duration: duration)
        try body(
            .frame(
                MediaFrame(
                    track: id,
                    flags: .randomAccess,
                    generation: description.generation,
                    times: times,
                    duration: duration,
                    captureTime: captureTime,
                    bytes: payload
                )
            )
        )
    }

    private static func duration(of samples: Int, at frequency: SamplingFrequency) -> Int64 {
        Int64(samples) * 1_000_000 / Int64(max(1, frequency.hertz))
    }
}
