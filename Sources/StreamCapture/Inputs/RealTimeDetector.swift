/// Distinguishes a source that delivers in real time, such as a camera's pipe, from a recording.
///
/// A recording arrives as fast as it is read or converted. Segments of a live stream arrive at once. A live source
/// arrives in real time, after a backlog at the start. A recording that is converted at about real time looks the same,
/// and is detected when it gets faster.
///
/// A value without a clock; all times are in microseconds.
struct RealTimeDetector: Sendable {
    /// The period of one measurement of the pace.
    static let window: Int64 = 1_000_000
    /// The number of measurements before a pipe counts as a recording.
    static let windows = 3
    /// The largest backlog of a live source at the start.
    static let longestBacklog: Int64 = 3_000_000
    /// The most that a live source may deliver in a window: packets arrive in groups.
    static let fastest: Int64 = 1_125_000
    /// How much faster a camera may be than the assumed 25 pictures per second if packets have no times.
    static let untimedFactor: Int64 = 3
    /// How far a live source may run ahead because of jitter.
    static let longestLead: Int64 = 1_000_000
    /// The tolerated drift of a live source's clock, as a divisor of the elapsed time.
    static let clockTolerance: Int64 = 1_000
    /// Packets at shorter intervals arrive at the same time.
    static let atOnce: Int64 = 5_000
    /// A packet further from the last one is behind a step in the source's times.
    private static let longestAdvance: Int64 = 1_000_000

    /// The start of a window.
    private struct WindowStart {
        var arrival: Int64
        /// The largest lead of the source over the clock until then. A delayed source catches up, but does not exceed
        /// it.
        var lead: Int64
    }

    /// `nil` until it is known.
    private(set) var kind: InputAddress.Kind?
    /// The received media time, by the packets' times.
    private(set) var progress: Int64 = 0
    private let isTimed: Bool
    private let start: Int64
    private var last: (time: Int64, arrival: Int64)?
    private var windowStart: WindowStart?
    private var windowsSeen = 0

    /// - Parameters:
    ///   - start: The time when the first byte arrived or was requested.
    ///   - isTimed: Whether packets have times; otherwise they are counted.
    init(start: Int64, isTimed: Bool = true) {
        self.start = start
        self.isTimed = isTimed
    }

    /// Observes a packet; all packets must be of one stream.
    ///
    /// - Parameters:
    ///   - time: Its decode time.
    ///   - arrival: The arrival of its last bytes. Several packets may have the same.
    mutating func note(_ time: Int64, arrival: Int64) {
        if let last, arrival - last.arrival > Self.atOnce { evaluate(at: last.arrival) }
        if let last { progress += min(max(0, time &- last.time), Self.longestAdvance) }
        last = (time, arrival)
        if kind == nil, progress - (arrival - start) > Self.longestBacklog * factor { kind = .recorded }
    }

    /// The input has ended for good.
    mutating func end() {
        kind = kind ?? .recorded
    }

    private var factor: Int64 { isTimed ? 1 : Self.untimedFactor }

    /// Evaluates the pace since the window's start, after the last packet with one arrival.
    private mutating func evaluate(at arrival: Int64) {
        let lead = progress - arrival
        guard let windowStart else {
            self.windowStart = WindowStart(arrival: arrival, lead: lead)
            return
        }
        let (passed, growth) = (arrival - windowStart.arrival, lead - windowStart.lead)
        switch kind {
        case nil where passed >= Self.window:
            windowsSeen += 1
            if growth <= passed * (Self.fastest * factor - Self.window) / Self.window {
                kind = .live
            } else if windowsSeen >= Self.windows {
                kind = .recorded
            }
            self.windowStart = WindowStart(arrival: arrival, lead: max(lead, windowStart.lead))
        case .live where isTimed && growth > Self.longestLead + passed / Self.clockTolerance: kind = .recorded
        default: break
        }
    }
}
