import NIOCore
import Platform

extension SocketAddress {
    /// Whether the peer is on this machine.
    var isLoopback: Bool { withSockAddr { address, _ in Loopback.contains(address) } }
}
