import AAC
import NIOCore
import RelayTestSupport
import StreamClient
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

/// Streams as media, over real sockets.
@Suite struct ViewingTests {
    private func get(_ target: String, version: String = "1.1") -> String {
        "GET \(target) HTTP/\(version)\r\nHost: localhost\r\n\r\n"
    }

    @Test func `a stream comes whole and in chunks`() async throws {
        let pictures = (0..<50).map { [UInt8](repeating: UInt8($0), count: 1 + $0 * 97) }
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            try await relay.publishing("studio/camera-2") { publisher in
                try await client.send(get("/studio/camera-2.h264"))
                _ = try await client.read(through: "\r\n\r\n")
                #expect(await relay.control.stream(try StreamName("studio/camera-2"))?.viewers == 1)
                for picture in pictures {
                    try await publisher.sendPicture(picture, isKeyFrame: picture.count == 1)
                    try await publisher.sendSound([1, 2, 3])
                }
            }
            let answer = RawAnswer(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + (try await client.readToEnd()))
            #expect(answer.unchunked == pictures.flatMap(\.self))
        }
    }

    @Test func `an HTTP 1.0 client gets bytes until the connection ends`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            try await relay.publishing { publisher in
                try await client.send(get("/live.aac", version: "1.0"))
                let head = RawAnswer(try await client.read(through: "\r\n\r\n"))
                #expect(head.status == 200)
                #expect(head.has("content-type: audio/aac"))
                #expect(head.has("cache-control: no-store"))
                #expect(!head.header.contains("chunked"))
                for _ in 0..<3 { try await publisher.sendSound([1, 2, 3]) }
            }
            let bytes = try await client.readToEnd()
            #expect(bytes.count == 3 * 10)
            #expect(try ADTSHeader(bytes.span.bytes).samplingFrequency.hertz == 48_000)
        }
    }

    @Test func `a missing track is not found`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let answer = try await relay.answer(to: get("/live.h264?track=1"))
                #expect(answer.status == 404)
                #expect(answer.text.contains("track 1: audio (mp4a)"))
                #expect(await relay.control.stream(.live)?.viewers == 0)
            }
        }
    }

    @Test func `a viewer that leaves is no longer counted`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let client = try await relay.connect()
                try await client.send(get("/live.h264"))
                _ = try await client.read(through: "\r\n\r\n")
                #expect(await relay.control.stream(.live)?.viewers == 1)
                try await client.closeOutput()
                _ = try await client.readToEnd()
                #expect(await relay.control.stream(.live)?.viewers == 0)
            }
        }
    }

    /// After a while, nothing that is sent to this client leaves the relay's system, so its pings are not answered.
    @Test(.timeLimit(.minutes(10))) func `a viewer that never reads is evicted`() async throws {
        // Long enough for a publisher on a busy machine to answer.
        try await RunningRelay.runWithHTTP(configure: { $0.pingInterval = .milliseconds(500) }) { relay in
            try await relay.publishing { publisher in
                let sleeper = try await SleepingClient(port: relay.port, request: get("/live.h264"))
                await relay.untilStream { $0?.viewers == 1 }
                while !Task.isCancelled, await relay.control.stream(.live)?.viewers == 1 {
                    try await publisher.sendPicture(Array(repeating: 0, count: 200_000), isKeyFrame: true)
                    // Visits every event loop, so that none is starved.
                    _ = await relay.control.connections()
                }
                try await sleeper.close()
            }
        }
    }

    @Test func `a closed stream cuts the response off`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            try await relay.publishing { publisher in
                try await client.send(get("/live.h264"))
                _ = try await client.read(through: "\r\n\r\n")
                try await publisher.sendPicture([1], isKeyFrame: true)
                _ = try await client.read(through: "1\r\n\u{1}\r\n")
                let viewer = try #require(
                    await relay.control.connections().first { if case .viewer = $0.role { true } else { false } }
                )
                #expect(await relay.control.close(connection: viewer.id))
                #expect(try await client.readToEnd().isEmpty, "no last chunk: something is missing")
            }
        }
    }
}
