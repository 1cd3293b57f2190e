import NIOCore

/// The addresses that begin with the same bits, as `10.0.0.0/8`, `2001:db8::/32`, or a single address.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    /// Bits of an IPv6 address; an IPv4 address is looked at as `::ffff:a.b.c.d`.
    private static let width = 128

    private let prefix: UInt128
    private let mask: UInt128
    /// The network as it was written.
    public let description: String

    /// Reads an address, or an address with the number of its first bits that count behind a slash.
    ///
    /// - Returns: `nil` where it is none, or has more bits than it says that count: `10.1.2.3/8` may be a mistake.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0), let bits = address.ipBits else {
            return nil
        }
        var own = Self.width
        if case .v4 = address { own = 32 }
        var length = own
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number <= own
            else { return nil }
            length = number
        }
        // A shift by all bits gives zero here: smart shifts of Swift do not wrap.
        mask = UInt128.max << UInt128(own - length)
        guard bits & mask == bits else { return nil }
        prefix = bits
        description = text
    }

    /// Whether `address` is one of them. A socket without an IP address is in no network.
    public func contains(_ address: SocketAddress) -> Bool {
        address.ipBits.map { $0 & mask == prefix } ?? false
    }
}
