/// How long to wait before an input that is not there is opened again, and when to say why. A value without a clock.
struct ReopeningPauses: Sendable {
    /// The first pause, in microseconds; each is twice the one before, up to the longest.
    static let first: Int64 = 500_000
    /// An input that was there for longer than this counts as found: pauses begin with the first again.
    static let longest: Int64 = 10_000_000

    private var pause = Self.first
    private var openedAt: Int64?
    private var lastSentence: String?

    /// The input is open.
    mutating func opened(at time: Int64) {
        openedAt = time
    }

    /// The input is not there, or not any more.
    ///
    /// - Parameter sentence: Why.
    /// - Returns: How long to wait, in microseconds, and whether the sentence is news to the user.
    mutating func lost(_ sentence: String, at time: Int64) -> (pause: Int64, isNews: Bool) {
        if let openedAt, time - openedAt > Self.longest { self = ReopeningPauses() }
        openedAt = nil
        defer {
            pause = min(pause * 2, Self.longest)
            lastSentence = sentence
        }
        return (pause, sentence != lastSentence)
    }
}
