import Logging
import NIOCore
import NIOExtras
import NIOTLS
import StreamProtocol

/// The first to meet a connection: counts it, finds out where it comes from and what it speaks, and makes way for the
/// handler that speaks that.
final class FrontDoor: ChannelInboundHandler, RemovableChannelHandler, ConnectionTenant {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// How long one who is turned away may take to say in which language to tell it.
    static let patience = TimeAmount.seconds(1)
    /// The same while the relay goes down: everybody else waits for it to come back.
    static let patienceWhileDraining = TimeAmount.milliseconds(250)

    private let loop: RelayLoop
    private var connection: Connection?
    private var context: ChannelHandlerContext?
    /// Why the connection may not stay.
    private var refusal: ProtocolError?
    private var deadline = NIODeadline.distantFuture
    private var isClosing = false
    /// Whether the handshake of TLS is over.
    private var isTLSReady = false
    /// Reads where the client of a trusted proxy comes from; `nil` where that is known.
    private var proxyHeader: ProxyHeaderReader?
    /// What came first, where it is not enough to know what it is.
    private var beginning: ByteBuffer?

    init(loop: RelayLoop) {
        self.loop = loop
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        let (connection, verdict) = loop.open(context.channel)
        connection.tenant = self
        self.connection = connection
        deadline = connection.handshakeDeadline
        if let verdict { obey(verdict, connection) } else { proxyHeader = ProxyHeaderReader() }
        if loop.isDraining { drain() }
    }

