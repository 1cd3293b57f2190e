import NIOCore
import StreamClient
import StreamProtocol
import Testing

@testable import StreamPlayback

/// A stream of 25 pictures a second, and of sound, without decoders, window and device.
@Suite struct PlayedStreamTests {
    static let start: Int64 = 1_000_000_000
    static let interval: Int64 = 40_000
    private static let audio = TrackID(1)

    private var stream = PlayedStream<Int>(target: 0, now: start)

    @Test mutating func `decoders get the track before its frames, and each frame once`() throws {
        try begin()
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        _ = receive(frame(1), at: Self.interval)
        #expect(videoSteps() == ["begin", "track", "frame 0", "frame 1"])
        _ = try receive(table())
        #expect(videoSteps() == [])
    }

    @Test mutating func `a picture is shown when it is due, and the message goes with the first one`() throws {
        try begin()
        #expect(message() == PlayerTexts.waiting)
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        decoded(0, at: 5_000)
        #expect(shown(at: 60_000) == 0)
        let header = try #require(frame(0).protocolFrame).header
        #expect(stream.shown(header, wallTime: 0, isLocal: false, usesHardware: false) == [.messageChanged])
        #expect(message() == nil)
    }

    @Test mutating func `pictures from before the stream begins anew are not shown`() throws {
        try begin()
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        stream.begin(history: 5_000_000, now: Self.start)
        _ = receive(.connected(welcome(history: 5_000)), at: 0)
        _ = try receive(table())
        _ = receive(frame(3, flags: .randomAccess), at: 0)
        decoded(0, run: 1, at: 5_000)
        #expect(shown(at: 60_000) == nil)
        decoded(3, run: 2, at: 61_000)
        #expect(shown(at: 120_000) == 3)
        #expect(stream.playout.clock.rewound == 5_000_000)
    }

    @Test mutating func `pictures from before a jump of the media clock are decoded, and not shown`() throws {
        try begin()
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        _ = receive(frame(1, flags: .discontinuity, media: 900_000_000), at: Self.interval)
        #expect(videoSteps() == ["begin", "track", "frame 0", "frame 1"])
        decoded(0, at: Self.interval)
        #expect(shown(at: Self.interval + 60_000) == nil)
        stream.decoded(1, of: header(1, media: 900_000_000), run: 1, now: Self.start + Self.interval)
        #expect(shown(at: Self.interval + 60_000) == 1)
    }

    @Test mutating func `another generation reaches the decoders before its frames`() throws {
        try begin()
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        let generations = (1...2).map { StreamGeneration(streamInstance: 7, epoch: $0) }
        _ = receive(.discontinuity(StreamDiscontinuity(from: generations[0], to: generations[1])), at: 0)
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        #expect(videoSteps() == ["begin", "track", "frame 0", "discontinuity", "frame 0"])
    }

    @Test mutating func `a random access point overtakes frames that are late`() throws {
        try begin()
        for number in 0..<5 { _ = receive(frame(number, flags: number == 0 ? .randomAccess : []), at: 0) }
        _ = receive(frame(5, flags: .randomAccess), at: 900_000)
        #expect(videoSteps() == ["begin", "track", "gap 0 5", "frame 5"])
        #expect(stream.statistics.skipped == 5)
    }

    @Test mutating func `frames without end become a gap, and a key frame is requested`() throws {
        try begin()
        var actions: [PlayedStream<Int>.Action] = []
        for number in 0...DecodingQueue.maximumFrames { actions += receive(frame(number), at: 0) }
        #expect(actions == [.requestKeyFrame(.zero)])
        #expect(videoSteps() == ["begin", "track", "gap 0 \(DecodingQueue.maximumFrames + 1)"])
    }

    @Test mutating func `who waits is told once what is live`() {
        #expect(receive(.connected(welcome(history: 0, .waiting)), at: 0) == [.messageChanged, .describeWait])
        let text = "Waiting for 'lvie'. Live now: 'live'."
        #expect(stream.waits(text) == [.messageChanged, .report(text)])
        #expect(message() == text)
        #expect(stream.waits(text) == [], "it is known")
        _ = receive(.state(.live), at: 0)
        #expect(stream.waits("Waiting for 'lvie'. No stream is live now.") == [], "it no longer waits")
        #expect(message() == PlayerTexts.waiting, "the first picture is on its way")
    }

