import Containers
import MadeStreams
import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

@Suite struct ContainerWrapperTests {
    /// The body of a response that begins with these messages of the relay.
    private static func response(
        _ format: MediaFormat,
        _ messages: [ProtocolMessage]
    ) throws -> (bytes: [UInt8], actions: [MediaTranslator.Action]) {
        let welcome = ProtocolMessage.welcome(
            Welcome(
                epoch: 1,
                streamInstance: 7,
                maximumFrameLength: 1 << 20,
                pingInterval: 5_000,
                maximumLatency: 2_000,
                state: .live
            )
        )
        var translator = MediaTranslator(MediaRequest(stream: .live, format: format))
        translator.receive(.opening([welcome] + messages))
        var bytes: [UInt8] = []
        var actions: [MediaTranslator.Action] = []
        while let action = translator.next() {
            actions.append(action)
            if case .send(let prefix, let payload) = action { bytes += prefix + Array(payload.readableBytesView) }
        }
        return (bytes, actions)
    }

    private static func index(_ bytes: [UInt8]) throws -> MP4Index {
        try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    }

    private static func frames(_ messages: [ProtocolMessage]) -> [ProtocolMessage] {
        messages.filter { if case .frame = $0 { true } else { false } }
    }

    @Test func `a response is an MP4 with all frames`() throws {
        var wrapper = ContainerWrapper(.mp4, track: nil)
        let messages = wrapper.messages(try Made.stream())
        let index = try Self.index(Self.response(.mp4, messages).bytes)
        #expect(index.tracks.map { $0.samples.count } == [20, 20])
        #expect(index.tracks.map { $0.track.isVideo } == [false, true])
    }

    @Test func `a viewer that comes later gets the same fragments with a beginning of its own`() throws {
        var wrapper = ContainerWrapper(.mp4, track: nil)
        let messages = wrapper.messages(try Made.stream())
        let table = try #require(messages.first)
        let late = Array(
            Self.frames(messages).drop { message in
                guard case .frame(let frame) = message else { return true }
                return frame.header.sequence < 10
            }
        )
        let early = try Self.response(.mp4, messages).bytes
        let bytes = try Self.response(.mp4, [table] + late).bytes
        let fragments = late.reduce(into: [UInt8]()) { bytes, message in
            if case .frame(let frame) = message { bytes += frame.payload.readableBytesView }
        }
        #expect(Array(early.suffix(fragments.count)) == fragments)
        #expect(Array(bytes.suffix(fragments.count)) == fragments)
        #expect(try Self.index(bytes).tracks.map { $0.samples.count } == [10, 10])
    }

    @Test func `one track can be had alone`() throws {
        for (track, isVideo) in [(TrackID.zero, true), (Made.sound, false)] {
            var wrapper = ContainerWrapper(.mp4, track: track)
            let index = try Self.index(Self.response(.mp4, wrapper.messages(try Made.stream())).bytes)
            #expect(index.tracks.map { $0.track.isVideo } == [isVideo])
        }
    }

    @Test func `an MP4 ends where its beginning no longer describes the stream`() throws {
        var wrapper = ContainerWrapper(.mp4, track: nil)
        var messages = wrapper.messages(try Made.stream() + [Made.picture(20, widthInMbs: 4), Made.sound(20)])
        var actions = try Self.response(.mp4, messages).actions
        guard case .endSession(let error)? = actions.popLast() else {
            Issue.record("the session goes on")
            return
        }
        #expect(error.code == .endOfStream)
        #expect(actions.last == .finish(isWhole: true))
        // A new viewer begins with the new size.
        messages = Array(messages.drop { if case .frame(let frame) = $0 { frame.header.sequence < 20 } else { true } })
        var other = ContainerWrapper(.mp4, track: nil)
        #expect(other.messages([.tracks(try Made.table()), Made.picture(20, widthInMbs: 4)]).count == 2)
    }

    @Test func `an MP4 goes on in the next epoch, and ends with sound of another kind`() throws {
        var wrapper = ContainerWrapper(.mp4, track: nil)
        let messages = wrapper.messages(
            try Made.stream() + [
                .tracks(try Made.table(epoch: 2)), Made.sound(0, epoch: 2), Made.picture(0, epoch: 2),
            ]
        )
        let index = try Self.index(Self.response(.mp4, messages).bytes)
        #expect(index.tracks.map { $0.samples.count } == [21, 21])
        let times = index.tracks.map { track in track.samples.map(\.decodeTime) }
        #expect(times.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0 < $1 } })
        let other = wrapper.messages([.tracks(try Made.table(epoch: 3, soundConfiguration: [0x12, 0x10]))])
        #expect(try Self.response(.mp4, messages + other).actions.contains(.finish(isWhole: true)))
    }

    /// Sound, and after 4 s the first pictures.
    private static func lateCamera() throws -> [ProtocolMessage] {
        [.tracks(try Made.table())] + (0..<100).map { Made.sound($0) }
            + (100..<120).flatMap { [Made.picture($0), Made.sound($0)] }
    }

