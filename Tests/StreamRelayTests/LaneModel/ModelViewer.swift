import NIOCore
import RelayTestSupport
import StreamProtocol

@testable import StreamRelay

/// A viewer of the model: its socket, the way it reads, and the messages that it has received.
struct ModelViewer: CustomStringConvertible {
    /// The ways in which a viewer reads.
    enum Appetite: CaseIterable {
        /// All that is there.
        case eager
        /// A little at a time.
        case slow
        /// A little just before frames come, with a ping after each read: the relay's socket buffer for it is nearly full, and then there is room for a part of a frame before the relay knows.
        case sip
        case none
    }

    /// The state of the connection.
    enum State {
        case watching
        /// The viewer has closed its output, which a relay takes for a goodbye.
        case saidGoodbye
        case gone
    }

    /// What a viewer has received. The viewer itself would share its bytes, so that they were copied when more come.
    struct Progress {
        let frames: Int
        let gaps: Int
        let pongs: Int64
        let end: ViewerLedger.End?
        let wasCut: Bool
    }

    let number: Int
    let hello: Hello
    private var connection: ModelConnection
    var appetite: Appetite
    private let carrier: ModelCarrier
    private(set) var ledger: any ModelLedger
    /// The errors that may end it.
    private let errors: Set<ErrorCode>
    private(set) var state = State.watching
    /// Whether the relay has closed the connection without an error or a goodbye, as it does to get memory back. A response
    /// ends so after any error.
    private(set) var wasCut = false
    private var pings: Int64 = 0

    init(
        number: Int,
        hello: Hello,
        relay: SocketAddress,
        carrier: ModelCarrier,
        appetite: Appetite,
        errors: Set<ErrorCode>
    ) throws {
        self.number = number
        self.hello = hello
        self.errors = errors
        self.carrier = carrier
        ledger =
            carrier.isHTTP
            ? ResponseLedger(of: hello.stream)
            : ViewerLedger(of: hello.kinds, wantsOnlyRandomAccess: hello.wantsOnlyRandomAccess)
        self.appetite = appetite
        let request = "GET /\(hello.stream).h264 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection = try ModelConnection(
            to: relay,
            by: carrier,
            stream: hello.stream,
            opening: carrier.isHTTP ? ByteBuffer(string: request) : .opening(.hello(hello))
        )
    }

    var description: String {
        "viewer \(number) of \(hello.stream), "
            + (carrier.isHTTP ? "\(carrier)" : "\(hello.start), \(hello.kinds.rawValue)")
    }

    var progress: Progress {
        Progress(
            frames: ledger.frames,
            gaps: ledger.gaps,
            pongs: ledger.pongs,
            end: ledger.end,
            wasCut: wasCut
        )
    }

    /// Reads in its way.
    mutating func read(in published: [UInt64: PublishedStream]) throws {
        if !connection.isOpen { try read(atMost: 64 * 1024, in: published) }
        switch appetite {
        case .eager: while try read(atMost: 64 * 1024, in: published) {}
        case .slow: try read(atMost: 2 * 1024, in: published)
        case .sip, .none: break
        }
    }

    /// Reads once.
    ///
    /// - Returns: Whether there may be more.
    @discardableResult
    mutating func read(atMost limit: Int, in published: [UInt64: PublishedStream]) throws -> Bool {
        guard state != .gone else { return false }
        switch try connection.receive(atMost: limit) {
        case .bytes(let bytes):
            try ledger.take(bytes, in: published)
            return true
        case .nothing: return false
        case .end where state == .watching && errors.contains(.overloaded) && ledger.end == nil,
            .reset where state == .watching && errors.contains(.overloaded) && ledger.end == nil:
            try ledger.checkCut(in: published)
            wasCut = true
        case .end where state == .watching:
            try ledger.checkEnd(pings: pings, errors: errors, in: published)
            guard !connection.isWithinFrame else { throw Violation("a frame of WebSocket ends early") }
            guard connection.isWhole else { throw Violation("TLS ends without a close_notify") }
            // Only a response may end so.
            wasCut = ledger.end == nil
        case .reset where state == .watching: throw Violation("the relay has reset the connection")
        case .end, .reset: try ledger.checkCut(in: published)
        }
        connection.hangUp()
        state = .gone
        return false
    }

    mutating func ping() {
        guard state == .watching, !carrier.isHTTP, pings < 150,
            connection.send(ProtocolMessage.ping(Ping(sent: pings)).encoded())
        else {
            return
        }
        pings += 1
    }

    mutating func sayGoodbye() {
        guard state == .watching else { return }
        connection.shutDownSending()
        state = .saidGoodbye
    }

    mutating func hangUp(abruptly: Bool, in published: [UInt64: PublishedStream]) throws {
        guard state != .gone else { return }
        if abruptly { connection.reset() } else { connection.hangUp() }
        state = .gone
        try ledger.checkCut(in: published)
    }

    /// Waits until something comes to any of them.
    static func wait(for viewers: [ModelViewer]) -> Bool { ModelConnection.wait(for: viewers.map(\.connection)) }
}
