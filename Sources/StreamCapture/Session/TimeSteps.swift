/// Finds where the clock of a source steps, and makes one time line of what comes before and behind a step.
///
/// The clock of an MPEG transport stream wraps at 33 bits, and begins anew in each of several files that were joined. What
/// lies between two steps is a stretch. All its times are shifted alike, so that pictures and sound stay together, though
/// their packets are interleaved and do not meet a step at the same packet.
///
/// A value without a clock. Times are decode times in microseconds.
struct TimeSteps: Sendable {
    /// Which stretch a packet belongs to.
    struct Place: Hashable, Sendable {
        /// Later stretches have larger numbers.
        var stretch: Int
        /// What to add to the packet's times.
        var shift: Int64
    }

    /// A packet further than this from where its stream's next one was expected is behind a step or a pause.
    static let tolerance: Int64 = 1_000_000
    /// How far packets of two streams that lie side by side in a container are apart at most.
    static let interleaving: Int64 = 5_000_000
    /// By how much pictures that are reordered are decoded before sound of the same moment, at most.
    static let reordering: Int64 = 250_000
    /// Packets of a stream that lie further apart than this do so for once.
    static let longestPeriod: Int64 = 10_000_000
    /// A pause of a recording beyond this is none: a day.
    static let longestPause: Int64 = 86_400_000_000

    private struct Stream {
        var place: Place
        var last: Int64
        /// From one packet to the next; `nil` before the second.
        var period: Int64?
        /// How long the last packet lasts, as the container says; often a guess.
        var duration: Int64
        /// Where the other streams were on the common time line when the last packet came.
        var others: Int64?

        /// Where the next packet is expected, by the source's clock.
        var next: Int64 { last &+ (period ?? min(duration, TimeSteps.longestPeriod)) }
        /// The same on the common time line.
        var end: Int64 { next &+ place.shift }
    }

    /// Whether the clock may step ahead. Where not, a step ahead is a pause: a film of slides has such.
    private let mayStepAhead: Bool
    private let firstShift: Int64
    private var streams: [Int: Stream] = [:]
    private var newest = 0

    /// - Parameter shift: What is added to the times before the first step.
    init(mayStepAhead: Bool, shift: Int64 = 0) {
        self.mayStepAhead = mayStepAhead
        firstShift = shift
    }

    /// Whether a stream goes on in this stretch.
    func isInUse(_ stretch: Int) -> Bool { streams.values.contains { $0.place.stretch == stretch } }

    /// Finds the place of the next packet of a stream.
    ///
    /// - Parameter duration: As the container says; 0 where it does not.
    mutating func place(_ time: Int64, of stream: Int, duration: Int64) -> Place {
        let others = streams.filter { $0.key != stream }.map(\.value)
        let position = others.map(\.end).max()
        guard var current = streams[stream] else {
            let place =
                others.max { $0.place.stretch < $1.place.stretch }?.place ?? Place(stretch: 0, shift: firstShift)
            streams[stream] = Stream(place: place, last: time, duration: max(0, duration), others: position)
            return place
        }
        let advance = time &- current.last
        if current.period == nil, (1...Self.longestPeriod).contains(advance) { current.period = advance }
        let goesOn = advance >= -Self.tolerance && time &- current.next <= Self.tolerance
        if !goesOn { current.place = place(time, behind: current, others, position) }
        if goesOn, (1...Self.longestPeriod).contains(advance) { current.period = advance }
        current.last = time
        current.duration = max(0, duration)
        current.others = position
        streams[stream] = current
        return current.place
    }

    /// The place of a packet that is not where its stream's next one was expected.
    private mutating func place(
        _ time: Int64,
        behind stream: Stream,
        _ others: [Stream],
        _ position: Int64?
    ) -> Place {
        // Another stream has met the step already, or is where this one goes back to after a single wrong time.
        let beside = others.first { other in
            guard other.place != stream.place, Self.isNear(time, other.next, Self.interleaving) else { return false }
            return other.place.stretch > stream.place.stretch
                || Self.isNear(time &+ other.place.shift, stream.end, Self.tolerance)
        }
        if let beside { return beside.place }
        let pause = time &- stream.next
        if (1...Self.longestPause).contains(pause) {
            // This stream alone has paused: the others went on meanwhile.
            if let position, let before = stream.others, Self.isNear(position &- before, pause, Self.tolerance) {
                return stream.place
            }
            if !mayStepAhead, !isPauseOfAll(pause, stream, position) { return stream.place }
        }
        newest += 1
        return Place(stretch: newest, shift: start(behind: stream, position) &- time)
    }

    /// Where a stretch begins that `stream` meets first: where its next packet was due, unless the others end later.
    private func start(behind stream: Stream, _ position: Int64?) -> Int64 {
        guard let position, Self.isNear(position, stream.end, Self.interleaving) else { return stream.end }
        return position &- stream.end > Self.reordering ? position : stream.end
    }

    /// Whether no stream has anything for so long that a recording cannot mean it: slides have sound beside them, or none.
    private func isPauseOfAll(_ pause: Int64, _ stream: Stream, _ position: Int64?) -> Bool {
        guard let position, pause > Self.longestPeriod else { return false }
        return Self.isNear(position, stream.end, Self.interleaving)
    }

    private static func isNear(_ time: Int64, _ other: Int64, _ distance: Int64) -> Bool {
        (-distance...distance).contains(time &- other)
    }
}
