import Logging
import NIOCore
import NIOHTTP1
import Platform
import StreamProtocol
import StreamRelay

/// Sends a clip, and then closes the connection.
///
/// The client takes turns with the viewers of its event loop that catch up, so that no clip delays a frame.
final class ClipHandler: ChannelInboundHandler, ConnectionHandler, MemoryHolder, TurnTaker {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes of a turn, as for viewers that catch up.
    static let turnLength = 4 * ClipBody.runLength

    private enum State {
        case sending(ClipBody)
        /// The client has been given everything.
        case closing
    }

    private let connection: Connection
    private let excerptLength: Int
    private let head: ByteBuffer
    /// Holds the frames' memory until they are sent.
    private var clip: Clip?
    private var state: State
    /// Whether the client waits for its turn, or has it. A flush within a turn may make the channel writable again.
    private var hasTurn = false
    private var deadline: NIODeadline
    /// Until when the connection outlasts the deadline while bytes are not acknowledged.
    private var answerDeadline: NIODeadline?
    private var isDraining = false
    private var lastTaken = NIODeadline.now()
    private var context: ChannelHandlerContext?

    init(_ connection: Connection, _ request: ClipRequest, _ clip: Clip, for corsPolicy: CORSPolicy) {
        self.connection = connection
        self.clip = clip
        excerptLength = clip.excerpt?.byteCount ?? 0
        state = .sending(ClipBody(clip))
        var headers = request.response.applying(corsPolicy.withToken(isValid: connection.hasValidToken)).headers
        headers.add(name: "content-length", value: "\(clip.length)")
        headers.add(name: "connection", value: "close")
        var head = ByteBuffer()
        head.writeHead(.ok, headers)
        self.head = head
        deadline = .now() + HTTPLimits.clipTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.connectionHandler = self
        connection.countMemory(clip?.ownLength ?? 0)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        if case .sending = state { end(.lost) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .sending = state { end(.lost) }
        context.fireChannelInactive()
    }

    /// Sends the head and the first turn.
    func begin() {
        guard let context else { return }
        HTTPMetrics.answered(.ok)
        context.write(wrapOutboundOut(head), promise: nil)
        queueTurn(at: .now())
    }

    // MARK: Sending

    func takeTurn(at now: NIODeadline) {
        guard let context, case .sending(var body) = state else { return }
        var share = Self.turnLength
        while share > 0, context.channel.isWritable, !body.isAtEnd {
            let count = body.nextRun { context.write(wrapOutboundOut($0), promise: nil) }
            context.flush()
            connection.recordSentBytes(count)
            share -= count
            lastTaken = now
        }
        // A write that failed has closed the connection.
        guard case .sending = state else { return }
        guard !body.isAtEnd else { return finish(context) }
        state = .sending(body)
        hasTurn = context.channel.isWritable
        if hasTurn { connection.enqueueTurn(self) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { queueTurn(at: .now()) }
    }

    private func queueTurn(at now: NIODeadline) {
        guard !hasTurn, case .sending = state else { return }
        hasTurn = true
        connection.runOrEnqueueTurn(self, at: now)
    }

    private func finish(_ context: ChannelHandlerContext) {
        end(.sent)
        // The deadline stays until the system has taken the last bytes.
        let closed = context.eventLoop.makePromise(of: Void.self)
        closed.futureResult.assumeIsolated().whenComplete { [weak self] _ in
            guard let self else { return }
            deadline = .now() + HTTPLimits.lingerTimeout
            if !isDraining { answerDeadline = .now() + HTTPLimits.answerTimeout }
        }
        context.closeWhenTaken(.output, promise: closed)
    }

    private var hasBytesInFlight: Bool {
        context?.socket.flatMap(SendQueue.delivery(of:))?.hasBytesInFlight ?? false
    }

    /// Releases the frames.
    private func end(_ outcome: HTTPMetrics.ClipOutcome) {
        state = .closing
        clip = nil
        HTTPMetrics.ended(outcome)
    }

    // MARK: Other events

    func tick(at now: NIODeadline) {
        guard now > deadline, let context else { return }
        if let answerDeadline, now < answerDeadline, hasBytesInFlight { return }
        if case .sending = state { end(.late) }
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // The connection ends with this response. Further input is not read, but charged.
        do throws(ProtocolError) {
            try connection.charge(unwrapInboundIn(data).readableBytes, at: .now())
        } catch {
            connection.recordEnd(with: error)
            context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed: if case .closing = state { context.closeWhenTaken() }
        case is ChannelShouldQuiesceEvent:
            isDraining = true
            answerDeadline = nil
            deadline = min(deadline, .now() + HTTPLimits.clipDrainTimeout)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        connection.logDebug("connection lost", because: error.withoutContent)
        context.close(promise: nil)
    }

    // MARK: Memory

    func heldMemory(at now: NIODeadline) -> (bytes: Int, idle: TimeAmount) {
        guard case .sending = state else { return (0, .zero) }
        return (excerptLength, now - lastTaken)
    }

    func evict(because error: ProtocolError) {
        connection.recordEnd(with: error)
        if case .sending = state { end(.evicted) }
        context?.close(promise: nil)
    }
}
