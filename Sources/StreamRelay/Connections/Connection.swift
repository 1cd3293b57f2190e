import Logging
import NIOCore
import StreamProtocol

/// One connection from its first byte to its last, whatever it speaks. Belongs to its event loop.
public final class Connection {
    /// What carries the messages of a session.
    public enum Carrier: String, Hashable, Sendable, CaseIterable {
        /// The protocol of `Protocol.md` by itself.
        case streamd
        /// The same messages in WebSocket frames.
        case webSocket = "websocket"
        /// A response of HTTP, for programs that know only the media.
        case http
    }

    /// Bytes that one who does not publish may send in the long run, and at once: a hundred times what a viewer needs,
    /// with all its pings, pongs and reports.
    static let chatterPerSecond = 16 * 1024
    static let chatterBurst = 64 * 1024

    /// Tells it from every other connection of this relay.
    public let id: UInt64
    /// Kept from the beginning: a channel that has closed does not know it any more.
    public let peer: SocketAddress?
    /// Who serves it now; is told of the time until it closes.
    public var tenant: (any ConnectionTenant)?

    /// The session, once there is one.
    var session: SessionHandler?
    let seat: PeerTable.Seat
    /// Whether TLS protects it.
    public internal(set) var isEncrypted = false
    /// Whether only a valid token lets this client in, also where others need none: for browsers, which ask in the name
    /// of people who may not know of it.
    public var requiresBearer = false
    let channel: any Channel
    let openedAt = NIODeadline.now()
    /// Bytes that it takes whatever it is for.
    private var memory = 0
    private var chatter = RateLimit(burst: Connection.chatterBurst, now: .now())
    private var handshakeBegan: NIODeadline
    let loop: RelayLoop

    init(id: UInt64, channel: any Channel, seat: PeerTable.Seat, loop: RelayLoop) {
        self.id = id
        self.channel = channel
        peer = channel.remoteAddress
        self.seat = seat
        self.loop = loop
        handshakeBegan = openedAt
    }

    /// Tells what a connection is that has not yet said what it wants, when to give it up at the latest.
    public var handshakeDeadline: NIODeadline { handshakeBegan + loop.core.configuration.limits.handshake }

    /// A connection that has been of use already asks for something new, and has all the time for that.
    public func beginHandshake(at now: NIODeadline) {
        handshakeBegan = now
    }

    /// Counts memory that the connection takes for as long as it is open.
    func take(_ bytes: Int) {
        memory += bytes
        loop.core.memory.add(bytes, to: .connections)
    }

    func giveBack() { take(-memory) }

    /// Makes the handler that holds a session of the protocol with whoever is behind `carrier`: it reads and writes
    /// whole or broken-up messages as `ByteBuffer`, beginning with the client's preface. An error caught of the type
    /// ``ProtocolError`` ends the session as if it had found the error itself.
    ///
    /// - Parameter stream: The only stream that the client may name; `nil` where it may name any.
    public func makeSession(over carrier: Carrier, of stream: StreamName? = nil) -> any ChannelInboundHandler {
        SessionHandler(connection: self, carrier: carrier, stream: stream)
    }

    /// Charges bytes that came from the peer, or work that is worth so many.
    ///
    /// What a publisher sends is bound by what the relay's limits say. Everybody else has a measure of their own, and
    /// who is not let in yet shares another with all at their address.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    public func charge(_ bytes: Int, at now: NIODeadline) throws(ProtocolError) {
        let peers = loop.core.peers
        switch session?.role ?? .none {
        case .publisher: return try peers.charge(bytes, to: seat, at: now)
        case .viewer: try peers.chat(bytes, from: seat, isLetIn: true, at: now)
        case .none, .leaving: try peers.chat(bytes, from: seat, isLetIn: false, at: now)
        }
        guard chatter.take(bytes, rate: Self.chatterPerSecond, burst: Self.chatterBurst, now: now) else {
            throw ProtocolError(.rateExceeded, "This client says more than any viewer needs to; the program is broken.")
        }
    }

    /// Asks what the bearer of `token` may do; see ``Admission``. Fails with ``ErrorCode/forbidden`` where nobody had to
    /// say who they are and ``requiresBearer`` wants them to.
    public func admit(_ token: AccessToken?) -> EventLoopFuture<Pass> {
        let decision = loop.core.admission.admit(
            Credentials(token: token, peer: peer, isEncrypted: isEncrypted),
            on: channel.eventLoop
        )
        guard requiresBearer else { return decision }
        return decision.flatMapThrowing { pass in
            guard pass.bearer != nil else { throw ProtocolError.needsBearer }
            return pass
        }
    }

    /// Notes something in the relay's log that only somebody who looks for it wants to know.
    public func note(_ message: Logger.Message, because error: any Error) {
        loop.core.logger.debug(message, metadata: ["peer": "\(peerName)", "error": "\(error)"])
    }

    /// Whether `error` only says that the peer closed without TLS's own farewell. Messages that end with a goodbye do
    /// not need that one, and the end itself is told as it is without TLS.
    public func isTruncation(_ error: any Error) -> Bool {
        isEncrypted && loop.core.doors.tls?.isTruncation(error) ?? false
    }

    /// The other end, as the log shows it.
    var peerName: String { "\(peer?.ipAddress ?? "local"):\(peer?.port ?? 0)" }

    /// Counts and notes a connection that ends before it had a session.
    func turnedAway(because error: ProtocolError) {
        ended(with: error)
        loop.core.logger.info(
            "ended",
            metadata: ["peer": "\(peerName)", "reason": "\(error.reason)", "code": "\(error.code)"]
        )
    }

    /// Counts a connection that was refused or ended with an error before it had a session.
    public func ended(with error: ProtocolError) {
        loop.core.metrics.ended(error.code)
    }
}

extension ProtocolError {
    fileprivate static let needsBearer = ProtocolError(
        .forbidden,
        "This relay serves a web page or a host name that it does not know only with a valid token; show one, or have "
            + "the operator name the page's origin in --allow-origin, such as https://player.example.org."
    )
}

/// Serves a connection.
public protocol ConnectionTenant: AnyObject {
    /// Looks at the clock; called a few times a second.
    func tick(at now: NIODeadline)
}
