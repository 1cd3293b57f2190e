import NIOCore

extension SocketAddress {
    /// Whether the other end is on this machine.
    var isLoopback: Bool {
        guard let ipAddress else { return true }
        // ::ffff:127.0.0.1 is how a socket of both families shows an IPv4 peer.
        return ipAddress == "::1" || ipAddress.hasPrefix("127.") || ipAddress.lowercased().hasPrefix("::ffff:127.")
    }
}
