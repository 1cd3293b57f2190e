import NIOCore

/// Whom a connection comes from, as far as limits go.
///
/// An IPv4 address is one peer. Of an IPv6 address the first 64 bits are: a single customer usually has all addresses
/// that begin with them (RFC 6177). Many customers have more than that, so the networks of 56 and 48 bits around it are
/// counted as well, with larger limits.
enum PeerAddress: Hashable, Sendable, CustomStringConvertible {
    case ipv4(UInt32)
    case ipv6Network(UInt64)
    /// The first `length` bits of an IPv6 address, 56 or 48; the others are zero.
    case ipv6Prefix(UInt64, length: UInt8)
    /// A socket of this machine without an address.
    case local

    /// The lengths of the networks around an IPv6 network of 64 bits: what a home is usually given, and a site
    /// (RFC 6177, RIPE-690). A provider has 32 or less, so more would put strangers together.
    static let prefixLengths: [UInt8] = [56, 48]

    init(_ address: SocketAddress?) {
        guard let bits = address?.ipBits else {
            self = .local
            return
        }
        let isMapped = bits >> 32 == SocketAddress.mappedPrefix
        self = isMapped ? .ipv4(UInt32(truncatingIfNeeded: bits)) : .ipv6Network(UInt64(bits >> 64))
    }

    /// The peer and the networks around it, from the narrowest to the widest.
    var withNetworks: [PeerAddress] {
        guard case .ipv6Network(let network) = self else { return [self] }
        return [self]
            + Self.prefixLengths.map { .ipv6Prefix(network & ~(UInt64.max >> UInt64($0)), length: $0) }
    }

    /// As it is written, a network with its length.
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
    /// What stands before an IPv4 address in an IPv6 address that shows it, `::ffff:a.b.c.d`: so does a socket of both
    /// families.
    static let mappedPrefix: UInt128 = 0xFFFF

    /// The address as one of IPv6, an IPv4 address with ``mappedPrefix``; `nil` for a socket without an IP address.
    var ipBits: UInt128? {
        switch self {
        case .v4(let address):
            // A port of 16 bits stands before the address, in every system's structure.
            Self.mappedPrefix << 32 | Self.bigEndian(bytesOf: address.address, from: 4, count: 4)
        case .v6(let address):
            // A port and a flow label of 32 bits stand before it.
            Self.bigEndian(bytesOf: address.address, from: 8, count: 16)
        case .unixDomainSocket: nil
        }
    }

    /// Whether the other end is on this machine.
    public var isLoopback: Bool {
        switch PeerAddress(self) {
        case .ipv4(let address): address >> 24 == 127
        case .ipv6Network: ipBits == 1
        case .ipv6Prefix: false
        case .local: true
        }
    }

    private static func bigEndian<Address>(bytesOf address: Address, from offset: Int, count: Int) -> UInt128 {
        withUnsafeBytes(of: address) { bytes in
            bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt128($1) }
        }
    }
}
