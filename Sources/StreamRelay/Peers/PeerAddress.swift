import NIOCore

/// Whom a connection comes from, as far as limits go.
///
/// An IPv4 address is one peer. Of an IPv6 address the first 64 bits are: a single customer usually has all addresses
/// that begin with them (RFC 6177).
enum PeerAddress: Hashable, Sendable, CustomStringConvertible {
    case ipv4(UInt32)
    case ipv6Network(UInt64)
    /// A socket of this machine without an address.
    case local

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            // A port of 16 bits stands before the address, in every system's structure.
            self = .ipv4(UInt32(Self.bigEndian(bytesOf: address.address, from: 4, count: 4)))
        case .v6(let address):
            // A port and a flow label of 32 bits stand before it.
            let high = Self.bigEndian(bytesOf: address.address, from: 8, count: 8)
            let low = Self.bigEndian(bytesOf: address.address, from: 16, count: 8)
            // ::ffff:a.b.c.d is how a socket of both families shows an IPv4 peer.
            let isMapped = high == 0 && low >> 32 == 0xFFFF
            self = isMapped ? .ipv4(UInt32(truncatingIfNeeded: low)) : .ipv6Network(high)
        case .unixDomainSocket, nil:
            self = .local
        }
    }

    /// As it is written, an IPv6 network with its length.
    var description: String {
        switch self {
        case .ipv4(let address):
            [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
        case .ipv6Network(let network):
            [48, 32, 16, 0].map { String(network >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
        case .local: "local"
        }
    }

    private static func bigEndian<Address>(bytesOf address: Address, from offset: Int, count: Int) -> UInt64 {
        withUnsafeBytes(of: address) { bytes in
            bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}

extension SocketAddress {
    /// Whether the other end is on this machine.
    public var isLoopback: Bool {
        switch PeerAddress(self) {
        case .ipv4(let address): address >> 24 == 127
        case .ipv6Network: ipAddress == "::1"
        case .local: true
        }
    }
}
