/// Puts the times of an input on the media clock. A value without a clock.
struct MediaTimeline: Sendable {
    /// A packet's times on the input's clock, in microseconds.
    struct PacketTimes: Hashable, Sendable {
        /// The number of the packet's stream.
        var stream: Int
        var decode: Int64
        var presentation: Int64
        /// 0 if unknown.
        var duration: Int64 = 0
    }

    let kind: InputAddress.Kind
    private let mayStepAhead: Bool
    private var steps: TimeSteps
    /// For live inputs: the clock of each segment, by its number.
    private var live: [Int: LiveTimeline] = [:]
    /// The end of the last packet.
    private var end: Int64 = 0
    /// Longer durations of live packets, in microseconds, are treated as wrong.
    private static let longestPacket: Int64 = 1_000_000
    /// Ends outside this range, in microseconds, are wrong. Sums of a few values inside do not overflow.
    private static let plausibleEnds: ClosedRange<Int64> = 0...1 << 60

    /// - Parameter mayStepAhead: Whether the input's clock may step ahead, as in MPEG transport streams.
    init(_ kind: InputAddress.Kind, mayStepAhead: Bool) {
        self.kind = kind
        self.mayStepAhead = mayStepAhead || kind != .recorded
        steps = TimeSteps(mayStepAhead: self.mayStepAhead)
    }

    /// The difference to add to a packet's times.
    ///
    /// - Parameter arrival: The packet's arrival on the media clock, in microseconds.
    mutating func shift(_ times: PacketTimes, arrival: Int64) -> Int64 {
        guard kind != .captured else { return 0 }
        let place = steps.place(times.decode, of: times.stream, duration: times.duration)
        guard kind == .live else {
            end = max(end, times.presentation &+ times.duration &+ place.shift)
            return place.shift
        }
        var arrival = arrival
        if live[place.segment] == nil {
            live = live.filter { steps.isInUse($0.key) }
            // The jitter filter may put the previous packet behind this one.
            arrival = max(arrival, end)
        }
        let time = live[place.segment, default: LiveTimeline()].mediaTime(of: times.decode, arrival: arrival)
        end = max(end, time &+ min(times.duration, Self.longestPacket))
        return time &- times.decode
    }

    /// The input starts again. The times of a recording continue where they ended.
    mutating func restart() {
        steps = TimeSteps(mayStepAhead: mayStepAhead, shift: Self.plausibleEnds.contains(end) ? end : 0)
        live = [:]
    }
}

/// Maps the times of a live source, which start at any value, to the media clock.
///
/// A packet's time on the source's clock is closer to its capture time than its arrival is, because the network and the
/// container delay packets. But that clock starts anywhere, jumps when the source restarts, and drifts. No packet
/// arrives before it was captured: the timeline follows the packets with the least delay. Streams that a container
/// writes later and in blocks do not affect it. A value without a clock.
struct LiveTimeline: Sendable {
    /// A deviation of more than this many microseconds is a jump.
    static let tolerance: Int64 = 2_000_000
    /// The period over which the least delayed packet is selected, in microseconds: longer than some blocks of a
    /// container.
    static let window: Int64 = 1_000_000
    /// The part of the deviation that each packet corrects. A clock that is 200 ppm fast ends up a few milliseconds
    /// off; jitter is filtered.
    static let gain = 1.0 / 256
    /// The largest correction per packet, in microseconds. Pictures that are neighbours on the screen may be ten
    /// packets apart and shift by a few milliseconds.
    static let longestStep = 500.0

    /// The difference between the media clock and the source's clock.
    private var offset: Double?
    /// The least difference by arrival in the last complete window.
    private var target: Double?
    private var least = 0.0
    private var windowStart: Int64 = 0

    /// The media time of a packet.
    ///
    /// - Parameters:
    ///   - time: The packet's time on the source's clock, in microseconds.
    ///   - arrival: Its arrival on the media clock, in microseconds.
    mutating func mediaTime(of time: Int64, arrival: Int64) -> Int64 {
        let current = Double(arrival - time)
        guard let offset, abs(current - offset) < Double(Self.tolerance) else {
            self.offset = current
            target = nil
            beginWindow(with: current, at: arrival)
            return arrival
        }
        if arrival - windowStart >= Self.window {
            target = least
            beginWindow(with: current, at: arrival)
        }
        least = min(least, current)
        let step = ((target ?? offset) - offset) * Self.gain
        let followed = offset + min(max(step, -Self.longestStep), Self.longestStep)
        self.offset = followed
        return time + Int64(followed.rounded())
    }

    private mutating func beginWindow(with current: Double, at arrival: Int64) {
        least = current
        windowStart = arrival
    }
}
