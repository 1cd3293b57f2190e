import NIOCore

/// The size of the system's receive buffer: the bytes of a quarter of a second.
///
/// With a larger buffer, the relay would take a slow reader for a fast one and send it old frames instead of newer
/// ones; by default, the system buffers megabytes. With less than the bytes of one round trip, the stream would not get
/// through. A connection that is limited by a small buffer still shows that it needs a larger one, if a round trip
/// takes less than the quarter second.
struct ReceiveWindow {
    /// The smallest size: one or two key frames.
    static let minimum = 64 * 1024
    /// The largest size, for streams of 128 Mbit/s and more.
    static let maximum = 4 * 1024 * 1024
    /// How long to measure before the size changes.
    static let period = TimeAmount.seconds(1)

    private(set) var size = Self.minimum
    private var bytes: Int64 = 0
    private var since: NIODeadline

    init(at now: NIODeadline) {
        since = now
    }

    /// Counts bytes that were read.
    ///
    /// - Returns: The new size if it should change.
    mutating func received(_ count: Int, at now: NIODeadline) -> Int? {
        bytes += Int64(count)
        let elapsed = now - since
        guard elapsed >= Self.period else { return nil }
        // The bytes of a quarter of a second. The unit is milliseconds, because bytes times nanoseconds would overflow.
        let wanted = Int(bytes * 250 / (elapsed.nanoseconds / 1_000_000))
        bytes = 0
        since = now
        guard wanted > size || wanted < size / 2 else { return nil }
        let old = size
        size = min(max(wanted, Self.minimum), Self.maximum)
        return size == old ? nil : size
    }
}
