import NIOCore
import RelayTestSupport
import StreamProtocol

/// The carriers of a model's viewers.
enum ModelCarrier: String, Sendable {
    case tcp
    case webSocket
    /// The pictures alone.
    case http
    case tls
    case webSocketInTLS
    case httpInTLS

    /// Those that this build has.
    static let all: [ModelCarrier] = {
        #if SystemTLS && os(Linux)
            [.tcp, .webSocket, .http, .tls, .webSocketInTLS, .httpInTLS]
        #else
            [.tcp, .webSocket, .http]
        #endif
    }()

    var isWebSocket: Bool { self == .webSocket || self == .webSocketInTLS }
    var isHTTP: Bool { self == .http || self == .httpInTLS }
    var hasTLS: Bool { self == .tls || self == .webSocketInTLS || self == .httpInTLS }
}

/// A model viewer's connection: it sends and receives the protocol's bytes by its carrier, or those of a response by HTTP,
/// and never blocks.
struct ModelConnection {
    private static let binary: UInt8 = 2
    private static let close: UInt8 = 8
    private static let ping: UInt8 = 9
    private static let pong: UInt8 = 10

    private let socket: ModelSocket
    private let isWebSocket: Bool
    /// `nil` without TLS.
    private var tls: ModelTLS?
    /// What is sent once TLS is ready: the request, by WebSocket.
    private var first: ByteBuffer?
    /// What is sent once the WebSocket is open.
    private var opening: ByteBuffer?
    /// Bytes of WebSocket that were not taken apart yet.
    private var inbox = ByteBuffer()
    /// Bytes of the current binary frame that have not come.
    private var left = 0
    private var isClosed = false
    /// Whether the relay has refused the request, for want of memory.
    private var isRefused = false

