import NIOCore
import RelayTestSupport
import StreamProtocol
import Testing

/// A minimal client of RFC 6455.
struct WebSocketClient {
    private let raw: RawClient

    /// - Parameters:
    ///   - host: The name of the relay.
    ///   - more: Further header fields of the request, each with its line end.
    init(
        _ relay: RunningRelay,
        _ path: String,
        host: String = "localhost",
        adding more: String = ""
    ) async throws {
        raw = try await relay.connect(
            sending: "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(more)\r\n"
        )
        let answer = RawAnswer(try await raw.read(through: "\r\n\r\n"))
        #expect(answer.status == 101)
        // The example of RFC 6455 1.3.
        #expect(answer.has("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
        #expect(answer.has("sec-websocket-protocol: streamd") == more.contains("Sec-WebSocket-Protocol"))
    }

    func send(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) async throws {
        let mask: [UInt8] = [1, 2, 3, 4]
        let length =
            payload.count < 126
            ? [0x80 | UInt8(payload.count)] : [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        let masked = payload.enumerated().map { $1 ^ mask[$0 % 4] }
        try await raw.send([(isFinal ? 0x80 : 0) | opcode] + length + mask + masked)
    }

    /// Sends empty frames: control frames, or fragments that are not the last.
    func send(_ opcode: UInt8, times: Int) async throws {
        let first = opcode & 8 == 0 ? opcode : 0x80 | opcode
        try await raw.send(Array(repeating: [first, 0x80, 1, 2, 3, 4], count: times).flatMap(\.self))
    }

    func send(_ messages: ProtocolMessage..., withPreface: Bool = false, opcode: UInt8 = 2) async throws {
        var bytes = ByteBuffer()
        if withPreface { Preface.supported.write(to: &bytes) }
        for message in messages { message.write(to: &bytes) }
        try await send(opcode, Array(bytes.readableBytesView))
    }

    /// Reads until a frame satisfies `isAwaited`. Returns it with the frames that arrived with it.
    func frames(until isAwaited: (UInt8, [UInt8]) -> Bool) async throws -> [(opcode: UInt8, payload: [UInt8])] {
        let bytes = try await raw.read { bytes in
            Self.frames(in: bytes)?.contains { isAwaited($0.opcode, $0.payload) } ?? false
        }
        return Self.frames(in: bytes) ?? []
    }

    /// The code of the relay's close frame, and the messages before it.
    func end() async throws -> (code: Int?, said: [MessageDecoder.InboundOut]) {
        let frames = Self.frames(in: try await raw.readToEnd()) ?? []
        #expect(frames.last?.opcode == 8)
        let code = frames.last.map { $0.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
        let bytes = ByteBuffer(bytes: frames.filter { $0.opcode == 2 }.flatMap(\.payload))
        return (code, try bytes.inputs())
    }

    /// The frames in `bytes`; `nil` if the last one is not complete.
    private static func frames(in bytes: [UInt8]) -> [(opcode: UInt8, payload: [UInt8])]? {
        var rest = bytes[...]
        var frames: [(UInt8, [UInt8])] = []
        while rest.count >= 2 {
            let first = rest.removeFirst()
            var length = Int(rest.removeFirst())
            let count = length == 127 ? 8 : length == 126 ? 2 : 0
            guard rest.count >= count else { return nil }
            if count > 0 { length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) } }
            rest = rest.dropFirst(count)
            guard rest.count >= length else { return nil }
            frames.append((first & 0xF, Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        return rest.isEmpty ? frames : nil
    }
}
