import NIOCore

/// How much the system should keep received but unread: what comes in a quarter of a second.
///
/// With more, a slow reader would look like a quick one to the relay, and get old frames instead of a jump to new ones;
/// left to itself, the system keeps megabytes. With less than one round trip's worth, the stream would not come through.
/// A connection held back by too small a window still shows that it wants more, as long as a round trip takes less than
/// the quarter second.
struct ReceiveWindow {
    /// The smallest size: a key frame or two.
    static let minimum = 64 * 1024
    /// The largest size, for streams of 128 Mbit/s and more.
    static let maximum = 4 * 1024 * 1024
    /// How long to watch before deciding.
    static let period = TimeAmount.seconds(1)

    private(set) var size = Self.minimum
    private var bytes: Int64 = 0
    private var since: NIODeadline

    init(at now: NIODeadline) {
        since = now
    }

    /// Counts what was read.
    ///
    /// - Returns: The new size, when it should change.
    mutating func received(_ count: Int, at now: NIODeadline) -> Int? {
        bytes += Int64(count)
        let elapsed = now - since
        guard elapsed >= Self.period else { return nil }
        // A quarter of a second's bytes; milliseconds, because bytes times nanoseconds would not fit.
        let wanted = Int(bytes * 250 / (elapsed.nanoseconds / 1_000_000))
        bytes = 0
        since = now
        guard wanted > size || wanted < size / 2 else { return nil }
        let old = size
        size = min(max(wanted, Self.minimum), Self.maximum)
        return size == old ? nil : size
    }
}
