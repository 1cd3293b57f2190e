import StreamProtocol

/// The gaps that a viewer was not told of yet. Neighbouring gaps are joined.
struct GapLedger: Sendable {
    /// The most ranges for a viewer. When it is full, neighbours are joined whatever their reasons, under the reason of
    /// the first. To exceed it, a viewer must not read a byte while its publisher comes back dozens of times.
    static let capacity = 64

    private var gaps: [Gap] = []
    /// Whether a gap did not fit, so that the viewer will not learn of it.
    private(set) var hasOverflowed = false

    var isEmpty: Bool { gaps.isEmpty }

    mutating func add(_ gap: Gap) {
        let isFull = gaps.count >= Self.capacity
        let neighbour = gaps.lastIndex {
            $0.track == gap.track && $0.epoch == gap.epoch && $0.first + $0.count == gap.first
        }
        if let neighbour, isFull || gaps[neighbour].reason == gap.reason {
            gaps[neighbour].count += gap.count
        } else if isFull {
            hasOverflowed = true
        } else {
            gaps.append(gap)
        }
    }

    mutating func popFirst() -> Gap? {
        gaps.isEmpty ? nil : gaps.removeFirst()
    }
}
