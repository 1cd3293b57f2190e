import NIOCore

/// The 128 bits of an IPv6 address. `UInt128` needs macOS 15 or iOS 18.
struct AddressBits: Hashable, Sendable {
    static let width = 128

    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An IPv4 address in IPv6, `::ffff:a.b.c.d`. Sockets of both families use it.
    init(mapped address: UInt32) {
        self.init(high: 0, low: 0xFFFF << 32 | UInt64(address))
    }

    /// The first bits are one, as many as `length` says, 0 to 128; the others are zero.
    init(maskOf length: Int) {
        // A shift by all bits gives zero: Swift's smart shifts do not wrap.
        high = ~(UInt64.max >> UInt64(min(length, 64)))
        low = ~(UInt64.max >> UInt64(max(0, length - 64)))
    }

    /// The IPv4 address that these bits are in IPv6, if they are one.
    var mapped: UInt32? {
        high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
    }

    static func & (left: Self, right: Self) -> Self {
        Self(high: left.high & right.high, low: left.low & right.low)
    }
}

extension SocketAddress {
    /// The address as one of IPv6; `nil` for a socket without an IP address.
    var ipBits: AddressBits? {
        switch self {
        case .v4(let address):
            // A port of 16 bits stands before the address, in every system's structure.
            AddressBits(mapped: Self.integer(bytesOf: address.address, from: 4))
        case .v6(let address):
            // A port and a flow label of 32 bits stand before it.
            AddressBits(
                high: Self.integer(bytesOf: address.address, from: 8),
                low: Self.integer(bytesOf: address.address, from: 16)
            )
        case .unixDomainSocket: nil
        }
    }

    private static func integer<Integer: FixedWidthInteger, Address>(
        bytesOf address: Address,
        from offset: Int
    ) -> Integer {
        withUnsafeBytes(of: address) { Integer(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: Integer.self)) }
    }
}
