import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One side of WebSocket: its opening, then its frames.
struct WebSocketSide {
    enum Event {
        /// The other side's half of the opening.
        case head(String)
        case send([UInt8])
        case bytes([UInt8])
        case control(WebSocketFrame)
    }

    /// The longest head of an opening that is taken.
    private static let longestHead = 16384
    /// Bytes that a control frame may hold (RFC 6455, 5.5).
    private static let longestControl = 125
    /// The key of every opening; the answer to it is a constant too.
    static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    let isClient: Bool
    private var head: [UInt8]? = []
    private var isRefused = false
    private var decoder = WebSocketDecoder()
    /// Whether a message has begun whose last fragment has not come.
    private var isInMessage = false

    init(isClient: Bool) { self.isClient = isClient }

    mutating func push(_ bytes: [UInt8]) throws -> [Event] {
        guard var head else { return isRefused ? [] : try frames(bytes) }
        head += bytes
        let end: [UInt8] = [13, 10, 13, 10]
        guard let start = head.indices.dropLast(3).first(where: { Array(head[$0..<$0 + 4]) == end }) else {
            guard head.count <= Self.longestHead else {
                throw Finding("The opening has no end.", Clause("WebSocket"))
            }
            self.head = head
            return []
        }
        self.head = nil
        let text = String(decoding: head[..<start], as: UTF8.self)
        // An answer that opens no WebSocket is followed by a body.
        guard !isClient || text.hasPrefix("HTTP/1.1 101 ") else {
            isRefused = true
            return [.head(text)]
        }
        let answer = isClient ? [] : [Event.send(Array(Self.answer(to: text).utf8))]
        return [.head(text)] + answer + (try frames(Array(head[(start + 4)...])))
    }

    private mutating func frames(_ bytes: [UInt8]) throws -> [Event] {
        try decoder.push(bytes).map { frame in
            guard frame.isMasked != isClient else {
                throw Finding(
                    isClient ? "A frame of the relay is masked." : "A frame of the client is not masked.",
                    Clause("WebSocket")
                )
            }
            guard frame.reserved == 0 else {
                throw Finding("A frame of WebSocket uses an extension.", Clause("WebSocket"))
            }
            let isControl = frame.opcode >= WebSocketFrame.close
            guard !isControl || frame.isFinal && frame.payload.count <= Self.longestControl else {
                throw Finding("A control frame of WebSocket is in fragments or too long.", Clause("WebSocket"))
            }
            if !isControl {
                guard (frame.opcode == WebSocketFrame.continuation) == isInMessage else {
                    throw Finding("The fragments of a message of WebSocket are out of order.", Clause("WebSocket"))
                }
                isInMessage = !frame.isFinal
            }
            switch frame.opcode {
            case WebSocketFrame.binary, WebSocketFrame.continuation: return .bytes(frame.payload)
            case WebSocketFrame.close, WebSocketFrame.ping, WebSocketFrame.pong: return .control(frame)
            default: throw Finding("A frame of WebSocket has the type \(frame.opcode).", Clause("WebSocket"))
            }
        }
    }

    /// A request that opens a WebSocket.
    static func opening(_ path: String, host: String, fields: [String] = ["Sec-WebSocket-Protocol: streamd"]) -> [UInt8]
    {
        let lines =
            [
                "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
            ] + fields + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// Checks a client's half of the opening (RFC 6455, 4.1).
    static func check(opening: String) throws {
        let lines = opening.split(whereSeparator: \.isNewline)
        let request = (lines.first ?? "").split(separator: " ")
        guard request.count == 3, request[0] == "GET", request[1].hasPrefix("/"), request[2] == "HTTP/1.1" else {
            throw Finding("A WebSocket is opened by '\(lines.first ?? "")'.", Clause("WebSocket"))
        }
        let fields = Set(lines.dropFirst().map { $0.lowercased().filter { $0 != " " } })
        for field in ["upgrade:websocket", "sec-websocket-version:13"] where !fields.contains(field) {
            throw Finding("The opening of a WebSocket has no '\(field)'.", Clause("WebSocket"))
        }
    }

    private static func answer(to request: String) -> String {
        let fields = request.split(whereSeparator: \.isNewline).dropFirst().map {
            $0.split(separator: ":", maxSplits: 1)
        }
        func value(_ name: String) -> String? {
            fields.first { $0.count == 2 && $0[0].lowercased() == name }.map { trimmed($0[1]) }
        }
        var lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(accept(value("sec-websocket-key") ?? ""))",
        ]
        if value("sec-websocket-protocol")?.contains("streamd") == true {
            lines.append("Sec-WebSocket-Protocol: streamd")
        }
        return (lines + ["", ""]).joined(separator: "\r\n")
    }

    /// The answer to a key (RFC 6455, 4.2.2).
    static func accept(_ key: String) -> String {
        let hash = Insecure.SHA1.hash(data: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        return Data(hash).base64EncodedString()
    }

    private static func trimmed(_ text: Substring) -> String {
        let text = text.drop(while: \.isWhitespace)
        return String(text.dropLast(text.reversed().prefix(while: \.isWhitespace).count))
    }
}
