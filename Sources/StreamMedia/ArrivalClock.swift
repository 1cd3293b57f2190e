import StreamProtocol

/// Times for a stream that carries none: those at which its access units came.
struct ArrivalClock: Sendable {
    /// What a field period is taken for where only the difference between decoding and presentation needs it.
    static let assumedPeriod = FieldClock.Period(framesPerSecond: 25)

    private var first: Int64?
    private var last: Int64 = -1

    /// The time of the access unit that was last noted, in microseconds from the first.
    var now: Int64 { max(last, 0) }

    /// An access unit came; pictures never share a time.
    mutating func note(_ arrival: Int64, hasPicture: Bool) {
        let start = first ?? arrival
        first = start
        last = max(arrival - start, hasPicture ? last + 1 : last)
    }
}
