/// 128 random bits that a program draws when it starts and keeps while it reconnects (`Protocol.md`, Hello).
///
/// A publisher that connects again with the same id replaces its older connection at once, even if the relay has not
/// noticed yet that the older connection is dead. The id identifies programs that keep to the rules. It is no secret
/// that replaces a token.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, as a big-endian number.
    public let high: UInt64
    /// The last eight bytes, as a big-endian number.
    public let low: UInt64

    /// Makes an id of its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new id from the system's random number generator.
    public static func random() -> InstanceID {
        InstanceID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }

    /// The first half as 16 hexadecimal digits: enough to tell programs apart in a log, and too little to use the id.
    public var description: String {
        let digits = String(high, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
