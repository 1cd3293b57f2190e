import NIOCore
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

/// The protocol in WebSocket frames, on real sockets.
@Suite struct WebSocketTests {
    /// A client that speaks just enough of RFC 6455.
    private struct Client {
        private let raw: RawClient

        init(_ relay: RelayWithHTTP, _ path: String, offering more: String = "") async throws {
            raw = try await relay.connect()
            try await raw.send(
                "GET \(path) HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(more)\r\n"
            )
            let answer = RawAnswer(try await raw.read(through: "\r\n\r\n"))
            #expect(answer.status == 101)
            // The example of RFC 6455 1.3.
            #expect(answer.has("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
            #expect(answer.has("sec-websocket-protocol: streamd") == !more.isEmpty)
        }

        func send(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) async throws {
            let mask: [UInt8] = [1, 2, 3, 4]
            let length =
                payload.count < 126
                ? [0x80 | UInt8(payload.count)] : [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
            let masked = payload.enumerated().map { $1 ^ mask[$0 % 4] }
            try await raw.send([(isFinal ? 0x80 : 0) | opcode] + length + mask + masked)
        }

        func send(_ messages: Message..., withPreface: Bool = false, opcode: UInt8 = 2) async throws {
            var bytes = ByteBuffer()
            if withPreface { Preface.supported.write(to: &bytes) }
            for message in messages { message.write(to: &bytes) }
            try await send(opcode, Array(bytes.readableBytesView))
        }

        /// Reads until the last frame is one that `ends` takes.
        func frames(until ends: (UInt8, [UInt8]) -> Bool) async throws -> [(opcode: UInt8, payload: [UInt8])] {
            let bytes = try await raw.read { bytes in
                guard let frames = Self.frames(in: bytes), let last = frames.last else { return false }
                return ends(last.opcode, last.payload)
            }
            return Self.frames(in: bytes) ?? []
        }

        /// The code of the close frame that the relay sends, and what it said before.
        func end() async throws -> (code: Int?, said: [MessageDecoder.InboundOut]) {
            let frames = Self.frames(in: try await raw.readToEnd()) ?? []
            #expect(frames.last?.opcode == 8)
            let code = frames.last.map { $0.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
            var bytes = ByteBuffer(bytes: frames.filter { $0.opcode == 2 }.flatMap(\.payload))
            var decoder = MessageDecoder()
            var said: [MessageDecoder.InboundOut] = []
            while let input = try decoder.decode(buffer: &bytes) { said.append(input) }
            return (code, said)
        }

        /// The frames in `bytes`; `nil` where the last is not whole.
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

    private func hello(_ role: Hello.Role, _ stream: StreamName = .live) -> Message {
        .hello(Hello(role: role, stream: stream, instance: .random()))
    }

    private func errorCode(_ said: [MessageDecoder.InboundOut]) -> ErrorCode? {
        if case .message(.error(let ending)) = said.last { ending.code } else { nil }
    }

    @Test func whatOneSendsTheOtherGets() async throws {
        try await RelayWithHTTP.run { relay in
            let viewer = try await Client(relay, "/live", offering: "Sec-WebSocket-Protocol: x, streamd\r\n")
            try await viewer.send(hello(.subscribe), withPreface: true)
            await relay.untilStream { $0?.viewers == 1 }
            let publisher = try await Client(relay, "/live")
            try await publisher.send(hello(.publish), withPreface: true)
            _ = try await publisher.frames { $1.count > 8 && $1[5] == 2 }
            let tracks = try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
            let header = FrameHeader(
                track: .zero,
                flags: .randomAccess,
                epoch: 1,
                decodeTime: 0,
                presentationTime: 0
            )
            let frame = Message.frame(Frame(header, payload: Array(repeating: 5, count: 3_000)))
            try await publisher.send(.tracks(tracks))
            // One message in three fragments, with a ping in between.
            let bytes = Array(frame.encoded().readableBytesView)
            try await publisher.send(2, Array(bytes.prefix(10)), isFinal: false)
            try await publisher.send(9, Array("still there?".utf8))
            try await publisher.send(0, Array(bytes.dropFirst(10).prefix(1_000)), isFinal: false)
            try await publisher.send(0, Array(bytes.dropFirst(1_010)))
            let pong = try await publisher.frames { opcode, _ in opcode == 0xA }
            #expect(pong.last?.payload == Array("still there?".utf8))
            try await publisher.send(.goodbye(Ending(.endOfStream, "")))
            let (code, said) = try await viewer.end()
            #expect(code == 1_000)
            #expect(said.contains(.message(frame)))
            #expect(said.first == .preface(.supported))
            if case .message(.goodbye(let ending)) = said.last { #expect(ending.code == .endOfStream) }
        }
    }

    @Test func theHelloNamesTheStreamOfThePath() async throws {
        try await RelayWithHTTP.run { relay in
            let client = try await Client(relay, "/studio/one")
            try await client.send(hello(.subscribe, try StreamName("studio/two")), withPreface: true)
            let (code, said) = try await client.end()
            #expect(code == 1_000)
            #expect(errorCode(said) == .invalidStreamName)
        }
    }

    @Test func whoSendsTextIsToldSo() async throws {
        try await RelayWithHTTP.run { relay in
            let client = try await Client(relay, "/live")
            try await client.send(1, Array("hello".utf8))
            let (code, said) = try await client.end()
            #expect(code == 1_003)
            #expect(errorCode(said) == .malformedMessage)
        }
    }

    @Test func aViewerMayCloseAsWebSocketsDo() async throws {
        try await RelayWithHTTP.run { relay in
            let client = try await Client(relay, "/live")
            try await client.send(hello(.subscribe), withPreface: true)
            await relay.untilStream { $0?.viewers == 1 }
            let carriers = await relay.control.connections().compactMap { connection -> Connection.Carrier? in
                if case .viewer(_, let participant, _) = connection.role { participant.carrier } else { nil }
            }
            #expect(carriers == [.webSocket])
            try await client.send(8, [0x03, 0xE8])
            #expect(try await client.end().code == 1_000)
            #expect(await relay.control.stream(.live)?.viewers ?? 0 == 0)
        }
    }

    @Test func fragmentsWithoutEndAreNoHello() async throws {
        try await RelayWithHTTP.run(configure: { $0.limits.handshake = .milliseconds(50) }) { relay in
            let client = try await Client(relay, "/live")
            try await client.send(2, [], isFinal: false)
            for _ in 0..<100 { try? await client.send(0, [], isFinal: false) }
            #expect(errorCode(try await client.end().said) == .handshakeTimeout)
        }
    }
}
