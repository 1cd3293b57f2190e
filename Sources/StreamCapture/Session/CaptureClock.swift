import Platform

/// The media clock: microseconds of the system's monotonic clock since the capture began.
///
/// The kernel's timestamps of cameras use the same clock, which nothing sets. The wall clock time of a media time is
/// computed on request: a change of the wall clock applies from then on.
public struct CaptureClock: Sendable {
    private let start: Int64
    private let monotonic: @Sendable () -> Int64
    private let wall: @Sendable () -> Int64

    /// Starts the clock now.
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

    /// Converts a time of the monotonic clock, such as a camera's timestamp.
    public func mediaTime(ofMonotonic time: Int64) -> Int64 { time - start }

    /// Converts a time of the wall clock, such as a sound card's timestamp.
    public func mediaTime(ofWall time: Int64) -> Int64 { now - (wall() - time) }

    /// The wall clock time in microseconds since 1970-01-01 UTC.
    public func wallTime(of mediaTime: Int64) -> Int64 { wall() - (now - mediaTime) }

    /// The system's monotonic clock, in microseconds. It stands still while the system sleeps.
    public static var monotonicNow: Int64 { SystemClock.monotonicTime }

    /// The system's wall clock, in microseconds since 1970-01-01 UTC.
    public static var wallNow: Int64 { SystemClock.wallTime }
}
