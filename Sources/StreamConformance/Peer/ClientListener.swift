import NIOCore
import NIOPosix
import NIOSSL
import Platform

/// Listens in a relay's place, and hands out the connections of the client under test.
package final class ClientListener: Sendable {
    package let host: String
    package let port: Int
    private let channel: any Channel
    private let waiting: Waiting

    private final class Waiting: Sendable {
        let peers = Mutex<[Peer]>([])
    }

    /// Bytes that the system may hold unread.
    private static let receiveBuffer: ChannelOptions.Types.SocketOption.Value = 65_536
    /// Connections that may wait for a case. A client that connects in a loop takes no more descriptors.
    private static let limit = 64
    /// How often ``accept(within:)`` looks for a connection.
    private static let step = Duration.milliseconds(5)

    private init(_ channel: any Channel, host: String, _ waiting: Waiting) {
        self.channel = channel
        self.host = host
        port = channel.localAddress?.port ?? 0
        self.waiting = waiting
    }

    /// - Parameters:
    ///   - port: 0 takes any free port.
    ///   - tls: The certificate, if the carrier is encrypted.
    /// - Throws: What the system says if the address cannot be used.
    package static func bind(
        host: String,
        port: Int,
        carrier: Carrier,
        tls: NIOSSLContext?
    ) async throws -> ClientListener {
        let waiting = Waiting()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A client whose relay does not read shall notice it soon.
            .serverChannelOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard waiting.peers.withLock({ $0.count < limit }) else { throw ChannelError.operationUnsupported }
                    let mailbox = Mailbox()
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    let side = carrier.isWebSocket ? WebSocketSide(isClient: false) : nil
                    let handler = PeerHandler(mailbox, webSocket: side)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    let peer = Peer(channel, mailbox, carrier: carrier, isClient: false)
                    waiting.peers.withLock { $0.append(peer) }
                }
            }
            .bind(host: host, port: port).get()
        return ClientListener(channel, host: host, waiting)
    }

    /// The next connection.
    ///
    /// - Parameter skipsLost: Whether a connection that was lost while it waited is none.
    package func accept(within time: Duration, skipsLost: Bool = false) async throws -> Peer {
        let deadline = ContinuousClock().now + time
        while true {
            if let peer = next(skipsLost: skipsLost) { return peer }
            guard ContinuousClock().now < deadline else {
                throw Finding("The client did not connect within \(time).", Clause("Reconnecting"))
            }
            try await Task.sleep(for: Self.step)
        }
    }

    private func next(skipsLost: Bool) -> Peer? {
        waiting.peers.withLock { peers in
            while !peers.isEmpty {
                let peer = peers.removeFirst()
                if !skipsLost || !peer.mailbox.isGone { return peer }
            }
            return nil
        }
    }

    /// Whether a connection waits that no case has taken.
    package var hasConnection: Bool { waiting.peers.withLock { !$0.isEmpty } }

    /// Stops listening, and closes the connections that no case has taken.
    package func close() async {
        try? await channel.close().get()
        for peer in waiting.peers.withLock({ $0 }) { await peer.close() }
    }
}
