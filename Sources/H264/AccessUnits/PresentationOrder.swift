/// When the pictures of a stream are to be decoded and shown, from their order alone.
///
/// H.264 carries the order of output, not its time, so this assumes what a constant frame rate means: a frame lasts two
/// *field periods*, a field one. A field period is the tick of the VUI's timing (`num_units_in_tick / time_scale`
/// seconds), or half a frame's duration where the rate is known from elsewhere. Times count field periods from the
/// first access unit on.
///
/// An access unit's times are known when it is: nothing waits for the pictures after it. Decoding runs ahead of
/// presentation by the reordering depth (``SequenceParameterSet/maxReorderFrames``), which is 0 for streams that
/// promise not to reorder; then both times are the same.
///
///     var order = PresentationOrder()
///     let times = order.times(of: unit.info, parameterSets.sps(id)?.value)
///     // In microseconds: times.presentation * 1_000_000 * unitsInTick / timeScale
///
/// - Within a sequence (from one IDR picture or operation 5 to the next) presentation follows picture order counts.
///   Two counts make a frame, as nearly all encoders have it; where counts differ by other steps, that is learned.
/// - Lost pictures leave a gap in time, which decoding times skip as well.
/// - A count beyond what a decoded picture buffer can explain begins a sequence: the stream was cut or joined.
public struct PresentationOrder: Sendable {
    /// Times in field periods.
    public struct Times: Hashable, Sendable {
        /// When the access unit is to be decoded. It never goes back.
        public var decode: Int
        /// When the picture is to be shown, never before `decode`.
        public var presentation: Int
    }

    /// How far, in field periods, a presentation time may be off before a count is taken for a jump rather than for a
    /// few lost pictures: two decoded picture buffers of 16 frames (A.3.1).
    private static let window = 2 * 2 * 16
    /// Field periods kept free for leading pictures, shown before the picture that begins the sequence: 7 frames and
    /// some more, as a pyramid of B pictures three layers deep has them.
    private static let leading = 16

    /// Field periods by which decoding runs ahead of presentation where no picture is reordered: twice the reordering
    /// depth of the SPS in force.
    public private(set) var delay = 0

    /// When the next access unit is to be decoded, in field periods, unless it begins a sequence.
    public var nextDecode: Int { decode }

    private var decode = 0
    /// The time and the count of the picture that began the sequence.
    private var start: (presentation: Int, count: Int)?
    /// When the last frame so far, in output order, has been shown.
    private var end = 0
    /// When the last first field was shown.
    private var firstField = 0
    private var step = PictureOrderStep()

    /// Starts before the first access unit.
    public init() {}

    /// The times of the next access unit in decoding order, under the SPS that it refers to.
    ///
    /// A picture whose slice headers could not be read is shown when it is decoded. An access unit without a picture
    /// takes no time.
    public mutating func times(of unit: AccessUnitInfo, _ sps: SequenceParameterSet?) -> Times {
        let duration = !unit.hasPicture ? 0 : unit.structure.isField ? 1 : 2
        var presentation = decode
        if unit.isSecondField {
            presentation = firstField + 1
        } else if unit.hasPicture, let sps, let count = unit.pictureOrderCount {
            presentation = time(of: count, startsSequence: unit.startsPictureOrder, sps)
        }
        let times = Times(decode: decode, presentation: max(decode, presentation))
        firstField = times.presentation
        end = max(end, times.presentation + duration)
        decode += duration
        return times
    }

    /// When a frame or first field is shown.
    private mutating func time(of count: Int, startsSequence: Bool, _ sps: SequenceParameterSet) -> Int {
        guard !startsSequence, let start else { return begin(at: count, isClean: startsSequence, sps) }
        guard delay > 0 else { return decode }
        let (difference, overflow) = count.subtractingReportingOverflow(start.count)
        guard !overflow, difference.magnitude <= Int.max / 4 else { return begin(at: count, isClean: false, sps) }
        let time = start.presentation &+ step.fieldPeriods(for: difference)
        let plausible = decode - Self.window...decode + delay + Self.window
        guard plausible.contains(time) else { return begin(at: count, isClean: false, sps) }
        // A picture that comes too late moves all after it, so that it is the only one.
        if time < decode { self.start = (start.presentation + decode - time, start.count) }
        return time
    }

    /// Begins a sequence, behind all that was shown before. Only where it begins as the standard has it, nothing is
    /// decoded after its first picture and shown before.
    private mutating func begin(at count: Int, isClean: Bool, _ sps: SequenceParameterSet) -> Int {
        step.endSequence()
        delay = 2 * sps.maxReorderFrames
        let lead = isClean ? 0 : min(2 * delay, Self.leading)
        let time = max(decode + delay, end) + lead
        decode = max(decode, time - lead - delay)
        start = (time, count)
        return time
    }
}

/// How much picture order count grows from one frame to the next in output order.
///
/// The standard leaves it open. 2 is usual, since a frame has two fields; some encoders count frames. A difference that
/// the step does not divide makes it smaller, for pictures behind all that came before; it grows at the end of a
/// sequence, if every multiple of a larger one was there.
struct PictureOrderStep: Sendable {
    private var step = 2
    /// Differences up to the bend were given times by an earlier step. Keeping to it there keeps their order.
    private var bend = (difference: Int.min, step: 2)
    private var commonDivisor = 0
    private var largest = 0
    private var frames = 1

    /// The time between two frames whose counts differ by `difference`.
    mutating func fieldPeriods(for difference: Int) -> Int {
        let divisor = Self.greatestCommonDivisor(step, difference)
        if divisor < step { (step, bend) = (divisor, (largest, step)) }
        commonDivisor = Self.greatestCommonDivisor(commonDivisor, difference)
        largest = max(largest, difference)
        frames += 1
        return 2 * difference / (difference <= bend.difference ? bend.step : step)
    }

    mutating func endSequence() {
        if frames > 2, commonDivisor > step, largest / commonDivisor == frames - 1 { step = commonDivisor }
        bend = (Int.min, step)
        (commonDivisor, largest, frames) = (0, 0, 1)
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (abs(a), abs(b))
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
