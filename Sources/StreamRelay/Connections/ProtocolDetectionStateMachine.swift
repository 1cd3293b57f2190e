import NIOCore
import StreamProtocol

/// A connection before it is known which protocol it speaks.
///
/// The value does no I/O and reads no clock. Each event returns the action that the handler performs; after
/// ``received(_:)`` and ``apply(_:at:)``, the handler performs ``next(_:at:)`` as well.
struct ProtocolDetectionStateMachine {
    /// What the connection and the relay allow at the time of an event.
    struct Context {
        /// Whether the relay's own TLS handlers are in the pipeline.
        var hasTLS = false
        /// Whether the client may go on without TLS: it is encrypted up to a trusted proxy, or need not be.
        var mayStayUnencrypted = true
        /// Whether a connection from a proxy's network may come without a header.
        var mayOmitProxyHeader = false
        var servesTLS = false
        var servesHTTP = false
        /// Whether the event loop has time for a handshake of TLS.
        var hasTurn = true
    }

    enum Action: Equatable {
        case nothing
        /// Count the connection for the client that the header names, and then call ``apply(_:at:)``.
        case identify(ProxyHeader)
        /// Count the connection, which comes without a header, for its own address, and then call ``apply(_:at:)``.
        case identifyByAddress
        /// The connection may stay only to publish; then call ``deadlineChanged(_:)``.
        case restrictToPublishing(ProtocolError, allowsLingeringClose: Bool)
        /// Count the refusal. The client gets it once the relay has detected its protocol.
        case recordEnd(ProtocolError)
        /// Count the refusal, and close.
        case drop(ProtocolError)
        /// Read nothing more, and call ``next(_:at:)`` again once the client has its turn.
        case awaitTurn
        /// Add the handlers of TLS in front, and pass the bytes to the first of them.
        case startTLS(ByteBuffer)
        /// Add the handlers of HTTP, pass the bytes on, and remove this handler.
        case startHTTP(ByteBuffer)
        /// Add a session, pass the bytes on, and remove this handler.
        case startSession(ByteBuffer)
        /// Refuse the client in its protocol, and close the output.
        ///
        /// - Parameter isCounted: Whether the refusal has been counted already.
        case refuse(ProtocolError, DetectedProtocol, isCounted: Bool)
        /// Close without a message, and count the refusal: the client has sent nothing.
        case closeUnanswered(ProtocolError)
        /// Close without a message, and count the failure, if there is one.
        case close(ConnectionFailure? = nil)
    }

    /// How long a client may take to send the first byte while the relay shuts down, when all clients wait for it to come
    /// back.
    static let drainingRefusalTimeout = TimeAmount.milliseconds(250)

    private enum State {
        case detecting
        /// The connection may not stay. The client gets the refusal once the relay has detected its protocol.
        case refused(ProtocolError)
        /// The handlers of the detected protocol serve the connection.
        case handedOver
        case closing
    }

    private let refusalTimeout: TimeAmount
    private var state = State.detecting
    private var deadline = NIODeadline.distantFuture
    private var isTLSReady = false
    /// Whether a handshake of TLS waits for the event loop to have time.
    private(set) var isAwaitingTurn = false
    /// Reads the header of a trusted proxy; `nil` if none is expected, or it has been read.
    private var proxyHeader: ProxyHeaderReader?
    /// Whether a header that may be missing has begun.
    private var hasProxyHeader = false
    /// Bytes that arrived and do not suffice to detect the protocol.
    private var bytes = ByteBuffer()

    private var isDetecting: Bool { if case .detecting = state { true } else { false } }
    private var isClosing: Bool { if case .closing = state { true } else { false } }
    /// Whether the handlers of the detected protocol serve the connection: all events are theirs.
    var hasHandedOver: Bool { if case .handedOver = state { true } else { false } }
    private var refusal: ProtocolError? { if case .refused(let error) = state { error } else { nil } }

