#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import NIOCore
import StreamProtocol
import Testing

@testable import StreamHTTP
@testable import StreamRelay

@Suite struct JSONWriterTests {
    private func encoded(_ document: StreamDocument) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    private func status(tracks: [StreamStatus.Track], publisher: Participant?) throws -> StreamStatus {
        StreamStatus(
            name: try StreamName("studio/camera-2"),
            epoch: .max,
            state: .live,
            publisher: publisher,
            tracks: tracks,
            viewers: 3,
            framesReceived: 1_000_000,
            bytesReceived: .max,
            log: StreamStatus.Log(entries: 5, bytes: 6, duration: .milliseconds(2_345)),
            history: tracks.isEmpty ? nil : .milliseconds(2_340)
        )
    }

    private var video: StreamStatus.Track {
        var track = Track(id: .zero, kind: .video, codec: .h264)
        track.size = PictureSize(width: 1_280, height: 720)
        return StreamStatus.Track(
            track: track,
            frameRate: 29.97,
            bitRate: 1_234_567.8,
            group: StreamStatus.Group(frames: 60, duration: .seconds(2)),
            keyFrameAge: .milliseconds(100)
        )
    }

    private var sound: StreamStatus.Track {
        var track = Track(id: TrackID(1) ?? .zero, kind: .audio, codec: .aac)
        track.sampleRate = 48_000
        track.channels = 2
        track.language = "de\"\\\u{1}\n\t\u{7f}ü"
        track.configuration = [0x11, 0x90]
        return StreamStatus.Track(track: track, frameRate: 0, bitRate: 0, group: nil, keyFrameAge: nil)
    }

    @Test func `the video track with the lowest number leads, or the lowest of all`() throws {
        var second = video
        second.track.id = TrackID(2) ?? .zero
        #expect(try status(tracks: [second, sound, video], publisher: nil).leadingTrack?.track.id == .zero)
        #expect(try status(tracks: [sound, second], publisher: nil).leadingTrack?.track.id == TrackID(2))
        var third = sound
        third.track.id = TrackID(3) ?? .zero
        #expect(try status(tracks: [third, sound], publisher: nil).leadingTrack?.track.id == TrackID(1))
    }

    @Test(arguments: [false, true])
    func `a stream is written as JSONEncoder writes it`(includesPublisher: Bool) throws {
        let publisher = Participant(
            connection: 7,
            peer: try SocketAddress(ipAddress: "::1", port: 5),
            isEncrypted: true,
            carrier: .streamd,
            bearer: "studio/one",
            clientName: "\u{8}a\u{c}b\r/\u{1b}[31m\"",
            since: 1_700_000_000_000_000
        )
        let documents = [
            StreamDocument(
                try status(tracks: [video, sound], publisher: publisher),
                includesPublisher: includesPublisher
            ),
            StreamDocument(try status(tracks: [sound], publisher: nil), includesPublisher: includesPublisher),
            StreamDocument(try status(tracks: [], publisher: nil), includesPublisher: includesPublisher),
        ]
        var reports = StreamReception()
        reports.add(
            ReceiverReport(
                framesReceived: 9,
                framesMissed: .max,
                bytesReceived: 1,
                medianLatency: 15_000,
                highLatency: 0
            )
        )
        var reported = try status(tracks: [video], publisher: nil)
        reported.reception = reports
        var pulled = try status(tracks: [video], publisher: nil)
        pulled.source = StreamStatus.Source(
            origin: "a.example:7450",
            path: try RelayPath([.random(), .random()]),
            hops: [
                Arrivals.Hop(delay: -20, errorBound: 1500), Arrivals.Hop(delay: 0, errorBound: Arrivals.Hop.unknown),
            ]
        )
        let others = [
            StreamDocument(reported, includesPublisher: false),
            StreamDocument(pulled, includesPublisher: includesPublisher),
        ]
        for document in documents + others {
            #expect(String(buffer: document.json) == (try encoded(document)))
            let decoded = try JSONDecoder().decode(StreamDocument.self, from: Data(document.json.readableBytesView))
            #expect(decoded == document)
        }
    }
}
