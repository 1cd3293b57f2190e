import StreamClient
import StreamProtocol
import Testing

@testable import streamd

@Suite struct PlayAddressTests {
    @Test(arguments: [
        ("relay.example.org/studio", true), ("127.0.0.1:7450", true), ("localhost", true), ("tls://relay/a", true),
        ("streamd://[::1]:7450/a", true), ("camera-2.example.org", true), ("relay/film.mp4", true), ("-", false),
        ("test:", false), ("test:size=64x64", false), ("/dev/video0", false), ("./film", false), ("film.mp4", false),
        ("FILM.H264", false), ("rtsp://camera/1", false), ("http://relay/live.ts", false),
    ])
    func `an address of a relay is told from an input of publish`(_ text: String, isRelay: Bool) throws {
        if case .relay = try PlayAddress(text) { #expect(isRelay) } else { #expect(!isRelay) }
    }

    @Test func `what is neither is refused`() {
        let failure = #expect(throws: Failure.self) { try PlayAddress("relay:port/a") }
        #expect(failure?.status == .usage)
    }

    @Test(arguments: [("auto", 0.0), ("50ms", 0.05), ("0.2", 0.2), ("10s", 10), ("11s", nil), ("soon", nil)])
    func `the latency is a time or auto`(_ text: String, seconds: Double?) {
        #expect(PlayLatency(argument: text).map { $0.time / .seconds(1) } == seconds)
    }
}

@Suite struct SnapshotFileTests {
    @Test(arguments: [
        ("relay.example.org:7450/studio/camera-2", "camera-2"), ("/tmp/film.mp4", "film.mp4"), ("test:", "test-"),
        ("standard input", "standard-input"), ("..", "streamd"), ("", "streamd"),
    ])
    func `a picture has the name of its stream`(_ stream: String, name: String) {
        #expect(SnapshotFile.name(of: stream) == name)
    }
}

/// What a feed passes on, as a watcher would.
@Suite struct FeedNumberingTests {
    private var numbering = FeedNumbering()
    private static let track = Track(id: .zero, kind: .video, codec: .h264)

    @Test mutating func `frames of a track are counted`() {
        #expect(names(numbering.follow([Self.track], beginningEpoch: false)) == ["tracks 1"])
        #expect(names(frame()) == ["frame 1 0"])
        #expect(names(frame()) == ["frame 1 1"])
    }

    @Test mutating func `frames that are left out in a pause are a gap`() {
        _ = numbering.follow([Self.track], beginningEpoch: false)
        _ = frame()
        numbering.isPaused = true
        #expect(names(frame()) == [])
        #expect(names(frame()) == [])
        numbering.isPaused = false
        #expect(names(frame()) == ["gap 1 2", "frame 1 3"])
        #expect(names(frame()) == ["frame 1 4"])
    }

    @Test mutating func `a file loses nothing in a pause`() {
        _ = numbering.follow([Self.track], beginningEpoch: false)
        numbering.isPaused = true
        #expect(names(frame(isLive: false)) == ["frame 1 0"])
    }

    @Test mutating func `a source that begins anew begins an epoch`() {
        // Before the first frames, there is nothing to begin anew.
        #expect(names(numbering.follow([Self.track], beginningEpoch: true)) == ["tracks 1"])
        _ = frame()
        #expect(names(numbering.follow([Self.track], beginningEpoch: true)) == ["discontinuity 1 2", "tracks 2"])
        #expect(names(frame()) == ["frame 2 0"])
    }

    private mutating func frame(isLive: Bool = true) -> [WatchEvent] {
        let frame = MediaFrame(track: .zero, decodeTime: .zero, presentationTime: .zero, bytes: [UInt8(1)])
        return numbering.number(frame, dropsWhilePaused: isLive)
    }

    private func names(_ events: [WatchEvent]) -> [String] {
        events.map { event in
            switch event {
            case .tracks(let table): "tracks \(table.epoch)"
            case .frame(let frame): "frame \(frame.header.epoch) \(frame.sequence)"
            case .gap(let gap): "gap \(gap.first) \(gap.count)"
            case .discontinuity(let step): "discontinuity \(step.previous.epoch) \(step.next.epoch)"
            default: "\(event)"
            }
        }
    }
}
