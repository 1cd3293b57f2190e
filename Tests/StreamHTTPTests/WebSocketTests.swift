import NIOCore
import RelayTestSupport
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

/// The protocol in WebSocket frames, on real sockets.
@Suite(.timeLimit(.minutes(10))) struct WebSocketTests {
    private func hello(_ role: Hello.Role, _ stream: StreamName = .live) -> ProtocolMessage {
        .hello(Hello(role: role, stream: stream, instance: .random()))
    }

    @Test func `each side gets what the other sends`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let viewer = try await WebSocketClient(relay, "/live", adding: "Sec-WebSocket-Protocol: x, streamd\r\n")
            try await viewer.send(hello(.subscribe), withPreface: true)
            await relay.untilStream { $0?.viewers == 1 }
            let publisher = try await WebSocketClient(relay, "/live")
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
            let frame = ProtocolMessage.frame(Frame(header, payload: Array(repeating: 5, count: 3_000)))
            try await publisher.send(.tracks(tracks))
            // One message in three fragments, with a ping in between.
            let bytes = Array(frame.encoded().readableBytesView)
            try await publisher.send(2, Array(bytes.prefix(10)), isFinal: false)
            try await publisher.send(9, Array("still there?".utf8))
            try await publisher.send(0, Array(bytes.dropFirst(10).prefix(1_000)), isFinal: false)
            try await publisher.send(0, Array(bytes.dropFirst(1_010)))
            let pong = try await publisher.frames { opcode, _ in opcode == 0xA }
            #expect(pong.first { $0.opcode == 0xA }?.payload == Array("still there?".utf8))
            try await publisher.send(.goodbye(Ending(.endOfStream, "")))
            let (code, said) = try await viewer.end()
            #expect(code == 1_000)
            #expect(said.contains(.message(frame)))
            #expect(said.first == .preface(versions: Preface.supported.versions))
            if case .message(.goodbye(let ending)) = said.last { #expect(ending.code == .endOfStream) }
        }
    }

    @Test func `the hello names the stream of the path`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await WebSocketClient(relay, "/studio/one")
            try await client.send(hello(.subscribe, try StreamName("studio/two")), withPreface: true)
            let (code, said) = try await client.end()
            #expect(code == 1_000)
            #expect(said.error?.code == .invalidStreamName)
        }
    }

    @Test func `streams are listed at the path of all, and at that of a folder`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let viewer = try await WebSocketClient(relay, "/live")
            try await viewer.send(hello(.subscribe), withPreface: true)
            await relay.untilStream { $0?.viewers == 1 }
            let all = try await WebSocketClient(relay, "/")
            try await all.send(hello(.list, .empty), withPreface: true)
            let frames = try await all.frames { $1.count > 8 && $1[5] == 0x0F }
            let live = StreamList.Entry(name: .live, state: .waiting, kinds: [])
            let list = ProtocolMessage.streams(StreamList(isNew: true, hasMore: false, entries: [live])).encoded()
            #expect(frames.contains { ByteBuffer(bytes: $0.payload) == list })
            let folder = try await WebSocketClient(relay, "/studio")
            try await folder.send(hello(.list, .empty), withPreface: true)
            #expect(try await folder.end().said.error?.code == .invalidStreamName)
        }
    }

    /// A session cannot charge for empty frames.
    @Test(arguments: [0, 9] as [UInt8])
    func `empty frames without end are stopped`(opcode: UInt8) async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await WebSocketClient(relay, "/live")
            try await client.send(2, [], isFinal: false)
            // The relay may have closed before all of them are sent.
            try? await client.send(opcode, times: 40_000)
            let (_, said) = try await client.end()
            #expect(said.error?.code == .rateExceeded)
        }
    }

    @Test func `a text frame is refused`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await WebSocketClient(relay, "/live")
            try await client.send(1, Array("hello".utf8))
            let (code, said) = try await client.end()
            #expect(code == 1_003)
            #expect(said.error?.code == .malformedMessage)
        }
    }

    @Test func `a viewer may close with a close frame`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await WebSocketClient(relay, "/live")
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

    @Test func `fragments without end do not replace the hello`() async throws {
        try await RunningRelay.runWithHTTP(configure: { $0.limits.handshake = .seconds(5) }) { relay in
            let client = try await WebSocketClient(relay, "/live")
            // The time may be over before the first of them is sent.
            try? await client.send(2, [], isFinal: false)
            for _ in 0..<100 { try? await client.send(0, [], isFinal: false) }
            #expect(try await client.end().said.error?.code == .handshakeTimeout)
        }
    }
}
