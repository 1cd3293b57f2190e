/// How long to wait before the next attempt to connect: longer each time, and never quite the same, so that a thousand
/// clients of a relay that went away do not come back in step.
///
/// A value without a clock; whoever uses it waits.
public struct Backoff: Hashable, Sendable {
    /// The longest wait a relay may ask for: patience it may have, but it must not silence a camera for days.
    public static let longestRequest = Duration.seconds(300)

    /// The wait after the first failure; half of it at least, as with all that follow.
    public var minimum: Duration
    /// The wait that repeated failures grow towards, doubling each time.
    public var maximum: Duration
    /// A connection that lasted this long starts the count again.
    public var stableAfter: Duration
    private var failures = 0

    public init(
        minimum: Duration = .milliseconds(200),
        maximum: Duration = .seconds(10),
        stableAfter: Duration = .seconds(10)
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.stableAfter = stableAfter
    }

    /// Counts a failure and tells how long to wait.
    ///
    /// - Parameters:
    ///   - lasted: How long the connection lasted; `nil` where none was made.
    ///   - requested: How long the relay asked to stay away. The wait is not shorter, up to ``longestRequest``.
    public mutating func next(
        afterConnectionOf lasted: Duration? = nil,
        requested: Duration = .zero,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        if let lasted, lasted >= stableAfter { failures = 0 }
        // 2^16 times any sensible minimum is beyond any sensible maximum.
        let ceiling = min(maximum, minimum * (1 << min(failures, 16)))
        failures += 1
        return max(
            ceiling * Double.random(in: 0.5...1, using: &generator),
            min(requested, Self.longestRequest) * Double.random(in: 1...1.25, using: &generator)
        )
    }
}
