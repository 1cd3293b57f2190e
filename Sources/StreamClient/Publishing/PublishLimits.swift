/// How much a publisher keeps while the relay takes nothing.
public struct PublishLimits: Hashable, Sendable {
    /// Bytes of payload. The default is a second of 128 Mbit/s, or two of the largest frames a relay takes.
    public var bytes: Int
    /// How long an offered frame may wait. What is older would be late for everybody; the default is longer than most
    /// groups of pictures, so that a short interruption costs none.
    public var age: Duration

    public init(bytes: Int = 16 * 1024 * 1024, age: Duration = .seconds(2)) {
        self.bytes = bytes
        self.age = age
    }
}
