import NIOCore
import NIOPosix
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import TestSupport
import Testing

/// Bytes that no streamd client sends.
@Suite(.timeLimit(.minutes(10))) struct HostileBytesTests {
    /// Sends `bytes`, and reads until the relay closes.
    private func answer(
        to bytes: ByteBuffer,
        from relay: RunningRelay,
        halfClosing: Bool = false
    ) async throws -> [MessageDecoder.InboundOut] {
        try await relay.open().answers(to: bytes, halfClosing: halfClosing)
    }

    private func hello(_ role: Hello.Role) -> ProtocolMessage {
        .hello(Hello(role: role, stream: .live, instance: InstanceID(high: 7, low: 7)))
    }

    @Test func `every kind of garbage is answered with its error`() async throws {
        let header = FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0)
        let frame = ProtocolMessage.frame(Frame(header, payload: [1]))
        var oversize = ByteBuffer.opening(hello(.publish))
        oversize.writeMultipleIntegers(UInt32.max, MessageType.frame.rawValue, UInt16(0))
        var critical = ByteBuffer.opening(hello(.subscribe))
        critical.writeMultipleIntegers(UInt32(0), UInt16(0xBEEF), UInt16(0))
        var future = ByteBuffer()
        Preface(9...12).write(to: &future)
        let cases: [(ByteBuffer, ErrorCode)] = [
            (ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), .notThisProtocol),
            (ByteBuffer(bytes: [0x03, 0x00, 0x00, 0x00]), .notThisProtocol),
            (future, .unsupportedVersion),
            (oversize, .messageTooLong),
            (critical, .unknownCritical),
            (.opening(frame), .unexpectedMessage),
            (.opening(hello(.publish), frame), .unexpectedMessage),
            (.opening(hello(.subscribe), hello(.subscribe)), .unexpectedMessage),
        ]
        try await RunningRelay.run { relay in
            for (bytes, expected) in cases {
                let answers = try await answer(to: bytes, from: relay)
                #expect(answers.error?.code == expected)
                #expect(
                    answers.first == .preface(versions: Preface.supported.versions),
                    "an error is readable only after a preface"
                )
            }
        }
    }

    @Test func `a hello that breaks off is answered with an error`() async throws {
        try await RunningRelay.run { relay in
            var bytes = ByteBuffer.opening(hello(.subscribe))
            bytes = bytes.getSlice(at: 0, length: bytes.readableBytes - 5) ?? bytes
            let answers = try await answer(to: bytes, from: relay, halfClosing: true)
            #expect(answers.error?.code == .malformedMessage)
        }
    }

    @Test func `a silent connection times out`() async throws {
        try await RunningRelay.run(configure: { $0.limits.handshake = .milliseconds(50) }) { relay in
            let silent = try await answer(to: ByteBuffer(), from: relay)
            #expect(silent.isEmpty)
        }
    }

    @Test func `a connection whose preface breaks off times out`() async throws {
        // The byte has to arrive within the deadline, which is longer for that.
        try await RunningRelay.run(configure: { $0.limits.handshake = .seconds(10) }) { relay in
            let client = try await relay.open(sending: ByteBuffer(bytes: [Preface.firstByte]))
            let started = try await client.answers(to: ByteBuffer())
            #expect(started.error?.code == .handshakeTimeout)
        }
    }

    @Test func `a viewer that never answers pings times out`() async throws {
        try await RunningRelay.run(configure: { $0.pingInterval = .milliseconds(50) }) { relay in
            let answers = try await answer(to: .opening(hello(.subscribe)), from: relay)
            #expect(answers.error?.code == .silent)
        }
    }

    @Test func `a connection beyond the limit is refused`() async throws {
        let configure: (inout RelayConfiguration) -> Void = {
            $0.limits.all.connections = 1
            // The client sends nothing, which the relay waits for.
            $0.limits.refusal = .milliseconds(100)
        }
        try await RunningRelay.run(configure: configure) { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let answers = try await answer(to: ByteBuffer(), from: relay)
            #expect(answers.error?.code == .tooManyConnections)
        }
    }

    @Test func `random bytes do not disturb other clients`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(try relay.client())
            var random = SeededGenerator(seed: 1)
            for length in stride(from: 1, to: 2_000, by: 97) {
                let noise = ByteBuffer(bytes: random.bytes(count: length))
                _ = try? await answer(to: noise, from: relay, halfClosing: true)
                var afterHello = ByteBuffer.opening(hello(.publish))
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
