/// Numbers pictures evenly for encoders, and restores the pictures' own times for the access units.
///
/// An encoder derives the frame rate from its time base, writes it into the stream and distributes bits by it. The
/// jitter of a camera's clock must not affect that: the encoder receives 0, 1, 2, …
struct PictureTimes: Hashable, Sendable {
    /// More pictures than any encoder holds (x264 holds at most 250 and its threads).
    static let capacity = 1_024
    /// A picture that is further behind the last one, in microseconds, follows a step of the clock, and so do the next
    /// pictures. A smaller difference is an error of a single picture.
    static let tolerance: Int64 = 1_000_000
    /// Times outside this range are invalid; sums of a few values inside do not overflow.
    private static let plausible: ClosedRange<Int64> = -1 << 61...1 << 61

    private let framePeriod: Int64
    /// The difference added to input times after backward steps.
    private var shift: Int64 = 0
    private var nextTick: Int64 = 0
    /// The times of the ticks from ``firstTick`` on.
    private var times: [Int64] = []
    private var firstTick: Int64 = 0
    private var lastDecodeTime: Int64?

    init(framePeriod: Int64) {
        self.framePeriod = framePeriod
    }

    /// Numbers a picture.
    ///
    /// - Parameter time: The presentation time. A missing time, or one that is not after the last picture's, is
    ///   replaced by a time after it, because pictures arrive in order.
    mutating func count(_ time: Int64?) -> (tick: Int64, time: Int64) {
        let tick = nextTick
        nextTick += 1
        let own = place(time)
        times.append(own)
        if times.count > Self.capacity { forget(before: tick - Int64(Self.capacity) + 1) }
        return (tick, own)
    }

    /// The time of a picture: never directly behind the last one, because a player could not show it.
    private mutating func place(_ time: Int64?) -> Int64 {
        let stated = time.map { $0 &+ shift }.flatMap { Self.plausible.contains($0) ? $0 : nil }
        guard let last = times.last else { return stated ?? 0 }
        guard let stated else { return last + framePeriod }
        if stated > last { return stated }
        guard last - stated > Self.tolerance else { return last + max(1, framePeriod / 2) }
        shift &+= last + framePeriod - stated
        return last + framePeriod
    }

    /// The times of an access unit with these ticks.
    mutating func times(presentation: Int64?, decode: Int64?) -> (presentation: Int64, decode: Int64) {
        let presentationTick = presentation ?? decode ?? max(0, nextTick - 1)
        let shown = time(of: presentationTick)
        var decoded = min(time(of: decode ?? presentationTick), shown)
        if let last = lastDecodeTime { decoded = min(max(decoded, last), shown) }
        lastDecodeTime = decoded
        // Later output is decoded later and not shown before that.
        if let decode { forget(before: decode) }
        return (shown, decoded)
    }

    /// The time of a tick. Outside the known ticks, the nominal frame rate applies.
    private func time(of tick: Int64) -> Int64 {
        guard let first = times.first, let last = times.last else { return 0 }
        let index = tick - firstTick
        if index < 0 { return first + index * framePeriod }
        if index >= times.count { return last + (index - Int64(times.count) + 1) * framePeriod }
        return times[Int(index)]
    }

    /// Keeps at least one time, because the others depend on it.
    private mutating func forget(before tick: Int64) {
        let count = min(Int(tick - firstTick), times.count - 1)
        guard count > 0 else { return }
        times.removeFirst(count)
        firstTick += Int64(count)
    }
}
