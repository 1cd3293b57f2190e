import NIOCore
import Platform

/// The address of a client, as limits see it.
///
/// An IPv4 address is one peer. The first 64 bits of an IPv6 address are one peer, because a single customer usually
/// has all addresses that begin with them (RFC 6177). Many customers have more addresses, so the networks of 56 and 48
/// bits around it are counted as well, with larger limits.
enum PeerAddress: Hashable, Sendable, CustomStringConvertible {
    case ipv4(UInt32)
    case ipv6Network(UInt64)
    /// The first `length` bits of an IPv6 address, 56 or 48; the others are zero.
    case ipv6Prefix(UInt64, length: UInt8)
    /// A socket of this machine without an address.
    case local

    /// The lengths of the networks around an IPv6 network of 64 bits: a home usually has 56 bits, and a site 48 (RFC
    /// 6177, RIPE-690). A provider has 32 or less, which would group unrelated clients.
    static let prefixLengths: [UInt8] = [56, 48]

    init(_ address: SocketAddress?) {
        guard let bits = address?.ipBits else {
            self = .local
            return
        }
        self = bits.mapped.map { .ipv4($0) } ?? .ipv6Network(bits.high)
    }

    /// The peer and the networks around it, from the narrowest to the widest.
    var withNetworks: [PeerAddress] {
        guard case .ipv6Network(let network) = self else { return [self] }
        return [self]
            + Self.prefixLengths.map { .ipv6Prefix(network & ~(UInt64.max >> UInt64($0)), length: $0) }
    }

    /// The usual notation, a network with its length.
    var description: String {
        switch self {
        case .ipv4(let address):
            [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
        case .ipv6Network(let network): Self.text(network) + "/64"
        case .ipv6Prefix(let network, let length): Self.text(network) + "/\(length)"
        case .local: "local"
        }
    }

    private static func text(_ network: UInt64) -> String {
        [48, 32, 16, 0].map { String(network >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::"
    }
}

extension SocketAddress {
    /// Whether the other end is on this machine: a loopback address, or a socket without an IP address.
    public var isLoopback: Bool { withSockAddr { address, _ in Loopback.contains(address) } }

    /// The address and port as clients write them: `127.0.0.1:7450` or `[::1]:7450`; `local` for a socket without an IP
    /// address.
    public var endpoint: String {
        guard let ipAddress, let port else { return "local" }
        return ipAddress.contains(":") ? "[\(ipAddress)]:\(port)" : "\(ipAddress):\(port)"
    }
}

/// The addresses that begin with the same bits, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    // An IPv4 address counts as `::ffff:a.b.c.d`.
    private let prefix: AddressBits
    private let mask: AddressBits
    /// The network as it was given.
    public let description: String

    /// Parses an address, or an address, a slash and the number of its first bits that count.
    ///
    /// - Returns: `nil` if the text is neither, or has one bits behind those that count: `10.1.2.3/8` may be a mistake.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0), let bits = address.ipBits else {
            return nil
        }
        var own = AddressBits.width
        if case .v4 = address { own = 32 }
        var length = own
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number <= own
            else { return nil }
            length = number
        }
        mask = AddressBits(maskOf: AddressBits.width - (own - length))
        guard bits & mask == bits else { return nil }
        prefix = bits
        description = text
    }

    /// Whether `address` belongs to the network. A socket without an IP address is in no network.
    public func contains(_ address: SocketAddress) -> Bool {
        address.ipBits.map { $0 & mask == prefix } ?? false
    }
}