    @Test func `a transport stream goes on with pictures that come long after the sound`() throws {
        var wrapper = ContainerWrapper(.transportStream, track: nil)
        let messages = wrapper.messages(try Self.lateCamera())
        let pictures = messages.filter { if case .frame(let frame) = $0 { frame.header.track == .zero } else { false } }
        #expect(pictures.count == 20)
        let (bytes, actions) = try Self.response(.transportStream, messages)
        #expect(actions.count == 1 + 140)
        #expect(Self.breaks(bytes) == 0)
    }

    @Test func `an MP4 of sound ends where pictures begin, and the next one has both`() throws {
        var wrapper = ContainerWrapper(.mp4, track: nil)
        let messages = wrapper.messages(try Self.lateCamera())
        let (bytes, actions) = try Self.response(.mp4, messages)
        #expect(actions.contains(.finish(isWhole: true)))
        #expect(try Self.index(bytes).tracks.map { $0.samples.count } == [100])
        let table = try #require(messages.last { if case .tracks = $0 { true } else { false } })
        let late = messages.drop { if case .frame(let frame) = $0 { frame.header.sequence < 100 } else { true } }
        let next = try Self.response(.mp4, [table] + Self.frames(Array(late))).bytes
        #expect(try Self.index(next).tracks.map { $0.samples.count } == [20, 20])
    }

    @Test func `a transport stream goes on with another size`() throws {
        var wrapper = ContainerWrapper(.transportStream, track: nil)
        let messages = wrapper.messages(try Made.stream() + [Made.picture(20, widthInMbs: 4)])
        let (bytes, actions) = try Self.response(.transportStream, messages)
        #expect(actions.count == 1 + 41)
        #expect(bytes.count.isMultiple(of: 188))
        #expect(Self.breaks(bytes) == 0)
    }

    @Test func `a viewer that missed frames sees where the counters break`() throws {
        var wrapper = ContainerWrapper(.transportStream, track: nil)
        let messages = wrapper.messages(try Made.stream())
        let table = try #require(messages.first)
        let frames = Self.frames(messages)
        let gap = ProtocolMessage.gap(Gap(track: .zero, reason: .latency, epoch: 1, first: 5, count: 5))
        let some = Array(frames[..<10]) + [gap] + Array(frames[21...])
        let bytes = try Self.response(.transportStream, [table] + some).bytes
        #expect(Self.breaks(bytes) == 0)
        let silent = try Self.response(.transportStream, [table] + some.filter { $0 != gap }).bytes
        #expect(Self.breaks(silent) > 0)
    }

    @Test func `a viewer that missed frames sees where the counters of a later track break`() throws {
        var wrapper = ContainerWrapper(.transportStream, track: nil)
        let alone = try TrackTable(epoch: 1, tracks: Made.table().tracks.filter { $0.kind == .audio })
        let before = wrapper.messages([.tracks(alone), Made.sound(0)])
        let after = wrapper.messages(
            try [.tracks(Made.table())] + (10..<40).flatMap { [Made.sound($0), Made.picture($0)] }
        )
        // A picture comes first after the gap, and shows three identifiers with the tables.
        let missed = after.prefix(6) + [.gap(Gap(track: .zero, reason: .latency, epoch: 1, first: 12, count: 8))]
        let rest = after.dropFirst(23)
        let bytes = try Self.response(.transportStream, before + missed + rest).bytes
        #expect(Self.breaks(bytes) == 0)
    }

    @Test func `sound that nothing describes is refused at once`() throws {
        var track = Track(id: .zero, kind: .audio, codec: .aac)
        track.configuration = []
        for format in [MediaFormat.mp4, .transportStream] {
            var wrapper = ContainerWrapper(format == .mp4 ? .mp4 : .transportStream, track: nil)
            let messages = wrapper.messages([.tracks(try TrackTable(epoch: 1, tracks: [track])), Made.sound(0)])
            guard case .endSession(let error)? = try Self.response(format, messages).actions.first else {
                Issue.record("the viewer waits")
                continue
            }
            #expect(error.code == .streamNotFound)
            #expect(error.reason.contains("track 0: audio (mp4a) with a configuration that cannot be read"))
        }
    }

    @Test func `pictures that nothing describes are refused at the first of them`() throws {
        let track = Track(id: .zero, kind: .video, codec: .h264)
        for format in [MediaFormat.mp4, .transportStream] {
            var wrapper = ContainerWrapper(format == .mp4 ? .mp4 : .transportStream, track: nil)
            let header = FrameHeader(track: .zero, flags: .randomAccess, epoch: 1, decodeTime: 0, presentationTime: 0)
            let broken = ProtocolMessage.frame(Frame(header, payload: [0, 0, 1, 0x65, 1]))
            let table = ProtocolMessage.tracks(try TrackTable(epoch: 1, tracks: [track]))
            let messages = wrapper.messages([table, broken, broken])
            #expect(messages.count == 1)
            guard case .endSession(let error)? = try Self.response(format, messages).actions.first else {
                Issue.record("the viewer waits")
                continue
            }
            #expect(error.reason.contains("describe no track that fits"))
            // A picture that describes itself begins the container.
            #expect(Self.frames(wrapper.messages([Made.picture(0)])).count == 1)
        }
    }

