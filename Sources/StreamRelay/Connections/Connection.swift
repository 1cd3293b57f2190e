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

    /// Bytes that a client may send before it is admitted although its address has nothing left: the longest hello, and
    /// before it a preface or a request for a WebSocket. Without them others of the same address could keep a publisher
    /// from saying that it is one.
    static let helloBytes = Limits.helloLength + 4 * 1024

    /// Tells it from every other connection of this relay.
    public let id: UInt64
    /// Where the client is, also behind a proxy that says so. Kept from the beginning: a channel that has closed does not
    /// know it any more.
    public private(set) var peer: SocketAddress?
    /// Who serves it now; is told of the time until it closes.
    public var tenant: (any ConnectionTenant)?

    /// The session, once there is one.
    var session: SessionHandler?
    private(set) var seat: PeerTable.Seat
    /// Whether this relay's own TLS protects it.
    var hasTLS = false
    /// Whether TLS protects the client's connection to a proxy that is trusted.
    private var hasTLSAtProxy = false
    /// Whether TLS protects the connection up to the relay, or up to a trusted proxy in front of it.
    public var isEncrypted: Bool { hasTLS || hasTLSAtProxy }
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
    /// Whether its hello was accepted.
    private var isAdmitted = false
    /// Bytes that came before it was.
    private var bytesBeforeAdmission = 0
    /// Why it may stay only to publish: what its address has reached.
    private var addressRefusal: ProtocolError?
    /// The same for what clients of its address share before they are admitted; holds until there is some of it again.
    private var chatterRefusal: ProtocolError?
    /// Whether the client is left the time to read why it must go.
    private(set) var isTold = true

    init(id: UInt64, channel: any Channel, seat: PeerTable.Seat, loop: RelayLoop) {
        self.id = id
        self.channel = channel
        peer = channel.remoteAddress
        self.seat = seat
        self.loop = loop
        handshakeBegan = openedAt
    }

    /// Tells what a connection is that has not yet said what it wants, when to give it up at the latest.
    public var handshakeDeadline: NIODeadline {
        let limits = loop.core.configuration.limits
        return handshakeBegan
            + (addressRefusal == nil ? limits.handshake : min(limits.handshake, limits.publisherHandshake))
    }

    /// Why the connection may stay only to publish; `nil` where it may also watch, and ask by HTTP.
    public var publishesOnly: ProtocolError? { addressRefusal ?? chatterRefusal }

    /// Whether a refusal is one of many, so that the log has no line for it.
    var isQuiet: Bool { addressRefusal != nil }

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

    /// Counts the connection for the address that a trusted proxy says that the client has.
    func identify(by header: ProxyHeader) -> PeerTable.Verdict {
        loop.core.peers.close(seat)
        let (seat, verdict): (PeerTable.Seat, PeerTable.Verdict)
        if let client = header.client {
            peer = client
            hasTLSAtProxy = header.isEncrypted
            (seat, verdict) = loop.core.peers.open(from: client, at: .now())
        } else {
            (seat, verdict) = loop.core.peers.openForProxy(at: .now())
        }
        self.seat = seat
        return verdict
    }

    /// Its address has reached a limit: it may stay only to publish.
    func becomeCandidate(because error: ProtocolError, isTold: Bool) {
        addressRefusal = error
        self.isTold = isTold
        loop.addCandidate(self)
    }

    /// There are too many whose address has reached a limit, and this one has not said yet what it wants.
    func evict() {
        // A session counts by itself how it ends.
        if session == nil, let addressRefusal { ended(with: addressRefusal) }
        channel.close(promise: nil)
    }

    /// Whether a client whose address has reached a limit may have a TLS handshake: only inside can it say that it
    /// publishes. One that may is not evicted by others any more: so few may that they need no other bound.
    func mayShakeHands() -> Bool {
        guard addressRefusal != nil else { return true }
        guard loop.core.peers.mayShakeHands(seat, at: .now()) else { return false }
        loop.removeCandidate(self)
        return true
    }

    /// Whether a client whose address has reached a limit may send a request of HTTP: it may become a WebSocket that
    /// publishes. The same holds for one that may.
    func mayRequest() -> Bool {
        guard addressRefusal != nil else { return true }
        guard loop.core.peers.mayRequest(seat, at: .now()) else { return false }
        loop.removeCandidate(self)
        return true
    }

    /// Why the relay refuses a client that asks for `role` before it checks the token; `nil` if it checks the token.
    func refusal(of role: Hello.Role) -> ProtocolError? {
        loop.removeCandidate(self)
        guard let error = publishesOnly else { return nil }
        return role == .publish && loop.core.peers.mayCheckPublisher(seat, at: .now()) ? nil : error
    }

    /// Counts a session in whose token allows what it asks for.
    ///
    /// - Throws: ``ProtocolError`` where a limit of the token is reached, or one that holds for publishers too.
    func admitted(_ pass: Pass, as role: Hello.Role) throws(ProtocolError) {
        try loop.core.peers.admit(&seat, pass.allowance, as: role, at: .now())
        isAdmitted = true
        addressRefusal = nil
        chatterRefusal = nil
    }

    /// Charges received bytes, or work that is worth so many, to the peer's rate limit.
    ///
    /// Publishers are limited by the relay's configured byte rate; other admitted clients by a limit of their own
    /// connection; clients that are not admitted yet also share one limit for each address.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    public func charge(_ bytes: Int, at now: NIODeadline) throws(ProtocolError) {
        if case .publisher = session?.role { return try loop.core.peers.charge(bytes, to: seat, at: now) }
        if !isAdmitted { try chargeAddress(bytes, at: now) }
        guard chatter.take(bytes, rate: Self.chatterPerSecond, burst: Self.chatterBurst, now: now) else {
            throw ProtocolError(.rateExceeded, "This client says more than any viewer needs to; the program is broken.")
        }
    }

    /// Where the address has nothing left, only a publisher goes on.
    private func chargeAddress(_ bytes: Int, at now: NIODeadline) throws(ProtocolError) {
        bytesBeforeAdmission += bytes
        guard !loop.core.peers.mayChat(bytes, from: seat, at: now) else {
            chatterRefusal = nil
            return
        }
        chatterRefusal = .talkingTooMuch
        guard bytesBeforeAdmission <= Self.helloBytes else { throw .talkingTooMuch }
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
        hasTLS && loop.core.doors.tls?.isTruncation(error) ?? false
    }

    /// The other end, as the log shows it.
    var peerName: String { "\(peer?.ipAddress ?? "local"):\(peer?.port ?? 0)" }

    /// Counts and notes a connection that ends before it had a session.
    func turnedAway(because error: ProtocolError) {
        ended(with: error)
        guard !isQuiet else { return }
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
