/// Puts the times of an input on the media clock. A value without a clock.
struct MediaTimeline: Sendable {
    /// A packet's times by the input's clock, in microseconds.
    struct PacketTimes: Hashable, Sendable {
        /// The number of its stream.
        var stream: Int
        var decode: Int64
        var presentation: Int64
        /// 0 where not known.
        var duration: Int64 = 0
    }

    let kind: InputAddress.Kind
    private let mayStepAhead: Bool
    private var steps: TimeSteps
    /// Of a live input: the clock of each stretch, by its number.
    private var live: [Int: LiveTimeline] = [:]
    /// Behind everything so far.
    private var end: Int64 = 0
    /// Packets of live inputs that seem to last longer than this, in microseconds, do not.
    private static let longestPacket: Int64 = 1_000_000
    /// Ends outside of this, in microseconds, are mistakes; sums of a few inside do not overflow.
    private static let plausibleEnds: ClosedRange<Int64> = 0...1 << 60

    /// - Parameter mayStepAhead: Whether the input's clock may step ahead, as that of MPEG transport streams does.
    init(_ kind: InputAddress.Kind, mayStepAhead: Bool) {
        self.kind = kind
        self.mayStepAhead = mayStepAhead || kind != .recorded
        steps = TimeSteps(mayStepAhead: self.mayStepAhead)
    }

    /// What to add to a packet's times.
    ///
    /// - Parameter arrival: When the packet came, on the media clock.
    mutating func shift(_ times: PacketTimes, arrival: Int64) -> Int64 {
        guard kind != .captured else { return 0 }
        let place = steps.place(times.decode, of: times.stream, duration: times.duration)
        guard kind == .live else {
            end = max(end, times.presentation &+ times.duration &+ place.shift)
            return place.shift
        }
        var arrival = arrival
        if live[place.stretch] == nil {
            live = live.filter { steps.isInUse($0.key) }
            // Jitter is taken out, so what came last may be put behind what comes now.
            arrival = max(arrival, end)
        }
        let time = live[place.stretch, default: LiveTimeline()].mediaTime(of: times.decode, arrival: arrival)
        end = max(end, time &+ min(times.duration, Self.longestPacket))
        return time &- times.decode
    }

    /// The input begins again: a recording's times go on where they ended.
    mutating func beginAgain() {
        steps = TimeSteps(mayStepAhead: mayStepAhead, shift: Self.plausibleEnds.contains(end) ? end : 0)
        live = [:]
    }
}
