/// How far two clocks drift apart (`Protocol.md`, Ping and pong).
package enum ClockDrift {
    /// Microseconds a second between two clocks: each is wrong by at most 100. Crystal oscillators are right to 50, and
    /// the rest is for temperature and age.
    package static let microsecondsPerSecond: Int64 = 200

    /// The most that two clocks drift apart in `microseconds`, rounded up; 0 for a negative time.
    package static func bound(after microseconds: Int64) -> Int64 {
        let (seconds, rest) = max(0, microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        return seconds * microsecondsPerSecond + (rest * microsecondsPerSecond + 999_999) / 1_000_000
    }
}
