import NIOCore
import Platform

/// A connection to the program under test. One task uses it at a time.
package final class Peer: Sendable {
    /// How long an answer may take. The rules for it name no time; a correct program answers within milliseconds.
    package static let patience = Duration.seconds(8)
    /// How long a case waits to see that nothing comes.
    package static let silence = Duration.milliseconds(300)

    let channel: any Channel
    let mailbox: Mailbox
    package let carrier: Carrier
    private let isClient: Bool
    private let reads = Mutex(Reads())

    private struct Reads {
        var welcome: Welcome?
        var answersPings = true
        var skipsArrivals = false
        var pings = 0
    }

    init(_ channel: any Channel, _ mailbox: Mailbox, carrier: Carrier, isClient: Bool) {
        self.channel = channel
        self.mailbox = mailbox
        self.carrier = carrier
        self.isClient = isClient
    }

    /// The welcome that this connection has got.
    package var welcome: Welcome? { reads.withLock { $0.welcome } }
    /// How many pings of the other side have come.
    package var pings: Int { reads.withLock { $0.pings } }
    /// Whether pings of the other side are answered, as a side must.
    package var answersPings: Bool {
        get { reads.withLock { $0.answersPings } }
        set { reads.withLock { $0.answersPings = newValue } }
    }

    /// Whether arrivals are passed over. A relay may send them to a client of the role relay with each pong.
    package var skipsArrivals: Bool {
        get { reads.withLock { $0.skipsArrivals } }
        set { reads.withLock { $0.skipsArrivals = newValue } }
    }

    // MARK: Sending

    /// Sends bytes of the protocol. A failed send is no failure: what the other side said is still to be read.
    package func send(_ bytes: [UInt8]...) async {
        let joined = bytes.count == 1 ? bytes[0] : bytes.reduce(into: []) { $0 += $1 }
        await sendRaw(carrier.isWebSocket ? frame(joined).bytes : joined)
    }

    /// Sends bytes in pieces of their own.
    package func send(pieces: [[UInt8]], pause: Duration = .microseconds(200)) async throws {
        for piece in pieces {
            await send(piece)
            try await Task.sleep(for: pause)
        }
    }

    /// Sends bytes below WebSocket.
    package func sendRaw(_ bytes: [UInt8]) async {
        await untilCancelled(channel.writeAndFlush(ByteBuffer(bytes: bytes)))
    }

    /// Waits for the channel. A side that does not read would hold a case beyond its deadline.
    private func untilCancelled(_ future: EventLoopFuture<Void>) async {
        await withTaskCancellationHandler {
            try? await future.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    /// Sends bytes without waiting until the system takes them.
    package func post(_ bytes: [UInt8]) {
        channel.writeAndFlush(ByteBuffer(bytes: carrier.isWebSocket ? frame(bytes).bytes : bytes), promise: nil)
    }

    private func frame(_ bytes: [UInt8]) -> WebSocketFrame {
        WebSocketFrame(WebSocketFrame.binary, bytes, isMasked: isClient)
    }

    /// Closes the sending direction; over WebSocket by a close frame.
    package func finishSending() async {
        if carrier.isWebSocket {
            guard !mailbox.sendsClose() else { return }
            await sendRaw(WebSocketFrame(WebSocketFrame.close, [0x03, 0xE8], isMasked: isClient).bytes)
        } else {
            await untilCancelled(channel.close(mode: .output))
        }
    }

    /// Closes both directions.
    package func close() async { try? await channel.close().get() }

    /// Closes with a reset.
    package func reset() async {
        let abort = linger(l_onoff: 1, l_linger: 0)
        try? await (channel as? any SocketOptionProvider)?.setSoLinger(abort).get()
        await close()
    }

    /// Stops or goes on reading from the system.
    package func setReading(_ isReading: Bool) async throws {
        try await channel.setOption(.autoRead, value: isReading).get()
    }

    // MARK: Receiving

    /// What comes next, whatever it is; `nil` if nothing comes in time. The form of each message is checked.
    package func poll(_ time: Duration = patience) async throws -> Received? {
        let deadline = ContinuousClock().now + time
        while true {
            try Task.checkCancellation()
            // A side that never stops sending would leave no thread to the deadlines.
            await Task.yield()
            let seen = mailbox.changes
            if let received = try mailbox.take() {
                if case .message(let message) = received { try note(message) }
                return received
            }
            guard ContinuousClock().now < deadline else { return nil }
            await mailbox.wait(since: seen, until: deadline, on: channel.eventLoop)
        }
    }

    private func note(_ message: Message) throws {
        try MessageForm.check(message)
        switch message.type {
        case .welcome:
            let welcome = try Welcome(message)
            mailbox.setFrameLimit(welcome.maximumFrameLength)
            reads.withLock { $0.welcome = welcome }
        case .ping:
            let isAnswered = reads.withLock { reads in
                reads.pings += 1
                return reads.answersPings
            }
            let sent = try Ping(message).sent
            if isAnswered, channel.isWritable {
                post(Wire.pong(sent, received: SystemClock.wallTime, answered: SystemClock.wallTime))
            }
        default: break
        }
    }

    /// What comes next.
    package func next(_ time: Duration = patience) async throws -> Received {
        guard let received = try await poll(time) else { throw Finding("Nothing came within \(time).") }
        return received
    }

    /// The HTTP head of the other side's half of the opening of a WebSocket.
    package func head(_ time: Duration = patience) async throws -> String {
        let deadline = ContinuousClock().now + time
        while true {
            try Task.checkCancellation()
            let seen = mailbox.changes
            if let head = mailbox.head { return head }
            guard ContinuousClock().now < deadline, !mailbox.isGone else {
                throw Finding("The opening of the WebSocket was not answered.", Clause("WebSocket"))
            }
            await mailbox.wait(since: seen, until: deadline, on: channel.eventLoop)
        }
    }
}
