/// 128 random bits that a program draws when it starts and keeps while it reconnects.
///
/// A publisher that comes back with the id it had takes its own place at once, instead of waiting until its dead
/// connection is noticed. The id is a claim of identity among honest programs; it opens nothing that a token guards.
public struct InstanceID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, as a big-endian number.
    public let high: UInt64
    /// The last eight bytes, as a big-endian number.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Draws a new id from the system's random numbers.
    public static func random() -> InstanceID {
        InstanceID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }

    /// The first half in hexadecimal digits: enough to tell programs apart in a log, too little to pose as one.
    public var description: String {
        let digits = String(high, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
