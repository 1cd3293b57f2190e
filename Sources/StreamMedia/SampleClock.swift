/// Turns counts of samples into microseconds, also when the sampling frequency changes on the way, and for as long as a
/// station may run.
struct SampleClock: Sendable {
    /// Whole seconds, and those of earlier frequencies, in microseconds.
    private var base: Int64 = 0
    /// Samples since then, below ``frequency``.
    private var samples: Int64 = 0
    private var frequency: Int64 = 1

    /// The time behind all samples so far, in microseconds.
    var time: Int64 { base + samples * 1_000_000 / frequency }

    /// Goes on at another frequency, in hertz, from the time that it is.
    mutating func change(to hertz: Int) {
        guard hertz != frequency else { return }
        base = time
        samples = 0
        frequency = Int64(max(1, hertz))
    }

    mutating func advance(by count: Int) {
        let (seconds, rest) = (samples + Int64(count)).quotientAndRemainder(dividingBy: frequency)
        base += seconds * 1_000_000
        samples = rest
    }
}
