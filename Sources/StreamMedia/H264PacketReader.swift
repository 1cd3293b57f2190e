import BitCoding
import H264
import StreamProtocol

/// Converts packets of H.264 with times, from a container or an encoder, to a track and its frames.
///
/// A packet holds whole access units, usually one. The payload passes unchanged except for parameter sets: a frame at
/// which decoding can begin gets all sets in force that it lacks, those of the configuration among them, and an SPS of a
/// stream without reordering gets the field that says so (`OutputOrderCompletion`). Start codes replace length fields. A
/// packet without a picture is put before the next picture.
///
/// The pictures themselves say where decoding can begin. Key flags of containers do not: writers also set them on
/// pictures that a decoder cannot begin with.
public struct H264PacketReader: Sendable {
    /// The field period if neither the container nor the stream defines it.
    private static let assumedPeriod = FieldClock.Period(framesPerSecond: 25)

    /// How many packets were damaged or larger than an access unit can be. The parts before the fault were passed on.
    public var damagedPacketCount: Int { packets.damageCount }

    private let id: TrackID
    private let statedPeriod: FieldClock.Period?
    private var packets = PacketAccessUnits()
    private var description: H264TrackDescription
    private var timeline = PacketTimeline()

    /// - Parameters:
    ///   - id: The track number of the frames.
    ///   - configuration: An avcC record (ISO/IEC 14496-15 5.3.3.1), parameter sets in Annex B format, or nothing.
    ///     Packets have length fields in the first case, and start codes otherwise.
    ///   - frameRate: The rate of the container or encoder; `nil` selects the stream's own timing.
    /// - Throws: ``MediaError`` for a configuration that cannot be parsed.
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

    /// Sets another configuration for the packets from here on.
    ///
    /// - Throws: ``MediaError`` if it cannot be parsed; the previous one then remains.
    public mutating func configure(_ configuration: [UInt8]) throws(MediaError) {
        guard configuration.first == Self.recordVersion else {
            packets.format = .annexB
            addParameterSets(configuration)
            return
        }
        do throws(H264Error) {
            let record = try AVCDecoderConfigurationRecord(configuration.span.bytes)
            packets.format = .lengths(record.lengthSize)
            var sets: [UInt8] = []
            let extensions = record.high?.sequenceParameterSetExtensions ?? []
            for unit in record.sequenceParameterSets + extensions + record.pictureParameterSets {
                AnnexB.append(unit.span.bytes, to: &sets)
            }
            addParameterSets(sets)
        } catch {
            throw MediaError(.invalidConfiguration, "The H.264 configuration of the input is damaged: \(error).")
        }
    }

    /// Processes the next packet in decoding order and passes its events to `body`.
    ///
    /// - Parameters:
    ///   - decodeTime: In microseconds; `nil` if the source does not have it.
    ///   - presentationTime: In microseconds; `nil` if the source does not have it.
    ///   - duration: In microseconds; 0 if the source does not have it.
    ///   - captureTime: In microseconds since 1970-01-01 UTC; 0 if unknown.
    /// - Throws: The error that `body` throws.
    package mutating func read<E: Error>(
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

    /// Adds parameter sets that are not part of an access unit.
    private mutating func addParameterSets(_ sets: [UInt8]) {
        var completion = OutputOrderCompletion()
        let sets = completion.completed(annexB: sets)
        packets.addParameterSets(sets)
        description.addParameterSets(sets)
    }

    private mutating func emit<E: Error>(
        _ unit: AccessUnit,
        _ times: PacketTimeline.Times,
        duration: Int64,
        captureTime: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        if let track = description.track(after: unit, frameRate: period(of: unit)) { try body(.track(track)) }
        try body(
            .frame(
                MediaFrame(
                    track: id,
                    flags: FrameHeader.Flags(of: unit.info),
                    generation: description.generation,
                    times: times,
                    duration: duration,
                    captureTime: captureTime,
                    bytes: unit.bytes
                )
            )
        )
    }
}

extension AccessUnit {
    /// Field periods that its picture lasts.
    fileprivate var fieldCount: Int { !info.hasPicture ? 0 : info.structure.isField ? 1 : 2 }
}
