/// Tests whether an address belongs to this machine: 127.0.0.0/8, `::1`, an IPv4 loopback address mapped into IPv6
/// (`::ffff:127.0.0.1`, which a socket of both families reports), or a Unix domain socket.
package enum Loopback {
    /// - Parameter address: The address of a socket, as long as its family requires.
    package static func contains(_ address: UnsafePointer<sockaddr>) -> Bool {
        let bytes = UnsafeRawPointer(address)
        switch CInt(address.pointee.sa_family) {
        case AF_UNIX: return true
        case AF_INET: return isLoopback(ipv4: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr)
        case AF_INET6: return isLoopback(ipv6: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
        default: return false
        }
    }

    /// - Parameter text: An IP address, without a port or brackets. A name is not looked up, so `localhost` gives `false`.
    package static func contains(numeric text: String) -> Bool {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(text, nil, &hints, &found) == 0, let found else { return false }
        defer { freeaddrinfo(found) }
        return found.pointee.ai_addr.map { contains($0) } ?? false
    }

    private static func isLoopback(ipv4 address: in_addr) -> Bool {
        UInt32(bigEndian: address.s_addr) >> 24 == 127
    }

    private static func isLoopback(ipv6 address: in6_addr) -> Bool {
        // The members of the structure have a different name in every C library; the bytes are the same.
        let (high, low) = withUnsafeBytes(of: address) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        let isMapped = low >> 32 == 0xFFFF
        return high == 0 && (low == 1 || isMapped && low >> 24 & 0xFF == 127)
    }
}
