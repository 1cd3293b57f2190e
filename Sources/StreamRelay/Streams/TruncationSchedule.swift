import NIOCore

/// Decides when a stream looks for entries that its log drops. To look costs as much as to append a frame, so it does not
/// look after each.
struct TruncationSchedule: Sendable {
    /// How much longer than its duration a log may keep an entry.
    static let interval = TimeAmount.milliseconds(250)

    private var next = NIODeadline.uptimeNanoseconds(0)
    /// Bytes that the log may have, as of the last look. A log that has more drops entries at once.
    private var limit = 0

    /// - Parameter bytes: Bytes in the log.
    func isDue(bytes: Int, at now: NIODeadline) -> Bool { now >= next || bytes > limit }

    /// - Parameter limit: Bytes that the log may have.
    mutating func recordTruncation(limit: Int, at now: NIODeadline) {
        self.limit = limit
        next = now + Self.interval
    }
}
