import BitCoding
import H264
import StreamProtocol

/// Converts a byte stream in Annex B format to a track and its frames, one access unit per frame.
///
/// The payload passes unchanged except for parameter sets: a frame at which decoding can begin gets all sets in force
/// that it lacks, and an SPS of a stream without reordering gets the field that says so (`OutputOrderCompletion`).
public struct H264TrackReader: Sendable {
    /// How many access units and NAL units exceeded the limits and were dropped. Pictures that refer to them were not
    /// dropped.
    public var oversizeCount: Int { oversizeAccessUnits + splitter.skipped.oversizeUnits }

    private let id: TrackID
    private let source: TimeSource
    private var splitter = AnnexBSplitter()
    private var completion = OutputOrderCompletion()
    private var assembler: AccessUnitAssembler
    private var order = PresentationOrder()
    private var description: H264TrackDescription
    private var clock: FieldClock
    private var arrivals = ArrivalClock()
    private var hasOwnTiming: Bool
    private var oversizeAccessUnits = 0
    /// When the bytes came that the NAL unit to come begins with; `nil` if none have come.
    private var unitArrival: Int64?
    /// The arrival of the first bytes of the current access unit.
    private var accessUnitArrival: Int64?

    /// - Parameters:
    ///   - id: The number that the frames will bear.
    ///   - source: Where times come from.
    ///   - maximumAccessUnitSize: In bytes, over 0.
    public init(
        id: TrackID = .zero,
        source: TimeSource,
        maximumAccessUnitSize: Int = AccessUnitAssembler.defaultMaximumAccessUnitSize
    ) {
        assembler = AccessUnitAssembler(maximumAccessUnitSize: maximumAccessUnitSize)
        self.id = id
        self.source = source
        description = H264TrackDescription(id: id)
        switch source {
        case .stream(let fallback): clock = FieldClock(period: FieldClock.Period(frameRate: fallback))
        case .rate(let rate): clock = FieldClock(period: FieldClock.Period(frameRate: rate))
        case .arrival: clock = FieldClock(period: ArrivalClock.assumedPeriod)
        }
        hasOwnTiming = source != .arrival
    }

    /// Processes the next bytes and passes their events to `body`.
    ///
    /// - Parameter arrival: The arrival of the bytes in microseconds since 1970-01-01 UTC. It becomes the capture time
    ///   of the access units that begin in them, even if these are found to be complete later.
    /// - Throws: The error that `body` throws.
    package mutating func push<E: Error>(
        _ bytes: RawSpan,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        unitArrival = unitArrival ?? arrival
        // Taken out while its units are read into the rest of this value, not copied.
        var splitter = exchange(&splitter, with: AnnexBSplitter())
        defer { self.splitter = splitter }
        try splitter.push(bytes) { nal, _ throws(E) in try append(nal, arrival: arrival, body) }
    }

    /// Passes on the current access unit when the source pauses. Encoders write whole access units, so it need not wait
    /// for the next one.
    public mutating func flush<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        var splitter = exchange(&splitter, with: AnnexBSplitter())
        defer { self.splitter = splitter }
        try splitter.flush { nal, _ throws(E) in try append(nal, arrival: arrival, body) }
        try flushAccessUnit(arrival: arrival, body)
        unitArrival = nil
    }

    /// Passes on the rest at the end of the stream. Another stream may follow; its times continue at this one's end.
    public mutating func finish<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        var splitter = exchange(&splitter, with: AnnexBSplitter())
        defer { self.splitter = splitter }
        try splitter.finish { nal, _ throws(E) in try append(nal, arrival: arrival, body) }
        try flushAccessUnit(arrival: arrival, body)
        unitArrival = nil
    }

    /// Adds a NAL unit. Its end was found in the bytes that arrived at `arrival`, with the beginning of the next one.
    private mutating func append<E: Error>(
        _ nal: RawSpan,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        let began = exchange(&unitArrival, with: arrival) ?? arrival
        let complete: AccessUnit?
        do throws(H264Error) {
            if let completed = completion.replacement(for: nal) {
                complete = try assembler.append(completed.span.bytes)
            } else {
                complete = try assembler.append(nal)
            }
        } catch {
            // The stream continues with the next one.
            oversizeAccessUnits += 1
            accessUnitArrival = began
            return
        }
        guard let complete else {
            accessUnitArrival = accessUnitArrival ?? began
            return
        }
        try emit(complete, arrival: exchange(&accessUnitArrival, with: began) ?? began, body)
    }

    private mutating func flushAccessUnit<E: Error>(
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        let began = exchange(&accessUnitArrival, with: nil) ?? arrival
        let unit: AccessUnit?
        do throws(H264Error) {
            unit = try assembler.flush()
        } catch {
            oversizeAccessUnits += 1
            return
        }
        if let unit { try emit(unit, arrival: began, body) }
    }

    private mutating func emit<E: Error>(
        _ unit: AccessUnit,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        adoptTiming(of: unit.sps, arrival: arrival)
        if let track = description.track(after: unit, frameRate: hasOwnTiming ? clock.period : nil) {
            try body(.track(track))
        }
        let times = order.times(of: unit.info, unit.sps?.value)
        if !hasOwnTiming { arrivals.note(arrival, hasPicture: unit.info.hasPicture) }
        let decode = hasOwnTiming ? clock.time(at: times.decode) : arrivals.now
        let delay = clock.time(at: times.presentation) - clock.time(at: times.decode)
        let end = clock.time(at: times.decode + (unit.info.structure.isField ? 1 : 2))
        try body(
            .frame(
                MediaFrame(
                    track: id,
                    flags: FrameHeader.Flags(of: unit.info),
                    generation: description.generation,
                    times: PacketTimeline.Times(decode: decode, presentation: decode + delay),
                    duration: unit.info.hasPicture && hasOwnTiming ? end - decode : 0,
                    captureTime: arrival,
                    bytes: unit.bytes
                )
            )
        )
    }

    /// Adopts the timing of the current SPS, unless a frame rate was given.
    private mutating func adoptTiming(of sps: ParameterSets.Entry<SequenceParameterSet>?, arrival: Int64) {
        if case .rate = source { return }
        guard let timing = sps?.value.vui?.timing,
            let period = FieldClock.Period(unitsInTick: timing.unitsInTick, timeScale: timing.timeScale)
        else { return }
        if !hasOwnTiming {
            arrivals.note(arrival, hasPicture: true)
            clock.restart(at: order.nextDecode, time: arrivals.now)
            hasOwnTiming = true
        }
        // Pictures that are decoded but not shown yet keep their times.
        clock.change(to: period, at: order.nextDecode + order.delay, now: order.nextDecode)
    }
}
