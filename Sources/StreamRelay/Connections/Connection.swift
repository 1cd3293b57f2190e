import Logging
import NIOCore
import StreamProtocol

/// One connection from its first byte to its last, whatever its protocol. Belongs to its event loop.
public final class Connection {
    /// The transport of a session's messages.
    public enum Carrier: String, Hashable, Sendable, CaseIterable {
        /// The protocol of `Protocol.md` without a wrapper.
        case streamd
        /// The same messages in WebSocket frames.
        case webSocket = "websocket"
        /// A response of HTTP, for programs that only understand the media.
        case http
    }

    /// Bytes that a client which does not publish may send in the long run, and at once: a hundred times the pings,
    /// pongs and reports of a viewer.
    static let controlTrafficPerSecond = 16 * 1024
    static let controlTrafficBurst = 64 * 1024

    /// Bytes that a client may send before its admission although its address has no credit left: the longest hello,
    /// and a preface or a WebSocket request before it. Without them other clients of the same address could keep a
    /// publisher from sending its hello.
    static let helloBytes = ProtocolLimits.helloLength + 4 * 1024

    /// Identifies the connection within the relay.
    public let id: UInt64
    /// The client's address, also behind a trusted proxy. It is stored because a closed channel no longer knows it.
    public private(set) var peer: SocketAddress?
    /// The handler that serves the connection now. It gets ticks until the connection closes.
    public var connectionHandler: (any ConnectionHandler)?

    /// Whether the connection knows that the relay drains.
    package internal(set) var isLeaving = false

    /// The handler that frames the session's messages; `nil` where they are sent as they are, or each connection frames
    /// them in its own way.
    package weak var framingHandler: (any FramingHandler)?

    /// The session, once there is one.
    var session: SessionHandler?
    private(set) var registration: PeerTable.Registration
    /// Whether the relay's own TLS protects the connection.
    var hasTLS = false
    /// The outermost handler of the relay's own TLS.
    var tlsHandler: (any ChannelHandler)?
    /// The same, where a lane can encrypt for it.
    var encryptor: (any EncryptingHandler)? { tlsHandler as? any EncryptingHandler }
    /// Whether TLS protects the client's connection to a trusted proxy.
    private var hasTLSAtProxy = false
    /// Whether TLS protects the connection up to the relay, or up to a trusted proxy in front of it.
    public var isEncrypted: Bool { hasTLS || hasTLSAtProxy }
    /// Whether the client needs a valid token, also where others need none. A browser does: it connects on behalf of
    /// people who may not know of it.
    public var requiresToken = false
    /// Whether a browser's page has opened the connection.
    package var isFromPage = false
    /// Whether the last ``admit(_:)`` found a token that is valid. An open relay admits clients without one.
    package var hasValidToken = false
    let channel: any Channel
    let openedAt = NIODeadline.now()
    /// Bytes that the connection takes while it is open.
    private var memory = 0
    private var controlTraffic = TokenBucket(burst: Connection.controlTrafficBurst, now: .now())
    private var handshakeStartedAt: NIODeadline
    let loop: RelayLoop
    /// Whether the hello was accepted.
    private var isAdmitted = false
    /// Bytes that arrived before that.
    private var bytesBeforeAdmission = 0
    /// Why the connection may stay only to publish: the limit that its address has reached.
    private var addressRefusal: ProtocolError?
    /// The same for the credit that clients of its address share before admission. Holds until there is credit again.
    private var controlTrafficRefusal: ProtocolError?
    /// Whether the client gets time to read the reason for a refusal.
    private(set) var allowsLingeringClose = true

    init(id: UInt64, channel: any Channel, registration: PeerTable.Registration, loop: RelayLoop) {
        self.id = id
        self.channel = channel
        peer = channel.remoteAddress
        self.registration = registration
        self.loop = loop
        handshakeStartedAt = openedAt
    }

    /// When the relay gives up a connection that has not sent its hello.
    public var handshakeDeadline: NIODeadline {
        let limits = loop.core.setting(\.limits)
        return handshakeStartedAt
            + (addressRefusal == nil ? limits.handshake : min(limits.handshake, limits.publisherHandshake))
    }

    /// Why the connection may stay only to publish; `nil` if it may also watch and use HTTP.
    public var publishOnlyReason: ProtocolError? { addressRefusal ?? controlTrafficRefusal }

    /// Whether the log has no line for a refusal, because it is one of many.
    var isRefusalLogSuppressed: Bool { addressRefusal != nil }

    /// Gives a connection that has been served the full time for its next request.
    public func restartHandshakeTimeout(at now: NIODeadline) {
        handshakeStartedAt = now
    }

