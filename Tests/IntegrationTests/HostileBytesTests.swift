import NIOCore
import NIOPosix
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// Bytes that no client of ours would send.
@Suite struct HostileBytesTests {
    /// Sends `bytes`, and reads until the relay closes.
    private func answer(
        to bytes: ByteBuffer,
        from relay: RunningRelay,
        halfClosing: Bool = false
    ) async throws -> [MessageDecoder.InboundOut] {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: relay.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            if bytes.readableBytes > 0 { try await outbound.write(bytes) }
            if halfClosing { outbound.finish() }
            var received = ByteBuffer()
            for try await var part in inbound { received.writeBuffer(&part) }
            var decoder = MessageDecoder()
            var answers: [MessageDecoder.InboundOut] = []
            while let answer = try decoder.decode(buffer: &received) { answers.append(answer) }
            return answers
        }
    }

    private func code(_ answers: [MessageDecoder.InboundOut]) -> ErrorCode? {
        guard case .message(.error(let ending)) = answers.last else { return nil }
        return ending.code
    }

    private func opening(_ messages: Message...) -> ByteBuffer {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        for message in messages { message.write(to: &bytes) }
        return bytes
    }

    private func hello(_ role: Hello.Role) -> Message {
        .hello(Hello(role: role, stream: .live, instance: InstanceID(high: 7, low: 7)))
    }

    @Test func eachIsAnsweredWithItsError() async throws {
        let header = FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0)
        let frame = Message.frame(Frame(header, payload: [1]))
        var oversize = opening(hello(.publish))
        oversize.writeMultipleIntegers(UInt32.max, MessageType.frame.rawValue, UInt16(0))
        var critical = opening(hello(.subscribe))
        critical.writeMultipleIntegers(UInt32(0), UInt16(0xBEEF), UInt16(0))
        var future = ByteBuffer()
        Preface(lowest: 9, highest: 12).write(to: &future)
        let cases: [(ByteBuffer, ErrorCode)] = [
            (ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), .notThisProtocol),
            (ByteBuffer(bytes: [0x03, 0x00, 0x00, 0x00]), .notThisProtocol),
            (future, .unsupportedVersion),
            (oversize, .messageTooLong),
            (critical, .unknownCritical),
            (opening(frame), .unexpectedMessage),
            (opening(hello(.publish), frame), .unexpectedMessage),
            (opening(hello(.subscribe), hello(.subscribe)), .unexpectedMessage),
        ]
        try await RunningRelay.run { relay in
            for (bytes, expected) in cases {
                let answers = try await answer(to: bytes, from: relay)
                #expect(code(answers) == expected)
                #expect(answers.first == .preface(.supported), "an error is readable only after a preface")
            }
        }
    }

    @Test func aHelloThatBreaksOffIsAnswered() async throws {
        try await RunningRelay.run { relay in
            var bytes = opening(hello(.subscribe))
            bytes = bytes.getSlice(at: 0, length: bytes.readableBytes - 5) ?? bytes
            let answers = try await answer(to: bytes, from: relay, halfClosing: true)
            #expect(code(answers) == .malformedMessage)
        }
    }

    @Test func aSilentPeerTimesOut() async throws {
        try await RunningRelay.run(configure: { $0.limits.handshake = .milliseconds(50) }) { relay in
            let answers = try await answer(to: ByteBuffer(), from: relay)
            #expect(code(answers) == .handshakeTimeout)
        }
    }

    @Test func aViewerWhoNeverAnswersPingsTimesOut() async throws {
        try await RunningRelay.run(configure: { $0.pingInterval = .milliseconds(50) }) { relay in
            let answers = try await answer(to: opening(hello(.subscribe)), from: relay)
            #expect(code(answers) == .silent)
        }
    }

    @Test func oneConnectionTooManyIsTold() async throws {
        try await RunningRelay.run(configure: { $0.limits.all.connections = 1 }) { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let answers = try await answer(to: ByteBuffer(), from: relay)
            #expect(code(answers) == .tooManyConnections)
        }
    }

    @Test func randomBytesDisturbNobody() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(try relay.client())
            for length in stride(from: 1, to: 2_000, by: 97) {
                let noise = ByteBuffer(bytes: (0..<length).map { _ in UInt8.random(in: .min ... .max) })
                _ = try? await answer(to: noise, from: relay, halfClosing: true)
                var afterHello = opening(hello(.publish))
                afterHello.writeImmutableBuffer(noise)
                _ = try? await answer(to: afterHello, from: relay, halfClosing: true)
                try await publisher.sendGroup(of: 2)
            }
            try await publisher.finish()
            let rest = try await viewer.rest()
            #expect(rest.frames.map(\.header.sequence) == Array(0..<42))
        }
    }
}
