/// Limits of a publisher's queue.
public struct PublishLimits: Hashable, Sendable {
    /// Bytes of payload. The default is one second at 128 Mbit/s, or two of the largest frames that a relay accepts.
    public var bytes: Int
    /// How long a frame may wait in the queue before ``PublishOutlet/offer(_:)`` drops it as too late. The newest random
    /// access point of video may wait longer: until the next one is offered. The time in flight comes on top. With the
    /// default and a random access point every 2 s, frames on a network that is too slow reach the relay up to about 3 s
    /// after they were offered.
    ///
    /// It also bounds for how long frames wait for a relay that is away: see ``Backoff/maximum``.
    public var age: Duration

    /// Makes limits of bytes and age, which are over 0.
    public init(bytes: Int = 16 * 1024 * 1024, age: Duration = .milliseconds(1_500)) {
        self.bytes = bytes
        self.age = age
    }
}
