/// The clocks of the system, in microseconds.
package enum SystemClock {
    /// The wall clock: microseconds since 1970-01-01 00:00 UTC. It jumps when an administrator sets it.
    package static var wallTime: Int64 { read(CLOCK_REALTIME) }

    /// The monotonic clock: microseconds since an unspecified moment, on Linux the start of the system. It is never set,
    /// and on Linux it stops while the system sleeps.
    package static var monotonicTime: Int64 { read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
