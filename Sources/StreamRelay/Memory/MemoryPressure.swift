/// How short of memory a relay is, and so what it does about that. Each step includes those before it.
enum MemoryPressure: Int, Comparable, Sendable {
    case none
    /// New connections, publishers and viewers are refused.
    case refusing
    /// Logs are cut to a smaller part of the budget.
    case shortening
    /// Viewers are ended that take nothing of what is written to them, those first that hold most.
    case evictingViewers
    /// Publishers are ended that hold more than their part.
    case endingPublishers
    /// Publishers are not read until there is memory again.
    case exhausted

    /// Percent of the budget from which each step is taken. The first leaves a sixth for what is connected already; the
    /// steps after it are as far apart as a loop's tick of 250 ms can move them: a gigabit a second of incoming frames
    /// is 32 MB, 4 % of a gigabyte.
    private static let thresholds: [(percent: Int, step: MemoryPressure)] = [
        (100, .exhausted), (96, .endingPublishers), (92, .evictingViewers), (88, .shortening), (85, .refusing),
    ]

    /// - Parameters:
    ///   - used: Bytes.
    ///   - limit: Bytes, more than 0.
    init(used: Int, limit: Int) {
        let (product, overflows) = used.multipliedReportingOverflow(by: 100)
        let percent = overflows ? 100 : product / max(1, limit)
        self = Self.thresholds.first { percent >= $0.percent }?.step ?? .none
    }

    static func < (a: MemoryPressure, b: MemoryPressure) -> Bool { a.rawValue < b.rawValue }
}
