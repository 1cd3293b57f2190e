/// Limits of a publisher's queue.
public struct PublishLimits: Hashable, Sendable {
    /// Bytes of payload. The default is one second at 128 Mbit/s, or two of the largest frames that a relay accepts.
    public var bytes: Int
    /// How long a frame may wait before it is dropped as too late. With the default, and the bytes that are in flight,
    /// no frame arrives later than one second and a group of pictures of 2 s. The newest random access point of video
    /// may wait longer, until the next one is offered.
    public var age: Duration

    /// Makes limits of bytes and age, which are over 0.
    public init(bytes: Int = 16 * 1024 * 1024, age: Duration = .milliseconds(1_500)) {
        self.bytes = bytes
        self.age = age
    }
}
