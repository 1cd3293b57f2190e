#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The media clock: microseconds since the capture began, by the system's monotonic clock.
///
/// Kernel timestamps of cameras are on the same clock, and nobody sets it. What the wall clock showed at a media time is
/// worked out when it is asked for, so a wall clock that is set takes its effect from there on.
public struct CaptureClock: Sendable {
    private let start: Int64
    private let monotonic: @Sendable () -> Int64
    private let wall: @Sendable () -> Int64

    /// Starts now.
    ///
    /// - Parameters:
    ///   - monotonic: The monotonic clock, in microseconds.
    ///   - wall: Microseconds since 1970-01-01 UTC.
    public init(
        monotonic: @escaping @Sendable () -> Int64 = { CaptureClock.monotonicNow },
        wall: @escaping @Sendable () -> Int64 = { CaptureClock.wallNow }
    ) {
        self.monotonic = monotonic
        self.wall = wall
        start = monotonic()
    }

    /// The media time now.
    public var now: Int64 { monotonic() - start }

    /// The media time of a moment that the monotonic clock gave, such as a camera's timestamp.
    public func mediaTime(ofMonotonic time: Int64) -> Int64 { time - start }

    /// The media time of a moment that the wall clock gave, such as a sound card's timestamp.
    public func mediaTime(ofWall time: Int64) -> Int64 { now - (wall() - time) }

    /// What the wall clock showed, in microseconds since 1970-01-01 UTC.
    public func wallTime(of mediaTime: Int64) -> Int64 { wall() - (now - mediaTime) }

    /// The system's monotonic clock, in microseconds; it stands still while the system sleeps.
    public static var monotonicNow: Int64 { read(CLOCK_MONOTONIC) }

    /// The system's wall clock, in microseconds since 1970-01-01 UTC.
    public static var wallNow: Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
