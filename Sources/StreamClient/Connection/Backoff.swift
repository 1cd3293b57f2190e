/// The wait before the next attempt to connect. It doubles with each failure and is random, so that the clients of a
/// relay that restarts do not reconnect at the same moment.
///
/// The value has no clock; the caller waits.
public struct Backoff: Hashable, Sendable {
    /// The longest wait that a relay may request. Without a bound, a relay could stop a camera for days.
    public static let maximumRequestedWait = Duration.seconds(300)

    /// The wait after the first failure. Each wait is random, between half of its length and all of it.
    public var minimum: Duration
    /// The longest wait. A live publisher that has to bridge the restart of a relay needs one that is shorter than
    /// ``PublishLimits/age``, because it drops frames that wait for longer.
    public var maximum: Duration
    /// A connection that lasted this long resets the count of failures; each fifth of it takes one failure back.
    public var stableAfter: Duration
    private var failures = 0

    /// Makes a backoff.
    ///
    /// - Parameters:
    ///   - minimum: The wait after the first failure.
    ///   - maximum: The longest wait, unless the relay requests a longer one.
    ///   - stableAfter: How long a connection lasts that resets the count of failures.
    public init(
        minimum: Duration = .milliseconds(200),
        maximum: Duration = .seconds(10),
        stableAfter: Duration = .seconds(10)
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.stableAfter = stableAfter
    }

    /// Counts a failure and returns how long to wait, in whole milliseconds, so that programs can print it.
    ///
    /// - Parameters:
    ///   - lasted: How long the connection lasted; `nil` if none was made.
    ///   - requested: The wait that the relay requested. The result is not shorter, up to ``maximumRequestedWait``.
    public mutating func next(
        afterConnectionOf lasted: Duration? = nil,
        requested: Duration = .zero,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        if let lasted {
            failures = lasted >= stableAfter ? 0 : max(0, failures - Int(lasted / (stableAfter / 5)))
        }
        // 2^16 times any sensible minimum is longer than any sensible maximum.
        let ceiling = min(maximum, minimum * (1 << min(failures, 16)))
        failures += 1
        let wait = max(
            ceiling * Double.random(in: 0.5...1, using: &generator),
            min(requested, Self.maximumRequestedWait) * Double.random(in: 1...1.25, using: &generator)
        )
        return .milliseconds(Int64((wait / .milliseconds(1)).rounded(.up)))
    }
}