    /// - Parameter refusalTimeout: See ``RelayLimits/refusal``.
    init(refusalTimeout: TimeAmount) {
        self.refusalTimeout = refusalTimeout
    }

    // MARK: Opening

    /// The connection is open.
    ///
    /// - Parameters:
    ///   - decision: What the limits decide; `nil` if the connection comes from a trusted proxy, whose header says where
    ///     the client is.
    ///   - deadline: When the client must have sent its first bytes.
    mutating func opened(_ decision: PeerTable.Decision?, deadline: NIODeadline, at now: NIODeadline) -> Action {
        self.deadline = deadline
        guard let decision else {
            proxyHeader = ProxyHeaderReader()
            return .nothing
        }
        return apply(decision, at: now)
    }

    /// The address of the client is known, and the limits have decided.
    mutating func apply(_ decision: PeerTable.Decision, at now: NIODeadline) -> Action {
        guard isDetecting else { return .nothing }
        switch decision {
        case .accepted: return .nothing
        case .publishOnly(let error, let allowsLingeringClose):
            return .restrictToPublishing(error, allowsLingeringClose: allowsLingeringClose)
        case .refused(let error):
            state = .refused(error)
            deadline = now + refusalTimeout
            return .recordEnd(error)
        case .dropped(let error):
            beginClosing()
            return .drop(error)
        }
    }

    mutating func deadlineChanged(_ deadline: NIODeadline) { self.deadline = deadline }

    // MARK: Input

    mutating func received(_ new: ByteBuffer) {
        guard !isClosing else { return }
        if bytes.readableBytes == 0 { bytes = new } else { bytes.writeImmutableBuffer(new) }
    }

    /// The next action for the bytes that have arrived.
    mutating func next(_ context: Context, at now: NIODeadline) -> Action {
        guard !isClosing, let first = bytes.readableBytesView.first else { return .nothing }
        let detected = DetectedProtocol(firstByte: first)
        guard proxyHeader == nil else { return readProxyHeader(detected, context, at: now) }
        // A header that no proxy may send here takes more than one byte to tell from HTTP.
        guard let isProxyHeader = ProxyHeaderReader.begins(bytes.readableBytesView) else { return .nothing }
        guard !isProxyHeader else { return refuse(.untrustedProxyHeader, .unknown, at: now) }
        let startsTLS = detected == .tls && !context.hasTLS
        // Inside TLS the relay can send a goodbye. An alert would look like a failure.
        if let refusal, refusal.code != .draining || !startsTLS { return refuse(refusal, detected, at: now) }
        guard detected == .tls || context.mayStayUnencrypted else { return refuse(.needsTLS, detected, at: now) }
        switch detected {
        case .tls where !context.hasTLS:
            return context.servesTLS ? startTLS(hasTurn: context.hasTurn) : refuse(.noTLS, .tls, at: now)
        case .http:
            guard context.servesHTTP else { return refuse(.noHTTP, .http, at: now) }
            state = .handedOver
            return .startHTTP(takeBytes())
        // A session refuses input that it does not understand.
        case .streamd, .unknown, .tls:
            state = .handedOver
            return .startSession(takeBytes())
        }
    }

    private mutating func startTLS(hasTurn: Bool) -> Action {
        let wasAwaitingTurn = isAwaitingTurn
        isAwaitingTurn = !hasTurn
        return hasTurn ? .startTLS(takeBytes()) : wasAwaitingTurn ? .nothing : .awaitTurn
    }

    private mutating func readProxyHeader(
        _ detected: DetectedProtocol,
        _ context: Context,
        at now: NIODeadline
    ) -> Action {
        if context.mayOmitProxyHeader, !hasProxyHeader {
            guard let begins = ProxyHeaderReader.begins(bytes.readableBytesView) else { return .nothing }
            guard begins else {
                proxyHeader = nil
                return .identifyByAddress
            }
            hasProxyHeader = true
        }
        do throws(ProtocolError) {
            guard let header = try proxyHeader?.read(&bytes) else { return .nothing }
            proxyHeader = nil
            return .identify(header)
        } catch {
            return refuse(error, detected, at: now)
        }
    }

