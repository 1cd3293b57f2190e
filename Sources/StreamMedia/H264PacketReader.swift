import H264
import StreamProtocol

/// Turns packets of H.264 with times of their own, out of a container or an encoder, into a track and its frames.
///
/// A packet holds whole access units, mostly one. What it holds goes through as it is, but for parameter sets: a random
/// access point that lacks them gets those of the configuration, and an SPS says that nothing is reordered where that is
/// so (`OutputOrderCompletion`). NAL units get start codes in the place of lengths. Packets that hold no picture are put
/// in front of the next that does.
public struct H264PacketReader: Sendable {
    /// What a field period is taken for where neither the container nor the stream says.
    private static let assumedPeriod = FieldClock.Period(framesPerSecond: 25)

    /// Packets whose bytes do not add up, or that are larger than an access unit can be. What could be read of them was
    /// handed out.
    public var damagedPacketCount: Int { packets.damageCount }

    private let id: TrackID
    private let statedPeriod: FieldClock.Period?
    private var packets = PacketAccessUnits()
    private var description: H264TrackDescription
    private var timeline = PacketTimeline()

    /// - Parameters:
    ///   - id: The number that the frames will bear.
    ///   - configuration: An avcC record (ISO/IEC 14496-15 5.3.3.1), parameter sets in Annex B format, or nothing.
    ///     Packets have lengths in front of NAL units in the first case, and start codes otherwise.
    ///   - frameRate: As the container has it or the encoder was told; where `nil`, the stream's own timing is taken.
    /// - Throws: ``MediaError`` for a configuration that cannot be read.
    public init(
        id: TrackID = .zero,
        configuration: [UInt8] = [],
        frameRate: Track.Rate? = nil
    ) throws(MediaError) {
        self.id = id
        statedPeriod = frameRate.map { FieldClock.Period(frameRate: $0) }
        description = H264TrackDescription(id: id)
        try configure(configuration)
    }

    /// Takes up another configuration, for the packets from here on.
    ///
    /// - Throws: ``MediaError`` for one that cannot be read; the one before then stays.
    public mutating func configure(_ configuration: [UInt8]) throws(MediaError) {
        guard configuration.first == Self.recordVersion else {
            packets.format = .annexB
            learn(configuration)
            return
        }
        do throws(H264Error) {
            let record = try AVCDecoderConfigurationRecord(configuration.span.bytes)
            packets.format = .lengths(record.lengthSize)
            var sets: [UInt8] = []
            for unit in record.sequenceParameterSets + record.pictureParameterSets {
                AnnexB.append(unit.span.bytes, to: &sets)
            }
            learn(sets)
        } catch {
            throw MediaError("The H.264 configuration of the input is damaged: \(error).")
        }
    }

    /// Takes the next packet, in the order of decoding.
    ///
    /// - Parameters:
    ///   - decodeTime: In microseconds; `nil` where the source does not say.
    ///   - presentationTime: In microseconds; `nil` where the source does not say.
    ///   - duration: In microseconds; 0 where the source does not say.
    ///   - captureTime: In microseconds since 1970-01-01 UTC; 0 where not known.
    /// - Throws: What `body` throws.
    public mutating func read<E: Error>(
        _ bytes: RawSpan,
        decodeTime: Int64?,
        presentationTime: Int64?,
        duration: Int64 = 0,
        captureTime: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        let units = packets.units(in: bytes)
        let period = self.period(of: units.first)
        let fields = units.reduce(0) { $0 + $1.fieldCount }
        let fieldDuration = duration > 0 && fields > 0 ? min(duration, Self.longestDuration) / Int64(fields) : nil
        let clock = FieldClock(period: period ?? Self.assumedPeriod)
        var fieldsBefore = 0
        for unit in units {
            let offset = fieldDuration.map { $0 * Int64(fieldsBefore) } ?? clock.time(at: fieldsBefore)
            fieldsBefore += unit.fieldCount
            let end = fieldDuration.map { $0 * Int64(fieldsBefore) } ?? clock.time(at: fieldsBefore)
            let times = timeline.times(
                decode: decodeTime.map { $0 &+ offset },
                presentation: presentationTime.map { $0 &+ offset },
                reorderingDelay: clock.time(at: 2 * (unit.sps?.value.maxReorderFrames ?? 0)),
                duration: end - offset
            )
            let isDurationKnown = fieldDuration != nil || period != nil
            try emit(unit, times, duration: isDurationKnown ? end - offset : 0, captureTime: captureTime, body)
        }
    }

    /// `configurationVersion`; parameter sets in Annex B format begin with 0.
    private static let recordVersion: UInt8 = 1
    /// A packet's duration beyond this, in microseconds, is a mistake: an hour.
    private static let longestDuration: Int64 = 3_600_000_000

    private func period(of unit: AccessUnit?) -> FieldClock.Period? {
        if let statedPeriod { return statedPeriod }
        guard let timing = unit?.sps?.value.vui?.timing else { return nil }
        return FieldClock.Period(unitsInTick: timing.unitsInTick, timeScale: timing.timeScale)
    }

    /// Makes parameter sets known without their being part of an access unit.
    private mutating func learn(_ sets: [UInt8]) {
        var completion = OutputOrderCompletion()
        let sets = completion.completed(annexB: sets)
        packets.learn(sets)
        description.remember(sets)
    }

    private mutating func emit<E: Error>(
        _ unit: AccessUnit,
        _ times: PacketTimeline.Times,
        duration: Int64,
        captureTime: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        if let track = description.track(after: unit, frameRate: period(of: unit)) { try body(.track(track)) }
        var flags = FrameHeader.Flags(of: unit.info)
        if times.isDiscontinuous { flags.insert(.discontinuity) }
        try body(
            .frame(
                MediaFrame(
                    track: id,
                    flags: flags,
                    generation: description.generation,
                    decodeTime: times.decode,
                    presentationTime: times.presentation,
                    duration: duration,
                    captureTime: captureTime,
                    payload: unit.bytes
                )
            )
        )
    }
}

extension AccessUnit {
    /// Field periods that its picture lasts.
    fileprivate var fieldCount: Int { !info.hasPicture ? 0 : info.structure.isField ? 1 : 2 }
}
