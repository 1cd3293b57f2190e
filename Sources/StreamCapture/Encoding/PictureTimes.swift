/// Gives encoders evenly counted pictures, and their access units the pictures' own times back.
///
/// An encoder takes its time base for the frame rate, writes it into the stream, and spends bits by it. The jitter of a
/// camera's clock does not belong there: it is fed 0, 1, 2, …
struct PictureTimes: Hashable, Sendable {
    /// More pictures than any encoder holds back (x264 holds at most 250 and its threads).
    static let capacity = 1_024
    /// A picture whose time is further behind the last one's than this, in microseconds, comes after a step, and those
    /// behind it follow it. What is nearer is a mistake that the next picture does not make.
    static let tolerance: Int64 = 1_000_000
    /// Times outside of this are none; sums of a few inside do not overflow.
    private static let plausible: ClosedRange<Int64> = -1 << 61...1 << 61

    private let framePeriod: Int64
    /// What is added to the times that come in, because they stepped back.
    private var shift: Int64 = 0
    private var nextTick: Int64 = 0
    /// The times of the ticks from ``firstTick`` on.
    private var times: [Int64] = []
    private var firstTick: Int64 = 0
    private var lastDecodeTime: Int64?

    init(framePeriod: Int64) {
        self.framePeriod = framePeriod
    }

    /// Counts a picture to be encoded.
    ///
    /// - Parameter time: When it is to be shown; one that is missing or not after the last picture's is put behind that,
    ///   as pictures come in the order of their times.
    mutating func count(_ time: Int64?) -> (tick: Int64, time: Int64) {
        let tick = nextTick
        nextTick += 1
        let own = place(time)
        times.append(own)
        if times.count > Self.capacity { forget(before: tick - Int64(Self.capacity) + 1) }
        return (tick, own)
    }

    /// Where a picture goes: never right behind the last one, which a player could not show.
    private mutating func place(_ time: Int64?) -> Int64 {
        let stated = time.map { $0 &+ shift }.flatMap { Self.plausible.contains($0) ? $0 : nil }
        guard let last = times.last else { return stated ?? 0 }
        guard let stated else { return last + framePeriod }
        if stated > last { return stated }
        guard last - stated > Self.tolerance else { return last + max(1, framePeriod / 2) }
        shift &+= last + framePeriod - stated
        return last + framePeriod
    }

    /// The times of an access unit that came out with these ticks.
    mutating func times(presentation: Int64?, decode: Int64?) -> (presentation: Int64, decode: Int64) {
        let presentationTick = presentation ?? decode ?? max(0, nextTick - 1)
        let shown = time(of: presentationTick)
        var decoded = min(time(of: decode ?? presentationTick), shown)
        if let last = lastDecodeTime { decoded = min(max(decoded, last), shown) }
        lastDecodeTime = decoded
        // What comes later is decoded later, and not shown before that.
        if let decode { forget(before: decode) }
        return (shown, decoded)
    }

    /// A tick before the first or behind the last picture that is known has the time of a picture of the nominal rate.
    private func time(of tick: Int64) -> Int64 {
        guard let first = times.first, let last = times.last else { return 0 }
        let index = tick - firstTick
        if index < 0 { return first + index * framePeriod }
        if index >= times.count { return last + (index - Int64(times.count) + 1) * framePeriod }
        return times[Int(index)]
    }

    /// Keeps at least one, from which the others are told.
    private mutating func forget(before tick: Int64) {
        let count = min(Int(tick - firstTick), times.count - 1)
        guard count > 0 else { return }
        times.removeFirst(count)
        firstTick += Int64(count)
    }
}
