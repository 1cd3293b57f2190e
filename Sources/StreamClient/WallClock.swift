#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A source of the time of day, in microseconds since 1970-01-01 UTC.
///
/// It need not be right: clients measure how far it is from the relay's. It should not jump.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Int64

    /// - Parameter read: Returns the microseconds since 1970-01-01 UTC; is called from any thread.
    public init(_ read: @escaping @Sendable () -> Int64) {
        self.read = read
    }

    /// The time now.
    public var now: Int64 { read() }

    /// The system's clock.
    public static let system = WallClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