    /// Does what the limits say of the connection, now that it is known where it comes from.
    private func obey(_ verdict: PeerTable.Verdict, _ connection: Connection) {
        guard refusal == nil else { return }
        switch verdict {
        case .stays: break
        case .publishesOnly(let error, let isTold):
            connection.becomeCandidate(because: error, isTold: isTold)
            deadline = connection.handshakeDeadline
        case .refused(let error):
            connection.ended(with: error)
            refusal = error
            deadline = .now() + Self.patience
        case .dropped(let error):
            connection.ended(with: error)
            isClosing = true
            context?.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard !isClosing, let connection, readProxyHeader(from: &bytes, connection), gather(&bytes),
            let first = bytes.readableBytesView.first
        else { return }
        let language = FirstBytes.language(of: first)
        if ProxyHeaderReader.begins(bytes.readableBytesView) == true {
            return turnAway(because: .untrustedProxyHeader, in: .unknown)
        }
        // Inside TLS a goodbye can be said: an alert would look like trouble.
        let mayShakeHands = refusal?.code == .draining && language == .tls && !connection.hasTLS
        if let refusal, !mayShakeHands { return turnAway(because: refusal, in: language) }
        guard language == .tls || mayStayClear(connection) else { return turnAway(because: .needsTLS, in: language) }
        do {
            switch language {
            case .tls where !connection.hasTLS:
                guard let tls = loop.core.doors.tls else { return turnAway(because: .noTLS, in: .tls) }
                guard connection.mayShakeHands() else {
                    return turnAway(because: connection.publishesOnly ?? .connectingTooFast, in: .tls)
                }
                try connection.charge(WorkPrice.tlsHandshake, at: .now())
                connection.hasTLS = true
                connection.take(MemoryBudget.perEncryption)
                // What is added in front of this handler gets the bytes from there.
                try context.pipeline.syncOperations.addHandlers(tls.makeHandlers(), position: .before(self))
                context.pipeline.syncOperations.fireChannelRead(wrapInboundOut(bytes))
            case .http:
                guard let http = loop.core.doors.http else { return turnAway(because: .noHTTP, in: .http) }
                guard connection.mayRequest() else {
                    return turnAway(because: connection.publishesOnly ?? .connectingTooFast, in: .http)
                }
                try http.open(connection, on: context.channel)
                makeWay(for: bytes, context)
            case .streamd, .unknown, .tls:
                // A session knows how to refuse what it does not understand.
                try context.pipeline.syncOperations.addHandler(connection.makeSession(over: .streamd))
                makeWay(for: bytes, context)
            }
        } catch let error as ProtocolError {
            turnAway(because: error, in: language)
        } catch {
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }

    /// Finds out where the client of a trusted proxy comes from.
    ///
    /// - Returns: Whether that is known, and the connection may go on.
    private func readProxyHeader(from bytes: inout ByteBuffer, _ connection: Connection) -> Bool {
        guard proxyHeader != nil else { return true }
        let language = bytes.readableBytesView.first.map(FirstBytes.language(of:)) ?? .unknown
        do throws(ProtocolError) {
            guard let header = try proxyHeader?.read(&bytes) else { return false }
            proxyHeader = nil
            obey(connection.identify(by: header), connection)
            return !isClosing
        } catch {
            turnAway(because: error, in: language)
            return false
        }
    }

    /// Waits for as many bytes as it takes to tell a header of the PROXY protocol from HTTP, so that it is refused with a
    /// sentence that helps.
    ///
    /// - Returns: Whether they are there; then `bytes` are all that came.
    private func gather(_ bytes: inout ByteBuffer) -> Bool {
        if var earlier = beginning {
            earlier.writeBuffer(&bytes)
            bytes = earlier
            beginning = nil
        }
        guard bytes.readableBytes > 0, ProxyHeaderReader.begins(bytes.readableBytesView) == nil else { return true }
        beginning = bytes
        return false
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: giveUp(counting: .hungUp)
        case is ChannelShouldQuiesceEvent: drain()
        case TLSUserEvent.handshakeCompleted:
            isTLSReady = true
            context.fireUserInboundEventTriggered(event)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let connection, !connection.isTruncation(error) else { return }
        connection.note("connection lost before it said what it wants", because: error)
        giveUp(counting: trouble(connection))
    }

    func tick(at now: NIODeadline) {
        guard now > deadline else { return }
        guard let connection, !isClosing else {
            context?.close(promise: nil)
            return
        }
        // Who says nothing misses nothing, and must not hold up a relay that goes down.
        guard refusal?.code != .draining else { return giveUp(counting: nil) }
        // In the middle of its handshake TLS has no way to say a last word.
        guard !connection.hasTLS || isTLSReady else { return giveUp(counting: .tlsHandshake) }
        turnAway(because: refusal ?? connection.publishesOnly ?? .noHello, in: .unknown)
    }

    private func mayStayClear(_ connection: Connection) -> Bool {
        connection.isEncrypted || loop.core.configuration.takesClear(from: connection.peer)
    }

    private func trouble(_ connection: Connection) -> ConnectionTrouble {
        guard connection.hasTLS else { return .hungUp }
        return isTLSReady ? .tlsBroken : .tlsHandshake
    }

    /// Sends away who is just about to say what it wants: closed at once, it would see its connection reset.
    private func drain() {
        guard !isClosing, refusal == nil else { return }
        refusal = .draining
        deadline = .now() + Self.patienceWhileDraining
    }

    /// Closes without a word.
    private func giveUp(counting trouble: ConnectionTrouble?) {
        if let trouble, !isClosing, refusal == nil { loop.core.metrics.ended(trouble) }
        isClosing = true
        context?.close(promise: nil)
    }

    private func makeWay(for bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        context.fireChannelRead(wrapInboundOut(bytes))
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// Says the last word in the client's language, and leaves it a moment to read that.
    private func turnAway(because error: ProtocolError, in language: FirstBytes.Language) {
        guard let context, let connection else { return }
        isClosing = true
        // One whom a limit turned away was counted when it came.
        if refusal == nil { connection.turnedAway(because: error) }
        deadline = .now() + Self.patience
        context.writeAndFlush(wrapOutboundOut(lastWord(error, in: language, connection)), promise: nil)
        context.close(mode: connection.isTold ? .output : .all, promise: nil)
    }

    private func lastWord(
        _ error: ProtocolError,
        in language: FirstBytes.Language,
        _ connection: Connection
    ) -> ByteBuffer {
        switch language {
        case .tls where !connection.hasTLS:
            (error.code == .notThisProtocol ? TLSAlert.handshakeFailure : .internalError).record
        case .http: loop.core.doors.http?.refusal(error) ?? Self.refusal(error)
        case .streamd, .unknown, .tls: Self.refusal(error)
        }
    }

    static func refusal(_ error: ProtocolError) -> ByteBuffer {
        var answer = ByteBuffer()
        Preface.supported.write(to: &answer)
        let ending = Ending(error)
        answer.writeImmutableBuffer((error.code == .draining ? Message.goodbye(ending) : .error(ending)).encoded())
        return answer
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
    /// For everybody, when the relay goes down.
    static var draining: ProtocolError {
        ProtocolError(
            .draining,
            "The relay is shutting down; come back in a moment.",
            retryAfter: UInt32.random(in: 200...1_000)
        )
    }
    static let noHello = ProtocolError(
        .handshakeTimeout,
        "No hello came in time; connect again and say what you want."
    )
}