    init(
        to relay: SocketAddress,
        by carrier: ModelCarrier,
        stream: StreamName,
        opening: ByteBuffer,
        hasSmallBuffers: Bool = true
    ) throws {
        socket = try ModelSocket(connectingTo: relay, hasSmallBuffers: hasSmallBuffers)
        isWebSocket = carrier.isWebSocket
        first = opening
        if isWebSocket {
            self.opening = opening
            first = ByteBuffer(
                string: "GET /\(stream) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
        }
        if carrier.hasTLS {
            let tls = try ModelTLS()
            _ = socket.send(tls.hello)
            self.tls = tls
        }
        sendFirst()
    }

    /// Whether the viewer's first bytes were sent.
    var isOpen: Bool { first == nil && opening == nil }

    /// Whether the relay has said all that it says: with TLS, also that this is the end.
    var isWhole: Bool { tls.map { $0.isEnded } ?? true }

    private mutating func sendFirst() {
        guard tls?.isOpen ?? true, let first else { return }
        self.first = nil
        _ = sendRaw(first)
    }

    private func sendRaw(_ bytes: ByteBuffer) -> Bool { socket.send(tls?.seal(bytes) ?? bytes) }

    /// Whether only a part of a frame of WebSocket has come.
    var isWithinFrame: Bool { left > 0 || isWebSocket && !isRefused && inbox.readableBytes > 0 }

    /// Sends a few bytes, for which there is always room. By WebSocket, a ping of WebSocket with the same bytes follows:
    /// the relay answers it beside its messages.
    func send(_ bytes: ByteBuffer) -> Bool {
        guard isWebSocket else { return isOpen && sendRaw(bytes) }
        return isOpen && sendRaw(Self.frame(Self.binary, bytes) + Self.frame(Self.ping, bytes))
    }

    /// Takes at most `limit` bytes of what is there.
    mutating func receive(atMost limit: Int) throws -> ModelSocket.Arrival {
        let arrival = try decrypt(socket.receive(atMost: limit))
        guard isWebSocket, case .bytes(let bytes) = arrival else { return arrival }
        // The rest of a refusal.
        guard !isRefused else { return .bytes(ByteBuffer()) }
        inbox.writeImmutableBuffer(bytes)
        if !isOpen { try finishHandshake() }
        guard !isRefused else {
            return .bytes(.opening(.error(Ending(.overloaded, "The relay has refused the WebSocket."))))
        }
        var payload = ByteBuffer()
        while try takeFrame(into: &payload) {}
        inbox.discardReadBytes()
        return .bytes(payload)
    }

    private mutating func decrypt(_ arrival: ModelSocket.Arrival) throws -> ModelSocket.Arrival {
        guard case .bytes(let records) = arrival, let (bytes, answer) = try tls?.open(records) else { return arrival }
        if answer.readableBytes > 0 { _ = socket.send(answer) }
        sendFirst()
        return .bytes(bytes)
    }

    private mutating func finishHandshake() throws {
        let end = Array("\r\n\r\n".utf8)
        let view = inbox.readableBytesView
        guard let start = view.indices.first(where: { view[$0...].starts(with: end) }) else { return }
        let head = inbox.readString(length: start - view.startIndex + end.count) ?? ""
        guard head.hasPrefix("HTTP/1.1 101") else {
            guard head.hasPrefix("HTTP/1.1 503") else { throw Violation("no WebSocket: \(head)") }
            isRefused = true
            return
        }
        if let opening { _ = sendRaw(Self.frame(Self.binary, opening)) }
        opening = nil
    }

    /// - Returns: Whether there may be more.
    private mutating func takeFrame(into payload: inout ByteBuffer) throws -> Bool {
        guard isOpen else { return false }
        if left > 0 {
            guard var part = inbox.readSlice(length: min(left, inbox.readableBytes)), part.readableBytes > 0 else {
                return false
            }
            left -= part.readableBytes
            payload.writeBuffer(&part)
            return true
        }
        var ahead = inbox
        guard let (first, second) = ahead.readMultipleIntegers(as: (UInt8, UInt8).self) else { return false }
        guard !isClosed else { throw Violation("a frame of WebSocket comes after the last one") }
        let length: Int? =
            switch second {
            case 126: ahead.readInteger(as: UInt16.self).map(Int.init)
            case 127: ahead.readInteger(as: UInt64.self).map { Int(clamping: $0) }
            default: Int(second)
            }
        guard let length else { return false }
        guard second < 128, length < 1 << 20 else { throw Violation("\(length) bytes: this is no frame of WebSocket") }
        switch first {
        case 0x80 | Self.binary: left = length
        case 0x80 | Self.pong, 0x80 | Self.close:
            guard length <= 125 else { throw Violation("a control frame of \(length) bytes") }
            guard ahead.readSlice(length: length) != nil else { return false }
            isClosed = first == 0x80 | Self.close
        default:
            let place = "after \(payload.readableBytes) bytes"
            throw Violation("this is no frame of WebSocket, \(place): \(inbox.beginning)")
        }
        inbox = ahead
        return true
    }

    /// A masked frame of at most 65,535 bytes (RFC 6455 5.2).
    private static func frame(_ opcode: UInt8, _ payload: ByteBuffer) -> ByteBuffer {
        var frame = ByteBuffer(bytes: [0x80 | opcode])
        let length = payload.readableBytes
        if length < 126 {
            frame.writeInteger(0x80 | UInt8(length))
        } else {
            frame.writeMultipleIntegers(UInt8(0x80 | 126), UInt16(length))
        }
        // A mask of zeros leaves the payload as it is.
        frame.writeInteger(UInt32(0))
        frame.writeImmutableBuffer(payload)
        return frame
    }

    // MARK: The end

    func shutDownSending() { socket.shutDownSending() }

    func hangUp() { socket.hangUp() }

    func reset() { socket.reset() }

    /// Waits until something comes on any of these.
    static func wait(for connections: [ModelConnection]) -> Bool { ModelSocket.wait(for: connections.map(\.socket)) }
}

extension ByteBuffer {
    fileprivate static func + (a: ByteBuffer, b: ByteBuffer) -> ByteBuffer {
        var sum = a
        sum.writeImmutableBuffer(b)
        return sum
    }
}
