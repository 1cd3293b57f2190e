/// Counts times by their length, each to within 3 %, in a fixed amount of memory.
struct LatencyHistogram: Sendable {
    /// Steps between a power of two and the next.
    private static let steps = 32
    /// Powers of two of microseconds: the last holds what took a quarter of an hour and more.
    private static let powers = 26

    private var counts = [Int](repeating: 0, count: steps * powers)
    private(set) var count = 0
    /// The longest, in microseconds.
    private(set) var longest: Int64 = 0

    /// - Parameter microseconds: Less than nothing, as clocks that differ make it, counts as nothing.
    mutating func add(_ microseconds: Int64) {
        let value = max(0, microseconds)
        counts[Self.index(of: value)] += 1
        count += 1
        longest = max(longest, value)
    }

    mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        longest = max(longest, other.longest)
    }

    /// Leaves what was added after `before`, an earlier state of this one.
    mutating func subtract(_ before: LatencyHistogram) {
        for index in counts.indices { counts[index] -= before.counts[index] }
        count -= before.count
        longest = counts.lastIndex { $0 > 0 }.map { min(longest, Self.upperBound(of: $0)) } ?? 0
    }

    /// The time in microseconds that this part of all did not exceed; `nil` where there are none.
    func percentile(_ part: Double) -> Int64? {
        guard count > 0 else { return nil }
        var left = Int((Double(count) * part / 100).rounded(.up))
        for (index, count) in counts.enumerated() {
            left -= count
            if left <= 0 { return min(Self.upperBound(of: index), longest) }
        }
        return longest
    }

    private static func index(of value: Int64) -> Int {
        guard value >= steps else { return Int(value) }
        // The bits after the first choose the step.
        let power = Int64.bitWidth - 1 - value.leadingZeroBitCount
        let step = Int(value >> Int64(power - 5)) - steps
        return min((power - 4) * steps + step, steps * powers - 1)
    }

    private static func upperBound(of index: Int) -> Int64 {
        guard index >= steps else { return Int64(index) }
        let power = index / steps + 4
        return (Int64(steps + index % steps + 1) << Int64(power - 5)) - 1
    }
}
