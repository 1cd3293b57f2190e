import StreamProtocol

/// The gaps a viewer has not been told of yet, neighbours joined.
struct GapLedger: Sendable {
    /// Ranges kept for one viewer. Tracks times epochs times reasons that a viewer can miss in one stall are fewer;
    /// beyond this it has not read a byte while its publisher came back dozens of times.
    static let capacity = 64

    private var gaps: [Gap] = []

    var isOverfull: Bool { gaps.count > Self.capacity }

    mutating func add(_ gap: Gap) {
        let neighbour = gaps.lastIndex {
            $0.track == gap.track && $0.epoch == gap.epoch && $0.reason == gap.reason
        }
        if let neighbour, gaps[neighbour].first + gaps[neighbour].count == gap.first {
            gaps[neighbour].count += gap.count
        } else if !isOverfull {
            gaps.append(gap)
        }
    }

    mutating func popFirst() -> Gap? {
        gaps.isEmpty ? nil : gaps.removeFirst()
    }
}