    @Test mutating func `after a reconnection the clock goes on`() throws {
        try begin()
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        let delay = stream.playout.clock.delay
        #expect(delay != nil)
        let error = try #require(#expect(throws: ClientError.self) { try RelayAddress("relay:port") })
        #expect(receive(.disconnected(error, retryIn: .zero), at: 0).count == 2)
        #expect(message() == "\(error.reason) Trying again.")
        // The same reason again is nothing new.
        #expect(receive(.disconnected(error, retryIn: .zero), at: 0) == [])
        _ = receive(.connected(welcome(history: 100)), at: 0)
        #expect(message() == PlayerTexts.waiting)
        #expect(stream.playout.clock.delay == delay)
    }

    @Test mutating func `nothing is decoded while more pictures would not wait`() throws {
        try begin()
        for number in 0..<12 {
            _ = receive(frame(number, flags: number == 0 ? .randomAccess : []), at: Int64(number))
            decoded(number, at: Int64(number))
        }
        #expect(videoSteps() == ["begin", "track"])
        _ = shown(at: 5_000_000)
        #expect(videoSteps().count == 12)
    }

    @Test mutating func `sound is decoded only if it is heard`() throws {
        try begin()
        _ = receive(frame(0, track: try #require(Self.audio)), at: 0)
        #expect(audioSteps(at: 0) == ["begin", "track"])
        stream.soundBegan(channels: 2, rate: 48_000, latency: 10_000)
        _ = receive(frame(1, track: try #require(Self.audio)), at: Self.interval)
        #expect(audioSteps(at: Self.interval) == ["frame 1"])
        // Too old, and too early.
        _ = receive(frame(2, track: try #require(Self.audio)), at: 2 * Self.interval)
        #expect(audioSteps(at: 1_000_000) == [])
        _ = receive(frame(50, track: try #require(Self.audio)), at: 1_000_000)
        var deadline: Int64?
        #expect(stream.nextAudio(now: Self.start + 1_000_000, deadline: &deadline) == nil)
        #expect(try #require(deadline) > Self.start + 1_000_000)
    }

    @Test mutating func `the stream ends when the last picture was shown`() throws {
        try begin()
        _ = receive(frame(0, flags: .randomAccess), at: 0)
        stream.finish(nil)
        #expect(videoSteps() == ["begin", "track", "frame 0", "finish"])
        #expect(audioSteps(at: 0) == ["begin", "track", "finish"])
        stream.decoderFinished()
        decoded(0, at: 5_000)
        var deadline: Int64?
        #expect(shown(at: 60_000) == 0)
        #expect(stream.nextPicture(now: Self.start + 60_000, deadline: &deadline) == nil)
        stream.decoderFinished()
        guard case .end = stream.nextPicture(now: Self.start + 60_000, deadline: &deadline) else {
            Issue.record("the stream has not ended")
            return
        }
        stream.ended()
        #expect(message() == "The stream has ended.")
    }

    @Test mutating func `a stream that cannot be played is explained`() throws {
        stream.begin(history: 0, now: Self.start)
        _ = receive(.connected(welcome(history: 0)), at: 0)
        var hevc = Track(id: .zero, kind: .video, codec: FourCC(rawValue: 0x6876_6331))
        _ = receive(.tracks(try TrackTable(epoch: 1, tracks: [hevc])), at: 0)
        #expect(message() == "The pictures are hvc1, and streamd plays H.264.")
        hevc.kind = .data
        _ = receive(.tracks(try TrackTable(epoch: 2, tracks: [hevc])), at: 0)
        #expect(message() == "The stream has neither pictures nor sound that streamd plays.")
        var aac = Track(id: .zero, kind: .audio, codec: .aac)
        aac.sampleRate = 48_000
        let actions = receive(.tracks(try TrackTable(epoch: 3, tracks: [aac])), at: 0)
        #expect(actions == [.messageChanged, .soundChanged(hasTrack: true)])
        #expect(message() == "This stream is sound without pictures.")
    }

    @Test mutating func `the publisher's absence is said over the last picture`() throws {
        try begin()
        _ = stream.shown(header(0), wallTime: 0, isLocal: false, usesHardware: false)
        #expect(message() == nil)
        _ = receive(.state(.interrupted), at: 0)
        #expect(message() == "The publisher is disconnected; waiting for its return.")
        _ = receive(.state(.live), at: 0)
        #expect(message() == nil)
        stream.notice("Saved a-0001.png.", now: Self.start)
        #expect(message() == "Saved a-0001.png.")
        #expect(message(at: PlayerTexts.noticeTime) == nil)
    }

    @Test mutating func `the statistics have the latency with its error, gaps by reason, drops and the decoder`() throws
    {
        try begin()
        _ = receive(.gap(Gap(track: .zero, reason: .latency, epoch: 1, first: 0, count: 4)), at: 0)
        _ = receive(.gap(Gap(track: .zero, reason: .latency, epoch: 1, first: 4, count: 2)), at: 0)
        var captured = header(6)
        captured.captureTime = 5_000_000
        _ = stream.shown(captured, wallTime: 5_045_000, isLocal: true, usesHardware: true)
        let lines = overlay(showsStatistics: true).statistics
        #expect(lines.first == "name")
        #expect(lines.contains { $0.contains("45.0 ms +- 0.0 ms from capture to the screen") })
        #expect(lines.contains("missed    6 latency"))
        #expect(lines.contains("pictures  0 shown, 0 dropped, 0 not decoded, 0 errors"))
        #expect(lines.contains("decoder   H.264 640x360, VA-API"))
        #expect(overlay(showsStatistics: false).statistics.isEmpty)
    }

    // MARK: Support

    private mutating func begin() throws {
        stream.begin(history: 0, now: Self.start)
        _ = receive(.connected(welcome(history: 0)), at: 0)
        let actions = try receive(table())
        #expect(actions.contains(.expect(PictureSize(width: 640, height: 360))))
    }

    private mutating func receive(_ event: WatchEvent, at time: Int64) -> [PlayedStream<Int>.Action] {
        stream.receive(event, now: Self.start + time, wallTime: 0)
    }

    private mutating func receive(_ table: TrackTable) throws -> [PlayedStream<Int>.Action] {
        receive(.tracks(table), at: 0)
    }

    private func table() throws -> TrackTable {
        var video = Track(id: .zero, kind: .video, codec: .h264)
        video.size = PictureSize(width: 640, height: 360)
        return try TrackTable(
            epoch: 1,
            tracks: [video, Track(id: try #require(Self.audio), kind: .audio, codec: .aac)]
        )
    }

    private func welcome(history: UInt32, _ state: StreamState = .live) -> Welcome {
        Welcome(
            epoch: 1,
            streamInstance: 7,
            maximumFrameLength: 1 << 20,
            pingInterval: 2_000,
            maximumLatency: 1_000,
            state: state,
            history: history
        )
    }

    private func header(
        _ number: Int,
        track: TrackID = .zero,
        flags: FrameHeader.Flags = [],
        media: Int64? = nil
    ) -> FrameHeader {
        let time = media ?? Int64(number) * Self.interval
        return FrameHeader(
            track: track,
            flags: flags,
            epoch: 1,
            sequence: UInt64(number),
            decodeTime: time,
            presentationTime: time
        )
    }

    private func frame(
        _ number: Int,
        track: TrackID = .zero,
        flags: FrameHeader.Flags = [],
        media: Int64? = nil
    ) -> WatchEvent {
        let frame = Frame(header(number, track: track, flags: flags, media: media), payload: [UInt8(1)])
        return .frame(WatchedFrame(frame, of: StreamGeneration(streamInstance: 7, epoch: 1)))
    }

    private mutating func decoded(_ number: Int, run: Int = 1, at time: Int64) {
        stream.decoded(number, of: header(number), run: run, now: Self.start + time)
    }

    private mutating func shown(at time: Int64) -> Int? {
        var deadline: Int64?
        guard case .show(let number) = stream.nextPicture(now: Self.start + time, deadline: &deadline) else {
            return nil
        }
        return number
    }

    private mutating func videoSteps() -> [String] {
        var steps: [String] = []
        while case .take(let step) = stream.nextVideo() { steps.append(step.name) }
        return steps
    }

    private mutating func audioSteps(at time: Int64) -> [String] {
        var steps: [String] = []
        var deadline: Int64?
        while case .take(let step) = stream.nextAudio(now: Self.start + time, deadline: &deadline) {
            steps.append(step.name)
        }
        return steps
    }

    private mutating func overlay(showsStatistics: Bool, at time: Int64 = 0) -> PaneOverlay {
        stream.overlay(
            showsStatistics: showsStatistics,
            isPaused: false,
            isSelected: false,
            name: "name",
            now: Self.start + time
        )
    }

    private mutating func message(at time: Int64 = 0) -> String? { overlay(showsStatistics: false, at: time).message }
}

extension WatchEvent {
    fileprivate var protocolFrame: Frame? {
        if case .frame(let frame) = self { frame.protocolFrame } else { nil }
    }
}

extension DecodingQueue.Step {
    fileprivate var name: String {
        switch self {
        case .begin: "begin"
        case .track: "track"
        case .frame(let frame): "frame \(frame.header.sequence)"
        case .gap(let gap): "gap \(gap.first) \(gap.count)"
        case .discontinuity: "discontinuity"
        case .finish: "finish"
        }
    }
}
