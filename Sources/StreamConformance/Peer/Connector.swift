import NIOCore
import NIOPosix
import StreamClient

/// Connects to a relay.
package struct Connector: Sendable {
    package let address: RelayAddress
    package let carrier: Carrier
    private let tls: ClientTLSProvider?
    private let group = MultiThreadedEventLoopGroup.singleton

    /// How long the system may take to connect.
    private static let timeout = TimeAmount.seconds(5)

    /// - Parameter security: How to check the certificate, if the carrier is encrypted.
    /// - Throws: ``ClientError`` if authorities cannot be read.
    package init(_ address: RelayAddress, _ carrier: Carrier, _ security: ClientSecurity) throws {
        self.address = address
        self.carrier = carrier
        // A WebSocket begins as HTTP.
        let name = carrier.isWebSocket ? "http/1.1" : ClientTLSProvider.applicationProtocol
        tls = carrier.isEncrypted ? try ClientTLSProvider(security, applicationProtocol: name) : nil
    }

    /// Opens a connection; over WebSocket it is opened for a path.
    ///
    /// - Parameters:
    ///   - receiveBuffer: Bytes that the system may hold unread; `nil` for its default.
    ///   - opening: The request, if it is another one than the usual.
    package func connect(
        path: String,
        receiveBuffer: Int? = nil,
        opening: [UInt8]? = nil
    ) async throws -> Peer {
        let mailbox = Mailbox()
        let side = carrier.isWebSocket ? WebSocketSide(isClient: true) : nil
        let bootstrap = ClientBootstrap(group: group)
            .connectTimeout(Self.timeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: true)
        if let receiveBuffer {
            _ = bootstrap.channelOption(
                .socketOption(.so_rcvbuf),
                value: ChannelOptions.Types.SocketOption.Value(receiveBuffer)
            )
        }
        let channel: any Channel
        do {
            channel =
                try await bootstrap
                .channelInitializer { [tls, address] channel in
                    channel.eventLoop.makeCompletedFuture {
                        try tls?.addHandlers(to: channel, for: address)
                        try channel.pipeline.syncOperations.addHandler(PeerHandler(mailbox, webSocket: side))
                    }
                }
                .connect(host: address.host, port: address.port).get()
        } catch {
            throw Finding("The relay at \(address.endpoint) takes no connection: \(error).", Clause("Transport"))
        }
        let peer = Peer(channel, mailbox, carrier: carrier, isClient: true)
        guard carrier.isWebSocket else { return peer }
        await peer.sendRaw(opening ?? WebSocketSide.opening(path, host: address.endpoint))
        if opening != nil { return peer }
        let head: String
        do {
            head = try await peer.head()
        } catch {
            await peer.close()
            throw error
        }
        guard head.hasPrefix("HTTP/1.1 101 ") else {
            await peer.close()
            let line = head.prefix { !$0.isNewline }
            throw Finding("The opening of the WebSocket was answered with '\(line)'.", Clause("WebSocket"))
        }
        return peer
    }
}
