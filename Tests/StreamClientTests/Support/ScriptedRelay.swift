import Foundation
import NIOCore
import NIOPosix
import StreamProtocol
import Synchronization
import Testing

@testable import StreamClient

/// A relay that is controlled by a test, over real sockets.
final class ScriptedRelay: Sendable {
    private let listener: any Channel
    private let arrivals: Monitor<[ScriptedPeer]>

    private init(_ listener: any Channel, _ arrivals: Monitor<[ScriptedPeer]>) {
        self.listener = listener
        self.arrivals = arrivals
    }

    /// Below the range of ports of outgoing connections: a client that keeps connecting to a port in that range on
    /// which nothing listens would in the end connect to itself.
    /// Each is used once: clients of an earlier test may still try to connect to theirs.
    private static let ports = Mutex(Array(20_000..<32_000).shuffled())

    /// Listens for as long as `body` runs.
    ///
    /// - Parameter port: The port to listen on; a free one if `nil`.
    static func serve(port: Int? = nil, _ body: (ScriptedRelay) async throws -> Void) async throws {
        let arrivals = Monitor<[ScriptedPeer]>([])
        var listener: (any Channel)?
        while listener == nil {
            do {
                listener = try await listen(port: port ?? ports.withLock { $0.removeLast() }, arrivals)
            } catch is IOError where port == nil {
                continue
            }
        }
        let relay = ScriptedRelay(try #require(listener), arrivals)
        do {
            try await body(relay)
        } catch {
            relay.listener.close(promise: nil)
            throw error
        }
        relay.listener.close(promise: nil)
    }

    private static func listen(port: Int, _ arrivals: Monitor<[ScriptedPeer]>) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let peer = ScriptedPeer(channel)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(ByteToMessageHandler(MessageDecoder()))
                    try pipeline.addHandler(ScriptedPeer.Inlet(peer))
                    arrivals.change { $0.append(peer) }
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }

    var port: Int { listener.localAddress?.port ?? 0 }

    var address: RelayAddress {
        get throws { try RelayAddress("127.0.0.1:\(port)/cam") }
    }

    /// The next connection, before any message.
    func arrival() async throws -> ScriptedPeer {
        try await arrivals.wait { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// The next connection, after its welcome.
    func welcome(_ welcome: Welcome = .sample()) async throws -> ScriptedPeer {
        let peer = try await arrival()
        _ = try await peer.hello()
        peer.send(.welcome(welcome))
        return peer
    }

    /// Stops listening, so that the next attempt to connect is refused.
    func stopListening() async throws {
        try await listener.close().get()
    }
}

/// One connection to a ``ScriptedRelay``.
final class ScriptedPeer: Sendable {
    private struct Heard: Sendable {
        var inputs: [MessageDecoder.InboundOut] = []
        var isClosed = false
        /// Whether to read only while a test waits for a message.
        var isPaced = false
    }

    /// The connection has ended.
    struct Closed: Error {}

    let channel: any Channel
    private let heard = Monitor(Heard())

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Waits for preface and hello, and sends the relay's preface.
    func hello() async throws -> Hello {
        var preface = ByteBuffer()
        Preface.supported.write(to: &preface)
        send(bytes: preface)
        return try await first { message in
            if case .hello(let hello) = message { hello } else { nil }
        }
    }

    /// Reads no further ahead than necessary from now on.
    func pace() async throws {
        heard.change { $0.isPaced = true }
        try await channel.setOption(.autoRead, value: false).get()
    }

    /// Waits for the first message for which `pick` returns a value, and skips those before.
    func first<Picked: Sendable>(_ pick: (ProtocolMessage) -> Picked?) async throws -> Picked {
        try await heard.wait { heard in
            while !heard.inputs.isEmpty {
                if case .message(let message) = heard.inputs.removeFirst(), let picked = pick(message) { return picked }
            }
            if heard.isClosed { throw Closed() }
            if heard.isPaced { channel.read() }
            return nil
        }
    }

    /// The next message that concerns the stream.
    func next() async throws -> ProtocolMessage {
        try await first { message in
            switch message {
            case .ping, .pong, .clockOffset: nil
            default: message
            }
        }
    }

    /// The next frame. Any other message is an error.
    func frame() async throws -> Frame {
        guard case .frame(let frame) = try await next() else { throw Closed() }
        return frame
    }

    func send(_ messages: ProtocolMessage...) {
        for message in messages {
            channel.writeAndFlush(message.encoded(), promise: nil)
            if case .welcome = message { sendPings() }
        }
    }

    /// Gives the client a sign of life from time to time, however late a busy machine resumes the test.
    private func sendPings() {
        let pings = channel.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(20), delay: .seconds(20)) {
            [channel] _ in channel.writeAndFlush(ProtocolMessage.ping(Ping(sent: 0)).encoded(), promise: nil)
        }
        channel.closeFuture.whenComplete { _ in pings.cancel() }
    }

    func send(bytes: ByteBuffer) {
        channel.writeAndFlush(bytes, promise: nil)
    }

    /// Closes, unless the client has closed already.
    func close() async {
        _ = try? await channel.close().get()
    }

    /// Ends the connection as the system of a relay does that was killed while bytes waited for it.
    func reset() async throws {
        let options = try #require(channel as? any SocketOptionProvider)
        try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        await close()
    }

    /// Waits until the client has closed.
    func closed() async throws {
        try await heard.wait { $0.isClosed ? () : nil }
    }

    final class Inlet: ChannelInboundHandler {
        typealias InboundIn = MessageDecoder.InboundOut

        private let peer: ScriptedPeer

        init(_ peer: ScriptedPeer) {
            self.peer = peer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let input = unwrapInboundIn(data)
            peer.heard.change { $0.inputs.append(input) }
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            if peer.heard.change({ $0.isPaced && $0.inputs.isEmpty }) { context.read() }
        }

        func channelInactive(context: ChannelHandlerContext) {
            peer.heard.change { $0.isClosed = true }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