    @Test func `sound that waits for pictures comes before the end of the stream`() throws {
        var wrapper = ContainerWrapper(.mp4, track: nil)
        #expect(wrapper.messages([.tracks(try Made.table()), Made.sound(0), Made.sound(1)]).isEmpty)
        wrapper.stopHolding()
        let index = try Self.index(Self.response(.mp4, wrapper.rest()).bytes)
        #expect(index.tracks.map { $0.samples.count } == [2])
    }

    /// Packets whose counter does not follow, without a packet that says so.
    private static func breaks(_ bytes: [UInt8]) -> Int {
        var last: [UInt16: UInt8] = [:]
        var breaks = 0
        for start in stride(from: 0, to: bytes.count, by: 188) {
            let pid = UInt16(bytes[start + 1] & 0x1f) << 8 | UInt16(bytes[start + 2])
            let counter = bytes[start + 3] & 15
            let hasPayload = bytes[start + 3] & 0x10 != 0
            let isStated = bytes[start + 3] & 0x20 != 0 && bytes[start + 4] > 0 && bytes[start + 5] & 0x80 != 0
            if let before = last[pid], !isStated, counter != (hasPayload ? (before + 1) & 15 : before) { breaks += 1 }
            last[pid] = counter
        }
        return breaks
    }
}

/// Containers over real sockets.
@Suite struct ContainerViewingTests {
    private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    @Test(.timeLimit(.minutes(10)), arguments: ["mp4", "ts"])
    func `viewers of a container share its frames`(_ name: String) async throws {
        try await RunningRelay.runWithHTTP { relay in
            var clients: [RawClient] = []
            try await relay.publishing { publisher in
                let picture = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr()])
                try await publisher.sendPicture(picture, isKeyFrame: true)
                for _ in 0..<3 { clients.append(try await relay.connect(sending: get("/live.\(name)"))) }
                await relay.untilStream { $0?.viewers == 3 }
                for number in 0..<20 {
                    try await publisher.sendPicture(MadeStream.annexB([MadeStream.p(number % 10)]))
                    try await publisher.sendSound([1, 2, 3])
                }
            }
            var bodies: [[UInt8]] = []
            for client in clients {
                let answer = RawAnswer(try await client.readToEnd())
                #expect(answer.status == 200)
                #expect(answer.has("content-type: \(name == "ts" ? "video/mp2t" : "video/mp4")"))
                bodies.append(try #require(answer.unchunked))
            }
            #expect(bodies[0] == bodies[1] && bodies[0] == bodies[2])
            guard name == "mp4" else {
                #expect(bodies[0].count.isMultiple(of: 188))
                return
            }
            let bytes = bodies[0]
            let index = try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
            #expect(index.tracks.map { $0.samples.count } == [21, 20])
        }
    }

    @Test func `a stream that no container holds is not found`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { _ in
                let answer = try await relay.answer(to: get("/live.mp4?track=7"))
                #expect(answer.status == 404)
                #expect(answer.text.contains("no track 7 that .mp4 can hold"))
            }
        }
    }
}

/// Key frames for players that begin.
@Suite(.timeLimit(.minutes(10))) struct FreshStartTests {
    private static let picture = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr()])

    /// Waits until the newest key frame is too old to begin with. Each look passes the event loops.
    private func untilStale(_ relay: RunningRelay) async {
        while !Task.isCancelled, relay.control.hasStart(of: .live, within: HTTPLimits.freshStart) {
            _ = await relay.control.connections()
        }
    }

    @Test(arguments: ["mp4", "ts"]) func `a player begins with a key frame that the publisher makes for it`(
        _ name: String
    ) async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await relay.publishing { publisher in
                try await publisher.sendPicture(Self.picture, isKeyFrame: true)
                for _ in 0..<3 { try await publisher.sendPicture(MadeStream.annexB([MadeStream.p(1)])) }
                await relay.untilStream { ($0?.framesReceived ?? 0) >= 5 }
                await untilStale(relay)
                let client = try await relay.connect(sending: "GET /live.\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                for await event in publisher.events {
                    if case .keyFrameRequested(let track) = event {
                        #expect(track == .zero)
                        break
                    }
                }
                _ = client
            }
        }
    }

    @Test func `a publisher that makes no key frame delays a player for a moment only`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            var client: RawClient?
            try await relay.publishing { publisher in
                try await publisher.sendPicture(Self.picture, isKeyFrame: true)
                await relay.untilStream { ($0?.framesReceived ?? 0) >= 2 }
                await untilStale(relay)
                client = try await relay.connect(sending: "GET /live.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await relay.untilStream { $0?.viewers == 1 }
            }
            let answer = RawAnswer(try await #require(client).readToEnd())
            let bytes = try #require(answer.unchunked)
            let index = try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
            #expect(index.tracks.first?.samples.count == 1)
        }
    }
}
