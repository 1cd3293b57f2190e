/// Puts the times of a live source, which begin anywhere, on the media clock.
///
/// A packet's time on the source's own clock says when it was captured better than its arrival does, which the network
/// shifts; but that clock begins where it likes, jumps when the source starts again, and runs a little fast or slow. A
/// value without a clock.
struct LiveTimeline: Sendable {
    /// A packet further from its place than this, in microseconds, is after a jump.
    static let tolerance: Int64 = 2_000_000
    /// By how much, of what it is late or early, the timeline follows with each packet: a clock that runs 200 ppm fast
    /// ends up a few milliseconds off, and jitter is taken out.
    static let gain = 1.0 / 256
    /// The most that it follows with one packet, in microseconds. What waited in a pipe comes in a burst, up to two seconds
    /// early or late, and pictures that are neighbours on the screen may be ten packets apart: so they move by a few
    /// milliseconds against each other.
    static let longestStep = 500.0

    private var offset: Double?

    /// The media time of a packet.
    ///
    /// - Parameters:
    ///   - time: On the source's clock, in microseconds.
    ///   - arrival: When it came, on the media clock.
    mutating func mediaTime(of time: Int64, arrival: Int64) -> Int64 {
        let current = Double(arrival - time)
        guard let offset, abs(current - offset) < Double(Self.tolerance) else {
            self.offset = current
            return arrival
        }
        let step = (current - offset) * Self.gain
        let followed = offset + min(max(step, -Self.longestStep), Self.longestStep)
        self.offset = followed
        return time + Int64(followed.rounded())
    }
}
