import StreamProtocol
import Testing

@testable import streamd

@Suite struct LoadViewerStateMachineTests {
    private struct Viewer {
        var machine = LoadViewerStateMachine()
        var statistics = LoadStatistics()

        mutating func received(_ event: MessageScanner.Event, at now: Int64 = 0) -> LoadViewerStateMachine.Action {
            machine.received(event, at: now, elapsed: 5_000, clock: nil, into: &statistics)
        }

        mutating func received(_ sequence: UInt64, epoch: UInt32 = 1) {
            let header = FrameHeader(
                track: .zero,
                epoch: epoch,
                sequence: sequence,
                decodeTime: 0,
                presentationTime: 0
            )
            _ = received(.frame(header, length: 100))
        }

        mutating func failed() -> LoadViewerStateMachine.Action {
            machine.failed(because: "connection lost", into: &statistics)
        }

        mutating func channelInactive() {
            machine.channelInactive(into: &statistics)
        }
    }

    private let welcome = Welcome(
        epoch: 1,
        streamInstance: 1,
        maximumFrameLength: 1 << 20,
        pingInterval: 1_000,
        maximumLatency: 2_000,
        state: .live,
        relayName: nil
    )

    @Test func `a viewer counts from its welcome until its channel closes`() {
        var viewer = Viewer()
        #expect(viewer.received(.message(.welcome(welcome))) == .nothing)
        #expect(viewer.statistics.watching == 1)
        #expect(viewer.statistics.joined == 1)
        viewer.channelInactive()
        #expect(viewer.statistics.watching == 0)
        #expect(viewer.statistics.ended == ["closed": 1])
    }

    @Test func `a viewer that the relay never welcomed does not count as watching`() {
        var viewer = Viewer()
        viewer.channelInactive()
        #expect(viewer.statistics.watching == 0)
    }

    @Test func `only the first reason of an end counts`() {
        var viewer = Viewer()
        #expect(viewer.received(.message(.error(Ending(.overloaded, "Too busy.")))) == .close)
        #expect(viewer.failed() == .close)
        viewer.channelInactive()
        #expect(viewer.statistics.ended == ["\(ErrorCode.overloaded)": 1])
    }

    @Test func `pings are answered`() {
        var viewer = Viewer()
        let pong = Pong(sent: 7, received: 9, answered: 9)
        #expect(viewer.received(.message(.ping(Ping(sent: 7))), at: 9) == .send(pong))
    }

    @Test func `frames and gaps cover every number, and each epoch starts again`() {
        var viewer = Viewer()
        viewer.received(10)
        let gap = Gap(track: .zero, reason: .latency, epoch: 1, first: 11, count: 2)
        #expect(viewer.received(.message(.gap(gap))) == .nothing)
        viewer.received(13)
        viewer.received(0, epoch: 2)
        #expect(viewer.statistics.unaccounted == 0)
        #expect(viewer.statistics.pictures.missed == ["latency": 2])
        #expect(viewer.statistics.pictures.received == 3)
        #expect(viewer.statistics.bytes == 300)
        viewer.received(4, epoch: 2)
        #expect(viewer.statistics.unaccounted == 3)
    }

    @Test func `sound is counted apart from pictures`() throws {
        let sound = try #require(TrackID(1))
        var viewer = Viewer()
        let table = try TrackTable(
            epoch: 1,
            tracks: [Track(id: .zero, kind: .video, codec: .h264), Track(id: sound, kind: .audio, codec: .aac)]
        )
        _ = viewer.received(.message(.tracks(table)))
        viewer.received(0)
        for sequence in 0..<3 as Range<UInt64> {
            let header = FrameHeader(
                track: sound,
                epoch: 1,
                sequence: sequence,
                decodeTime: 0,
                presentationTime: 0
            )
            _ = viewer.received(.frame(header, length: 10))
        }
        _ = viewer.received(.message(.gap(Gap(track: sound, reason: .latency, epoch: 1, first: 3, count: 4))))
        #expect(viewer.statistics.pictures.received == 1)
        #expect(viewer.statistics.pictures.missed.isEmpty)
        #expect(viewer.statistics.sound.received == 3)
        #expect(viewer.statistics.sound.missed == ["latency": 4])
        #expect(viewer.statistics.bytes == 130)
        #expect(viewer.statistics.unaccounted == 0)
    }

    @Test func `the time to the first frame is recorded once`() {
        var viewer = Viewer()
        viewer.received(0)
        viewer.received(1)
        #expect(viewer.statistics.firstFrames.count == 1)
    }
}
