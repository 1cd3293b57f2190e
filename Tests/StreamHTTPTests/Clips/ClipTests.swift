import Containers
import MadeStreams
import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import Testing

@testable import StreamHTTP
@testable import StreamRelay

/// Clips over real sockets.
@Suite(.timeLimit(.minutes(10))) struct ClipTests {
    private func get(_ target: String) -> String {
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    }

    private func send(_ count: Int, by publisher: PublishOutlet, widthInMbs: Int = 2) async throws {
        for number in 0..<count {
            let isStart = number.isMultiple(of: 10)
            let units =
                isStart
                ? [MadeStream.sps(widthInMbs: widthInMbs), MadeStream.pps, MadeStream.idr(number / 10 % 2)]
                : [MadeStream.p(number % 10)]
            try await publisher.sendPicture(MadeStream.annexB(units), isKeyFrame: isStart)
            try await publisher.sendSound([1, 2, 3])
        }
    }

    // Clips of ten minutes, all that the log keeps: publishing takes however long it takes.

    /// Waits until the relay has so many frames. The helper that publishes has sent one before.
    private func untilFrames(_ count: Int, _ relay: RunningRelay) async {
        await relay.untilStream { ($0?.framesReceived ?? 0) >= count }
    }

    private func index(of answer: RawAnswer) throws -> MP4Index {
        let bytes = answer.body
        return try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    }

    @Test func `a clip is a finished file with its length`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing("studio/camera-2") { publisher in
                try await send(20, by: publisher)
                await relay.untilStream(try StreamName("studio/camera-2")) { ($0?.framesReceived ?? 0) >= 41 }
                let answer = try await relay.answer(to: get("/studio/camera-2.mp4?last=10m"))
                #expect(answer.status == 200)
                #expect(answer.has("content-length: \(answer.body.count)"))
                #expect(answer.has("content-type: video/mp4"))
                #expect(answer.has("accept-ranges: none"))
                #expect(answer.header.contains("content-disposition: inline; filename=\"studio-camera-2-"))
                let index = try index(of: answer)
                #expect(index.tracks.map { $0.samples.count } == [20, 20])
                #expect(await relay.control.stream(try StreamName("studio/camera-2"))?.viewers == 0)
            }
        }
    }

    @Test func `a client that closes its side while a clip comes gets the rest`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                for number in 0..<10 {
                    let filler = [UInt8](repeating: 100, count: 190_000)
                    let units = [MadeStream.sps(), MadeStream.pps, MadeStream.idr(number % 2) + filler]
                    try await publisher.sendPicture(MadeStream.annexB(units), isKeyFrame: true)
                }
                await untilFrames(11, relay)
                // It reads more slowly than the relay writes, so that NIO holds the end.
                let client = try await RawClient(
                    port: relay.port,
                    sending: get("/live.mp4?last=10m"),
                    receiveBuffer: 4_096,
                    closesOutput: true
                )
                let answer = RawAnswer(try await client.readToEnd())
                #expect(answer.has("content-length: \(answer.body.count)"))
                #expect(answer.body.count > 1_900_000)
            }
        }
    }

    /// Longer than what the sockets hold, so that the relay writes it in many turns.
    @Test func `a long clip arrives byte by byte`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                for number in 0..<40 {
                    let filler = [UInt8](repeating: UInt8(100 + number), count: 190_000)
                    let units = [MadeStream.sps(), MadeStream.pps, MadeStream.idr(number % 2) + filler]
                    try await publisher.sendPicture(MadeStream.annexB(units), isKeyFrame: true)
                }
                await untilFrames(41, relay)
                let answer = try await relay.answer(to: get("/live.mp4?last=10m"))
                #expect(answer.has("content-length: \(answer.body.count)"))
                let samples = try #require(index(of: answer).tracks.first).samples
                #expect(samples.count == 40)
                let endings = samples.map { sample in
                    Set(answer.body[Int(sample.offset)..<Int(sample.offset) + Int(sample.size)].suffix(190_000))
                }
                #expect(endings == (0..<40).map { [UInt8(100 + $0)] })
            }
        }
    }

    @Test func `a clip has one track where it is named`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                try await send(20, by: publisher)
                await untilFrames(41, relay)
                let index = try index(of: try await relay.answer(to: get("/live.mp4?last=10m&track=1")))
                #expect(index.tracks.map { $0.samples.count } == [20])
                let missing = try await relay.answer(to: get("/live.mp4?last=10m&track=7"))
                #expect(missing.status == 404)
                #expect(missing.text.contains("no track 7 that .mp4 can hold"))
            }
        }
    }

    @Test func `a clip begins where the size of the pictures has changed`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                try await send(20, by: publisher)
                try await send(10, by: publisher, widthInMbs: 4)
                await untilFrames(61, relay)
                let index = try index(of: try await relay.answer(to: get("/live.mp4?last=10m")))
                #expect(index.tracks.map { $0.samples.count } == [10, 10])
            }
        }
    }

    @Test func `a stream that was ended has no clip`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                try await send(20, by: publisher)
            }
            await relay.untilStream { $0 == nil }
            #expect(try await relay.answer(to: get("/live.mp4?last=10m")).status == 404)
        }
    }

    @Test func `a clip of an unknown stream is not found`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            for method in ["GET", "HEAD"] {
                let request = "\(method) /nothing.mp4?last=10m HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                let answer = try await relay.answer(to: request)
                #expect(answer.status == 404)
                #expect(answer.has("streamd-error: stream-not-found"))
            }
        }
    }

    @Test func `HEAD makes no clip`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                try await send(20, by: publisher)
                await untilFrames(41, relay)
                let request = "HEAD /live.mp4?last=10m HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                let answer = try await relay.answer(to: request)
                #expect(answer.status == 200)
                #expect(answer.has("content-type: video/mp4"))
                #expect(!answer.header.contains("content-length"), "the clip of the next request is another one")
                #expect(answer.body.isEmpty)
            }
        }
    }

    @Test func `all who ask within a moment get the same clip, and others a newer one`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                let media = MediaRequest(stream: .live, format: .mp4)
                let request = try ClipRequest(media, last: "10m")
                let shared = ClipMaker(sharedTime: .seconds(3_600))
                try await send(20, by: publisher)
                await untilFrames(41, relay)
                let first = try await shared.clip(request, of: relay.control)
                #expect(first.samples.count == 40)
                try await send(10, by: publisher)
                await untilFrames(61, relay)
                try await withThrowingTaskGroup(of: Clip.self) { group in
                    for _ in 0..<20 { group.addTask { try await shared.clip(request, of: relay.control) } }
                    for try await clip in group {
                        #expect(clip.head == first.head)
                        #expect(clip.samples.count == first.samples.count)
                    }
                }
                // Another request gets a clip of its own.
                let sound = MediaRequest(stream: .live, format: .mp4, track: TrackID(1))
                #expect(try await shared.clip(ClipRequest(sound, last: "10m"), of: relay.control).samples.count == 30)

                let brief = ClipMaker(sharedTime: .zero)
                let old = try await brief.clip(request, of: relay.control)
                try await send(10, by: publisher)
                await untilFrames(81, relay)
                while !Task.isCancelled,
                    try await brief.clip(request, of: relay.control).samples.count == old.samples.count
                {}
            }
        }
    }

    @Test func `the frames of a clip count for the budget until it is sent`() async throws {
        try await RunningRelay.runWithHTTP(configure: { $0.stream.logBytes = 4 << 20 }) { relay in
            try await relay.publishing { publisher in
                let filler = [UInt8](repeating: 7, count: 200_000)
                let picture = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr() + filler])
                for _ in 0..<20 { try await publisher.sendPicture(picture, isKeyFrame: true) }
                await untilFrames(21, relay)
                let sleeper = try await SleepingClient(port: relay.port, request: get("/live.mp4?last=10m"))
                // The log drops all frames that the clip holds.
                var sent = 21
                while !Task.isCancelled, relay.control.core.memory.used(by: .viewers) < 2 << 20 {
                    try await publisher.sendPicture(picture, isKeyFrame: true)
                    sent += 1
                    await untilFrames(sent, relay)
                }
                try await sleeper.close()
                while !Task.isCancelled, relay.control.core.memory.used(by: .viewers) > 0 {
                    _ = await relay.control.connections()
                }
            }
        }
    }
}