    private mutating func takeBytes() -> ByteBuffer {
        defer { bytes = ByteBuffer() }
        return bytes
    }

    // MARK: The end

    /// Refuses the client. It has the time of ``RelayLimits/refusal`` to read the reason.
    mutating func refuse(_ error: ProtocolError, _ detected: DetectedProtocol, at now: NIODeadline) -> Action {
        // A client that a limit refused was counted when it connected.
        let isCounted = refusal != nil
        beginClosing()
        deadline = now + refusalTimeout
        return .refuse(error, detected, isCounted: isCounted)
    }

    /// The relay shuts down. A client that is about to send its first bytes would see its connection reset if it were
    /// closed at once.
    mutating func drain(_ error: ProtocolError, at now: NIODeadline) {
        guard isDetecting else { return }
        state = .refused(error)
        deadline = now + Self.drainingRefusalTimeout
    }

    mutating func tlsReady() { isTLSReady = true }

    /// The client closed its side.
    mutating func inputClosed() -> Action { close(counting: .closedEarly) }

    /// The connection failed.
    mutating func failed(hasTLS: Bool) -> Action {
        close(counting: !hasTLS ? .closedEarly : isTLSReady ? .tlsError : .tlsHandshake)
    }

    /// - Parameter restriction: Why the client may only publish; `nil` if it may do everything.
    mutating func tick(at now: NIODeadline, hasTLS: Bool, restriction: ProtocolError?) -> Action {
        guard now > deadline else { return .nothing }
        guard !isClosing else { return .close() }
        // A client that has sent nothing loses nothing, and must not delay the shutdown.
        guard refusal?.code != .draining else { return close(counting: nil) }
        // Before the TLS handshake ends, no message can be sent.
        guard !hasTLS || isTLSReady else { return close(counting: .tlsHandshake) }
        let detected = isAwaitingTurn ? DetectedProtocol.tls : .unknown
        if let error = refusal ?? restriction { return refuse(error, detected, at: now) }
        // A browser opens connections in advance, and takes what arrives on one for the response to its next request.
        guard bytes.readableBytes > 0 || proxyHeader != nil else {
            beginClosing()
            return .closeUnanswered(.noHello)
        }
        return refuse(isAwaitingTurn ? .connectingTooFast : .noHello, detected, at: now)
    }

    private mutating func close(counting failure: ConnectionFailure?) -> Action {
        defer { beginClosing() }
        return .close(isDetecting ? failure : nil)
    }

    /// Nothing that has come is needed any more.
    private mutating func beginClosing() {
        state = .closing
        bytes = ByteBuffer()
    }
}

extension ProtocolError {
    fileprivate static let noTLS = ProtocolError(
        .notThisProtocol,
        "This relay has no certificate, so it does not speak TLS; connect without, or give it a certificate."
    )
    fileprivate static let noHTTP = ProtocolError(
        .notThisProtocol,
        "This relay does not serve HTTP; use 'streamd watch'."
    )
    fileprivate static let needsTLS = ProtocolError(
        .encryptionRequired,
        "This relay takes encrypted connections only; connect by TLS, as in 'tls://host:port/stream'."
    )
    /// Sent to every client when the relay shuts down.
    static var draining: ProtocolError { draining(returningAfter: 200...1_000) }
    /// The same for publishers, which come back first: a viewer then finds its stream, and misses less of it.
    static var drainingPublisher: ProtocolError { draining(returningAfter: 20...200) }

    static func draining(returningAfter milliseconds: ClosedRange<UInt32>) -> ProtocolError {
        ProtocolError(
            .draining,
            "The relay is shutting down; come back in a moment.",
            retryAfter: UInt32.random(in: milliseconds)
        )
    }
    static let noHello = ProtocolError(
        .handshakeTimeout,
        "No hello came in time; connect again and say what you want."
    )
}
