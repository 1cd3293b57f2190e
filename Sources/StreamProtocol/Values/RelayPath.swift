import NIOCore

/// 128 random bits that a relay draws when it starts (`Protocol.md`, Path). Other relays may know it, unlike an
/// ``InstanceID``.
public struct RelayID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, as a big-endian number.
    public let high: UInt64
    /// The last eight bytes, as a big-endian number.
    public let low: UInt64

    /// Makes an id of its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// 32 hexadecimal digits.
    public var description: String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// A new id from the system's random number generator.
    public static func random() -> RelayID {
        RelayID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }
}

/// The relays that a stream passes, or that wait for it, one behind the other (`Protocol.md`, Path). It has at least one
/// relay and at most ``maximumCount``.
public struct RelayPath: Hashable, Sendable {
    /// The most relays on a path. Each adds its latency bound and a clock's error, and a longer path is a sign of a loop.
    public static let maximumCount = 4

    private static let idLength = 16

    /// The relays, in order: the sender of a hello is the last one, the sender of a welcome the first.
    public let relays: [RelayID]

    /// A path of one relay.
    public init(_ relay: RelayID) { relays = [relay] }

    /// - Throws: ``ProtocolError`` with ``ErrorCode/malformedMessage`` for no relay, and with ``ErrorCode/relayLoop`` for
    ///   more than ``maximumCount``.
    public init(_ relays: [RelayID]) throws(ProtocolError) {
        guard !relays.isEmpty else { throw ProtocolError(.malformedMessage, "A path has at least one relay.") }
        guard relays.count <= Self.maximumCount else { throw .pathTooLong }
        self.relays = relays
    }

    /// Whether a stream that takes this path has passed this relay.
    public func contains(_ relay: RelayID) -> Bool { relays.contains(relay) }

    /// Reads the whole value of an option.
    init(from value: inout FieldReader) throws(ProtocolError) {
        let (count, rest) = value.count.quotientAndRemainder(dividingBy: Self.idLength)
        guard count > 0, rest == 0 else { throw value.malformed("a path that is not made of whole relay ids") }
        guard count <= Self.maximumCount else { throw .pathTooLong }
        var relays: [RelayID] = []
        for _ in 0..<count { relays.append(RelayID(high: try value.integer(), low: try value.integer())) }
        self.relays = relays
    }

    func write(to buffer: inout ByteBuffer) {
        for relay in relays { buffer.writeMultipleIntegers(relay.high, relay.low) }
    }
}

extension ProtocolError {
    fileprivate static let pathTooLong = ProtocolError(
        .relayLoop,
        "The stream would pass more than \(RelayPath.maximumCount) relays on its way; take it from a relay nearer to "
            + "its publisher."
    )
}
