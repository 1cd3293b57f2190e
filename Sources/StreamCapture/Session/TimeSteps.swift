/// Detects steps of a source's clock and makes one continuous timeline of the segments between them.
///
/// The clock of an MPEG transport stream wraps at 33 bits and restarts in each of several joined files. A segment lies
/// between two steps. All its times are shifted by the same amount, so that video and audio stay in sync, although
/// their packets are interleaved and do not reach a step at the same packet.
///
/// A value without a clock. Times are decode times in microseconds.
struct TimeSteps: Sendable {
    /// The segment of a packet.
    struct Place: Hashable, Sendable {
        /// Later segments have larger numbers.
        var segment: Int
        /// The difference to add to the packet's times.
        var shift: Int64
    }

    /// A packet further than this from its expected time is behind a step or a pause.
    static let tolerance: Int64 = 1_000_000
    /// The largest distance of neighbouring packets of two streams in a container.
    static let interleaving: Int64 = 5_000_000
    /// How much earlier than audio of the same moment reordered pictures are decoded, at most.
    static let reordering: Int64 = 250_000
    /// A longer distance between two packets of a stream is an exception, not the stream's period.
    static let longestPeriod: Int64 = 10_000_000
    /// A longer pause in a recording, a day, is a step.
    static let longestPause: Int64 = 86_400_000_000

    private struct Stream {
        var place: Place
        var last: Int64
        /// From one packet to the next; `nil` before the second packet.
        var period: Int64?
        /// The duration of the last packet in the container; often an estimate.
        var duration: Int64
        /// The position of the other streams on the common timeline at the last packet.
        var others: Int64?

        /// The expected time of the next packet on the source's clock.
        var next: Int64 { last &+ (period ?? min(duration, TimeSteps.longestPeriod)) }
        /// The same time on the common timeline.
        var end: Int64 { next &+ place.shift }
    }

    /// Whether the clock may step ahead. If not, a step ahead is a pause: a slide show has such pauses.
    private let mayStepAhead: Bool
    private let firstShift: Int64
    private var streams: [Int: Stream] = [:]
    private var newest = 0

    /// - Parameter shift: The difference to add to the times before the first step.
    init(mayStepAhead: Bool, shift: Int64 = 0) {
        self.mayStepAhead = mayStepAhead
        firstShift = shift
    }

    /// Whether a stream is still in this segment.
    func isInUse(_ segment: Int) -> Bool { streams.values.contains { $0.place.segment == segment } }

    /// The place of a stream's next packet.
    ///
    /// - Parameter duration: The duration in the container; 0 if unknown.
    mutating func place(_ time: Int64, of stream: Int, duration: Int64) -> Place {
        let others = streams.filter { $0.key != stream }.map(\.value)
        let position = others.map(\.end).max()
        guard var current = streams[stream] else {
            let place =
                others.max { $0.place.segment < $1.place.segment }?.place ?? Place(segment: 0, shift: firstShift)
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

    /// The place of a packet that is not at its expected time.
    private mutating func place(
        _ time: Int64,
        behind stream: Stream,
        _ others: [Stream],
        _ position: Int64?
    ) -> Place {
        // Another stream has already reached the step, or is where this one returns to after a single wrong time.
        let beside = others.first { other in
            guard other.place != stream.place, Self.isNear(time, other.next, Self.interleaving) else { return false }
            return other.place.segment > stream.place.segment
                || Self.isNear(time &+ other.place.shift, stream.end, Self.tolerance)
        }
        if let beside { return beside.place }
        let pause = time &- stream.next
        if (1...Self.longestPause).contains(pause) {
            // Only this stream has paused: the others went on.
            if let position, let before = stream.others, Self.isNear(position &- before, pause, Self.tolerance) {
                return stream.place
            }
            if !mayStepAhead, !isPauseOfAll(pause, stream, position) { return stream.place }
        }
        newest += 1
        return Place(segment: newest, shift: start(behind: stream, position) &- time)
    }

    /// The start of a segment that `stream` enters first: the expected time of its next packet, or the end of the other
    /// streams if that is later.
    private func start(behind stream: Stream, _ position: Int64?) -> Int64 {
        guard let position, Self.isNear(position, stream.end, Self.interleaving) else { return stream.end }
        return position &- stream.end > Self.reordering ? position : stream.end
    }

    /// Whether all streams pause for longer than a recording would: slides have continuous sound beside them, or none.
    private func isPauseOfAll(_ pause: Int64, _ stream: Stream, _ position: Int64?) -> Bool {
        guard let position, pause > Self.longestPeriod else { return false }
        return Self.isNear(position, stream.end, Self.interleaving)
    }

    private static func isNear(_ time: Int64, _ other: Int64, _ distance: Int64) -> Bool {
        (-distance...distance).contains(time &- other)
    }
}