    /// Counts memory that the connection takes while it is open.
    package func countMemory(_ bytes: Int) {
        memory += bytes
        loop.core.memory.add(bytes, to: .connections)
    }

    func releaseMemory() { countMemory(-memory) }

    /// Makes the handler of a session over `carrier`. The handler reads and writes messages as `ByteBuffer`, divided in
    /// any way, beginning with the client's preface. A caught error of the type
    /// ``ProtocolError`` ends the session as if the handler had found the error itself. When the session of a viewer
    /// has ended and its bytes were sent, it may be removed from the pipeline, and the connection may have another.
    ///
    /// - Parameters:
    ///   - stream: The only stream that the client may name; `nil` where it may name any.
    ///   - wrapping: How a viewer needs its frames: it then gets the messages that the wrapper makes in place of the
    ///     publisher's. `nil` for the publisher's own messages.
    public func makeSession(
        over carrier: Carrier,
        of stream: StreamName? = nil,
        wrapping: (any FrameWrapping)? = nil
    ) -> any SessionChannelHandler {
        SessionHandler(connection: self, carrier: carrier, stream: stream, wrapping: wrapping)
    }

    /// Counts the connection for the client's address in a trusted proxy's header.
    func identify(by header: ProxyHeader) -> PeerTable.Decision {
        loop.core.peers.close(registration)
        let (registration, decision): (PeerTable.Registration, PeerTable.Decision)
        if let client = header.client {
            peer = client
            hasTLSAtProxy = header.isEncrypted
            (registration, decision) = loop.core.peers.open(from: client, at: .now())
        } else {
            (registration, decision) = loop.core.peers.openForProxy(at: .now())
        }
        self.registration = registration
        return decision
    }

    /// Counts a connection from a proxy's network that has no header for its own address.
    func identifyByAddress() -> PeerTable.Decision {
        loop.core.peers.close(registration)
        let (registration, decision) = loop.core.peers.open(from: channel.remoteAddress, at: .now())
        self.registration = registration
        return decision
    }

    /// The address has reached a limit, so the connection may stay only to publish.
    func restrictToPublishing(because error: ProtocolError, allowsLingeringClose: Bool) {
        addressRefusal = error
        self.allowsLingeringClose = allowsLingeringClose
        loop.addCandidate(self)
    }

    /// Ends a connection without a hello, because too many of them may stay only to publish.
    func evict() {
        // A session counts its end by itself.
        if session == nil, let addressRefusal { recordEnd(with: addressRefusal) }
        channel.close(promise: nil)
    }

    /// Whether a client whose address has reached a limit may have a TLS handshake, inside which it can say that it
    /// publishes. A connection with a handshake is no longer evicted: there are so few that they need no other limit.
    func takeTLSHandshake() -> Bool {
        guard addressRefusal != nil else { return true }
        guard loop.core.peers.takeTLSHandshake(registration, at: .now()) else { return false }
        loop.removeCandidate(self)
        return true
    }

    /// Whether a client whose address has reached a limit may send a request of HTTP, which may become a WebSocket that
    /// publishes. A connection with a request is no longer evicted.
    func takeHTTPRequest() -> Bool {
        guard addressRefusal != nil else { return true }
        guard loop.core.peers.takeHTTPRequest(registration, at: .now()) else { return false }
        loop.removeCandidate(self)
        return true
    }

    /// Why the relay refuses a client in this role before it checks the token; `nil` if it checks the token.
    func refusal(of role: Hello.Role) -> ProtocolError? {
        loop.removeCandidate(self)
        guard let error = publishOnlyReason else { return nil }
        return role == .publish && loop.core.peers.takePublisherCheck(registration, at: .now()) ? nil : error
    }

    /// Counts an admitted session. The connection's next one does not count again.
    ///
    /// - Throws: ``ProtocolError`` where a limit of the token is reached, or a limit that applies to publishers too.
    func admitted(_ permissions: Permissions, as role: Hello.Role) throws(ProtocolError) {
        guard !isAdmitted else { return }
        try loop.core.peers.admit(&registration, permissions.sharedLimits, as: role, at: .now())
        isAdmitted = true
        addressRefusal = nil
        controlTrafficRefusal = nil
    }

