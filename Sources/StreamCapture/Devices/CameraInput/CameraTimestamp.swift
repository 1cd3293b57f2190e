/// Turns a camera's timestamps into media times that only grow.
///
/// Nearly all drivers stamp by the monotonic clock, some old ones by the wall clock, and a few not at all.
struct CameraTimestamp {
    /// A stamp is by the clock that shows about the same, in microseconds.
    static let tolerance: Int64 = 2_000_000

    private var last = Int64.min

    /// The media time of a picture.
    ///
    /// - Parameters:
    ///   - stamp: The driver's, in microseconds.
    ///   - monotonic: The monotonic clock when the picture was read, in microseconds.
    ///   - wall: The wall clock then.
    ///   - now: The media time then.
    mutating func mediaTime(of stamp: Int64?, monotonic: Int64, wall: Int64, now: Int64) -> Int64 {
        var age: Int64 = 0
        for clock in [monotonic, wall] {
            guard let stamp else { break }
            let (difference, overflow) = clock.subtractingReportingOverflow(stamp)
            if !overflow, difference.magnitude < UInt64(Self.tolerance) {
                age = max(0, difference)
                break
            }
        }
        last = last == .min ? now - age : max(now - age, last + 1)
        return last
    }
}
