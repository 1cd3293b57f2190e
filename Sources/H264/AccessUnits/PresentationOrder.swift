/// Computes decoding and presentation times from the order of pictures alone.
///
/// H.264 carries the order of output, not its time. This type assumes a constant frame rate: a frame lasts two *field
/// periods* and a field one. A field period is the tick of the VUI's timing (`num_units_in_tick / time_scale` seconds),
/// or half a frame's duration if the frame rate is known from elsewhere. Times count field periods from the first
/// access unit.
///
/// The times of an access unit depend only on it and on earlier ones. Decoding precedes presentation by the reordering
/// depth (``SequenceParameterSet/maxReorderFrames``). If a stream promises not to reorder, the depth is 0 and both
/// times are equal.
///
///     var order = PresentationOrder()
///     let times = order.times(of: unit.info, parameterSets.sps(id)?.value)
///     // In microseconds: times.presentation * 1_000_000 * unitsInTick / timeScale
///
/// - Within a sequence (from one IDR picture or operation 5 to the next) presentation follows picture order counts. Two
///   counts make a frame, as nearly all encoders have it; other steps are learned.
/// - Lost pictures leave a gap in presentation times, and decoding times skip it as well.
/// - A count that no decoded picture buffer can explain begins a sequence: the stream was cut or joined.
public struct PresentationOrder: Sendable {
    /// Times in field periods.
    public struct Times: Hashable, Sendable {
        /// The decoding time. It never decreases.
        public var decode: Int
        /// The presentation time, not before `decode`.
        public var presentation: Int
    }

    /// The largest difference, in field periods, that lost pictures explain: two decoded picture buffers of 16 frames
    /// (A.3.1). A larger one is a jump.
    private static let window = 2 * 2 * 16
    /// Field periods reserved for leading pictures, which are shown before the picture that begins the sequence: 7
    /// frames, as a pyramid of B pictures with three layers has, and some more.
    private static let leading = 16

    /// The field periods by which decoding precedes presentation if no picture is reordered: twice the reordering depth
    /// of the SPS.
    public private(set) var delay = 0

    /// The decoding time of the next access unit in field periods, unless it begins a sequence.
    public var nextDecode: Int { decode }

    private var decode = 0
    /// The time and the count of the picture that began the sequence.
    private var start: (presentation: Int, count: Int)?
    /// The end of the last frame so far in output order.
    private var end = 0
    /// The presentation time of the last first field.
    private var firstField = 0
    private var step = PictureOrderStep()

    /// Starts before the first access unit.
    public init() {}

    /// Returns the times of the next access unit in decoding order.
    ///
    /// A picture whose slice headers cannot be read is shown when it is decoded. An access unit without a picture takes
    /// no time.
    ///
    /// - Parameter sps: The SPS that the access unit refers to.
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

    /// Returns the presentation time of a frame or first field.
    private mutating func time(of count: Int, startsSequence: Bool, _ sps: SequenceParameterSet) -> Int {
        guard !startsSequence, let start else { return begin(at: count, isClean: startsSequence, sps) }
        guard delay > 0 else { return decode }
        let (difference, overflow) = count.subtractingReportingOverflow(start.count)
        guard !overflow, difference.magnitude <= Int.max / 4 else { return begin(at: count, isClean: false, sps) }
        let time = start.presentation &+ step.fieldPeriods(for: difference)
        let plausible = decode - Self.window...decode + delay + Self.window
        guard plausible.contains(time) else { return begin(at: count, isClean: false, sps) }
        // A picture that is late moves all later ones, so that only one is late.
        if time < decode { self.start = (start.presentation + decode - time, start.count) }
        return time
    }

    /// Begins a sequence after all pictures shown so far. Only at a start that the standard defines, no picture is
    /// decoded after the first one and shown before it.
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

/// The difference of picture order counts between consecutive frames in output order.
///
/// The standard leaves it open. Usual is 2, because a frame has two fields; some encoders count frames. A difference
/// that is not a multiple of the step makes the step smaller for all later pictures. The step grows at the end of a
/// sequence if the sequence contains every multiple of a larger step.
struct PictureOrderStep: Sendable {
    private var step = 2
    /// Differences up to this one were converted by an earlier step. Converting them in the same way keeps their order.
    private var bend = (difference: Int.min, step: 2)
    private var commonDivisor = 0
    private var largest = 0
    private var frames = 1

    /// Returns the time between two frames whose counts differ by `difference`.
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
