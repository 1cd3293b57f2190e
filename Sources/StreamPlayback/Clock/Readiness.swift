/// How much later than their media time the last frames of a track were ready, in microseconds.
struct Readiness: Sendable {
    /// Frames.
    private let window: Int
    private var values: [Double] = []
    /// The same values in order.
    private var sorted: [Double] = []
    /// The place of the next value.
    private var next = 0

    init(window: Int) {
        self.window = window
    }

    mutating func add(_ value: Double) {
        if values.count < window {
            values.append(value)
        } else {
            sorted.remove(at: place(of: values[next]))
            values[next] = value
        }
        sorted.insert(value, at: place(of: value))
        next = (next + 1) % window
    }

    /// The value below which this part of the values lies; `nil` without values.
    func quantile(_ part: Double) -> Double? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    /// The first place in `sorted` whose value is not less.
    private func place(of value: Double) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// How much later than their media time frames come at least, in microseconds.
///
/// A burst after a stall does not change it, because the time of the arrivals counts and not their number.
struct EarliestArrival: Sendable {
    /// The earliest arrivals of the last one to two of these spans decide: a longer way changes the delay after that.
    static let span = 1_500_000.0

    private var before = Double.infinity
    private var current = Double.infinity
    private var since = -Double.infinity

    mutating func add(_ value: Double, at now: Double) {
        if now - since > Self.span {
            before = current
            current = .infinity
            since = now
        }
        current = min(current, value)
    }

    /// `nil` before the first value.
    var least: Double? {
        let least = min(before, current)
        return least == .infinity ? nil : least
    }
}

extension Int64 {
    /// The nearest integer, or the nearest that there is.
    init(clamping value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : value > 0 ? .max : 0)
    }
}
