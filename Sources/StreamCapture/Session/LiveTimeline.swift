/// Puts the times of a live source, which begin anywhere, on the media clock.
///
/// A packet's time on the source's own clock says when it was captured better than its arrival does, which the network and
/// the container shift; but that clock begins where it likes, jumps when the source starts again, and runs a little fast or
/// slow. No packet comes before it was captured, so the timeline follows the packets that come soonest after it: those of
/// the other streams, which a container writes later and in blocks, do not move it. A value without a clock.
struct LiveTimeline: Sendable {
    /// A packet further from its place than this, in microseconds, is after a jump.
    static let tolerance: Int64 = 2_000_000
    /// Over how long the packet is looked for that came soonest, in microseconds: some blocks of a container.
    static let window: Int64 = 1_000_000
    /// By how much, of what it is off, the timeline follows with each packet: a clock that runs 200 ppm fast ends up a few
    /// milliseconds off, and jitter is taken out.
    static let gain = 1.0 / 256
    /// The most that it follows with one packet, in microseconds. Pictures that are neighbours on the screen may be ten
    /// packets apart, and move by a few milliseconds against each other.
    static let longestStep = 500.0

    /// What a time on the source's clock lacks to be one on the media clock.
    private var offset: Double?
    /// The least that packets of the last whole window lacked, by their arrival.
    private var target: Double?
    private var least = 0.0
    private var windowStart: Int64 = 0

    /// The media time of a packet.
    ///
    /// - Parameters:
    ///   - time: On the source's clock, in microseconds.
    ///   - arrival: When it came, on the media clock.
    mutating func mediaTime(of time: Int64, arrival: Int64) -> Int64 {
        let current = Double(arrival - time)
        guard let offset, abs(current - offset) < Double(Self.tolerance) else {
            self.offset = current
            target = nil
            beginWindow(with: current, at: arrival)
            return arrival
        }
        if arrival - windowStart >= Self.window {
            target = least
            beginWindow(with: current, at: arrival)
        }
        least = min(least, current)
        let step = ((target ?? offset) - offset) * Self.gain
        let followed = offset + min(max(step, -Self.longestStep), Self.longestStep)
        self.offset = followed
        return time + Int64(followed.rounded())
    }

    private mutating func beginWindow(with current: Double, at arrival: Int64) {
        least = current
        windowStart = arrival
    }
}
