/// How much a publisher keeps while the relay takes nothing.
public struct PublishLimits: Hashable, Sendable {
    /// Bytes of payload. The default is a second of 128 Mbit/s, or two of the largest frames a relay takes.
    public var bytes: Int
    /// How long an offered frame may wait; what is older would be late for everybody. With the default, and what is on
    /// its way besides, nothing that comes through is later than a second and a group of pictures of 2 s. Video's newest
    /// random access point may wait longer, until another is offered.
    public var age: Duration

    public init(bytes: Int = 16 * 1024 * 1024, age: Duration = .milliseconds(1_500)) {
        self.bytes = bytes
        self.age = age
    }
}
