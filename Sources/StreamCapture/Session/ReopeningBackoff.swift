/// Decides how long to wait before an unavailable input is opened again, and when to report the reason. A value without
/// a clock.
struct ReopeningBackoff: Sendable {
    /// The first pause, in microseconds. Each pause is twice the one before, up to the longest.
    static let first: Int64 = 500_000
    /// In microseconds. An input that was open for longer resets the pause to the first.
    static let longest: Int64 = 10_000_000

    private var pause = Self.first
    private var openedAt: Int64?
    private var lastMessage: String?

    /// The input has been opened.
    mutating func opened(at time: Int64) {
        openedAt = time
    }

    /// The input is unavailable.
    ///
    /// - Parameter message: The reason.
    /// - Returns: The pause in microseconds, and whether the message is new.
    mutating func lost(_ message: String, at time: Int64) -> (pause: Int64, isNewMessage: Bool) {
        if let openedAt, time - openedAt > Self.longest { self = ReopeningBackoff() }
        openedAt = nil
        defer {
            pause = min(pause * 2, Self.longest)
            lastMessage = message
        }
        return (pause, message != lastMessage)
    }
}