    /// Charges received bytes, or equivalent work, to the peer's rate limit.
    ///
    /// Publishers are limited by the relay's configured byte rate, and other admitted clients by a token bucket for
    /// each connection. Clients that are not admitted yet also share one bucket for each address.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    public func charge(_ bytes: Int, at now: NIODeadline) throws(ProtocolError) {
        if session?.publisher != nil { return try loop.core.peers.charge(bytes, to: registration, at: now) }
        if !isAdmitted { try chargeAddress(bytes, at: now) }
        guard controlTraffic.take(bytes, rate: Self.controlTrafficPerSecond, burst: Self.controlTrafficBurst, now: now)
        else {
            throw ProtocolError(.rateExceeded, "This client says more than any viewer needs to; the program is broken.")
        }
    }

    /// Charges work that may exceed what one connection can have at once, to the client's address alone.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    package func chargeWork(_ bytes: Int, at now: NIODeadline) throws(ProtocolError) {
        guard loop.core.peers.takeControlTraffic(bytes, from: registration, at: now) else { throw .controlRateExceeded }
    }

    /// Gives a client its turn: now, or after those of the event loop that wait already.
    package func runOrEnqueueTurn(_ client: any TurnTaker, at now: NIODeadline) {
        loop.turns.runOrEnqueue(client, at: now)
    }

    /// Puts a client behind all that wait for a turn.
    package func enqueueTurn(_ client: any TurnTaker) { loop.turns.enqueue(client) }

    /// A handler has written bytes of its own to the channel of a session: a lane that writes to the same socket must not
    /// do so while NIO holds a part of them.
    package func ownBytesWritten() { session?.viewer?.controlMessageWritten() }

    /// Counts bytes of a response that no session sends.
    package func recordSentBytes(_ count: Int) { loop.traffic.sent(count, by: .http) }

    /// Charges the bucket of the address. If it is empty, only a publisher may go on.
    private func chargeAddress(_ bytes: Int, at now: NIODeadline) throws(ProtocolError) {
        bytesBeforeAdmission += bytes
        guard !loop.core.peers.takeControlTraffic(bytes, from: registration, at: now) else {
            controlTrafficRefusal = nil
            return
        }
        controlTrafficRefusal = .controlRateExceeded
        guard bytesBeforeAdmission <= Self.helloBytes else { throw .controlRateExceeded }
    }

    /// Finds out what the bearer of `token` may do; see ``Admission``.
    ///
    /// - Returns: A future of the connection's event loop. Fails with ``ErrorCode/forbidden`` if no token was needed and
    ///   ``requiresToken`` is set.
    public func admit(_ token: AccessToken?) -> EventLoopFuture<Permissions> {
        let decision = loop.core.admission.decision(
            on: Credentials(token: token, peer: peer, isEncrypted: isEncrypted),
            for: channel.eventLoop
        )
        return decision.assumeIsolated().flatMapThrowing { [self] permissions in
            hasValidToken = permissions.bearer != nil
            guard hasValidToken || !requiresToken else { throw ProtocolError.tokenRequired }
            return permissions
        }
        .nonisolated()
    }

    /// Logs an error at level debug.
    public func logDebug(_ message: Logger.Message, because error: any Error) {
        loop.core.logger.debug(message, metadata: ["peer": "\(peerName)", "error": "\(error)"])
    }

    /// Whether `error` only says that the peer closed the connection without a `close_notify` of TLS. Messages end with
    /// a goodbye, so that is no failure, and the handlers see the end as they do without TLS.
    public func isTruncation(_ error: any Error) -> Bool {
        hasTLS && loop.core.protocolHandlers.tls?.isTruncation(error) ?? false
    }

    /// The client's address and port for the log.
    var peerName: String { peer?.endpoint ?? "local" }

    /// Counts and logs a connection that is refused before it has a session.
    func recordRefusal(because error: ProtocolError) {
        recordEnd(with: error)
        guard !isRefusalLogSuppressed else { return }
        loop.core.logger.info(
            "connection refused",
            metadata: ["peer": "\(peerName)", "reason": "\(error.reason)", "code": "\(error.code)"]
        )
    }

    /// Counts a connection that was refused, or ended with an error, before it had a session.
    public func recordEnd(with error: ProtocolError) {
        loop.core.metrics.connectionEnded(error.code)
    }
}

extension ProtocolError {
    fileprivate static let tokenRequired = ProtocolError(
        .forbidden,
        "This relay serves a web page or a host name that it does not know only with a valid token; show one, or have "
            + "the operator allow the page's origin, such as https://player.example.org."
    )
}

/// The handler of a session.
public typealias SessionChannelHandler = ChannelInboundHandler & RemovableChannelHandler & ConnectionHandler

/// Serves a connection.
public protocol ConnectionHandler: AnyObject {
    /// Checks timeouts. Called up to four times a second.
    func tick(at now: NIODeadline)
}
