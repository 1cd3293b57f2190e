import Platform

/// A clock that returns microseconds since 1970-01-01 UTC.
///
/// It need not be accurate, because clients measure its offset from the relay's clock. It should not jump.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Int64

    /// - Parameter read: Returns the microseconds since 1970-01-01 UTC. It is called from any thread.
    public init(_ read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// The time now.
    public var now: Int64 { read() }

    /// The system's clock.
    public static let system = WallClock { SystemClock.wallTime }
}
