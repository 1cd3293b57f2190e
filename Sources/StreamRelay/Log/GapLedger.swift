import StreamProtocol

/// The gaps a viewer has not been told of yet, neighbours joined.
struct GapLedger: Sendable {
    /// Ranges kept for one viewer. When it is full, neighbours are joined whatever their reasons, under that of the
    /// first; beyond it the viewer has not read a byte while its publisher came back dozens of times.
    static let capacity = 64

    private var gaps: [Gap] = []
    /// Whether a gap did not fit, and can never be told.
    private(set) var isOverfull = false

    var isEmpty: Bool { gaps.isEmpty }

    mutating func add(_ gap: Gap) {
        let isFull = gaps.count >= Self.capacity
        let neighbour = gaps.lastIndex {
            $0.track == gap.track && $0.epoch == gap.epoch && $0.first + $0.count == gap.first
        }
        if let neighbour, isFull || gaps[neighbour].reason == gap.reason {
            gaps[neighbour].count += gap.count
        } else if isFull {
            isOverfull = true
        } else {
            gaps.append(gap)
        }
    }

    mutating func popFirst() -> Gap? {
        gaps.isEmpty ? nil : gaps.removeFirst()
    }
}
