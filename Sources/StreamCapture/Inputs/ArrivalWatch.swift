/// Tells a source that keeps real time, such as a camera's pipe, from one that a recording comes from.
///
/// A recording comes as fast as it is read, or as it is converted; segments of a live stream come each at once. What happens
/// now comes at the pace at which it happens, after what there was at the start. A recording that is converted in just about
/// real time looks like that, and is found out when it gets faster.
///
/// A value without a clock; all times are in microseconds.
struct ArrivalWatch: Sendable {
    /// Over how long the pace is measured.
    static let window: Int64 = 1_000_000
    /// How often it is, until a pipe is taken for a recording.
    static let windows = 3
    /// What a live source may have kept for the start, at most.
    static let longestBacklog: Int64 = 3_000_000
    /// How much a live source may bring in a window: packets come in groups.
    static let fastest: Int64 = 1_125_000
    /// By how much a camera may be faster than the 25 pictures a second that are assumed where packets bear no times.
    static let untimedFactor: Int64 = 3
    /// By how much what was taken for live may run ahead: what jitters does not.
    static let longestLead: Int64 = 1_000_000
    /// By how much, of the time that passes, the clock of a live source may run fast.
    static let clockTolerance: Int64 = 1_000
    /// Packets that come in such intervals come at once.
    static let atOnce: Int64 = 5_000
    /// A packet further from the last than this is behind a step in the source's times.
    private static let longestAdvance: Int64 = 1_000_000

    /// Where a window began.
    private struct Mark {
        var arrival: Int64
        /// How far the source was ahead of the clock until then, at most, from anywhere. What was held up makes that good
        /// later, and does not get further.
        var lead: Int64
    }

    /// `nil` until that is known.
    private(set) var kind: InputAddress.Kind?
    /// How much has come, by the times of the packets.
    private(set) var progress: Int64 = 0
    private let isTimed: Bool
    private let start: Int64
    private var last: (time: Int64, arrival: Int64)?
    private var mark: Mark?
    private var windowsSeen = 0

    /// - Parameters:
    ///   - start: When the first byte came, or was asked for.
    ///   - isTimed: Whether packets bear times; else they are counted.
    init(start: Int64, isTimed: Bool = true) {
        self.start = start
        self.isTimed = isTimed
    }

    /// Notes a packet; of one stream only.
    ///
    /// - Parameters:
    ///   - time: Its decode time.
    ///   - arrival: When its last bytes came. Many packets come at once.
    mutating func note(_ time: Int64, arrival: Int64) {
        if let last, arrival - last.arrival > Self.atOnce { look(at: last.arrival) }
        if let last { progress += min(max(0, time &- last.time), Self.longestAdvance) }
        last = (time, arrival)
        if kind == nil, progress - (arrival - start) > Self.longestBacklog * factor { kind = .recorded }
    }

    /// Nothing more comes.
    mutating func end() {
        kind = kind ?? .recorded
    }

    private var factor: Int64 { isTimed ? 1 : Self.untimedFactor }

    /// Looks at the pace since the last mark, when all that came at one time is known.
    private mutating func look(at arrival: Int64) {
        let lead = progress - arrival
        guard let mark else {
            self.mark = Mark(arrival: arrival, lead: lead)
            return
        }
        let (passed, growth) = (arrival - mark.arrival, lead - mark.lead)
        switch kind {
        case nil where passed >= Self.window:
            windowsSeen += 1
            if growth <= passed * (Self.fastest * factor - Self.window) / Self.window {
                kind = .live
            } else if windowsSeen >= Self.windows {
                kind = .recorded
            }
            self.mark = Mark(arrival: arrival, lead: max(lead, mark.lead))
        case .live where isTimed && growth > Self.longestLead + passed / Self.clockTolerance: kind = .recorded
        default: break
        }
    }
}
