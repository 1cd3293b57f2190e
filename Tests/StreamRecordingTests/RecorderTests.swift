import Containers
import MadeStreams
import NIOCore
import Platform
import RelayTestSupport
import StreamClient
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRecording

@Suite(.timeLimit(.minutes(10))) struct RecorderTests {
    private let folder: TemporaryFolder
    /// An element after each change of the recorder's status. One that was not looked at stands for all.
    private let changes: AsyncStream<Void>
    private let changed: AsyncStream<Void>.Continuation

    init() throws {
        folder = try TemporaryFolder()
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sends pictures in groups of 25, in real media time.
    private func send(_ publisher: TestPublisher, pictures: Range<Int>) async throws {
        for number in pictures {
            let isStart = number % 25 == 0
            let units =
                isStart
                ? [MadeStream.sps(), MadeStream.pps, MadeStream.idr(number / 25 % 2)] : [MadeStream.p(number % 25 % 16)]
            let time = MediaTime(microseconds: Int64(number) * 40_000)
            let frame = MediaFrame(
                track: .zero,
                flags: isStart ? .randomAccess : [],
                decodeTime: time,
                presentationTime: time,
                captureTime: .microseconds(WallClock.system.now),
                bytes: MadeStream.annexB(units)
            )
            try await publisher.outlet.send(frame)
        }
    }

    /// Runs a recorder while `body` does.
    private func record(
        _ relay: RunningRelay,
        _ selection: String,
        _ configure: (inout RecorderConfiguration) -> Void = { _ in },
        _ body: (Recorder) async throws -> Void
    ) async throws {
        let source = RecorderConfiguration.Source(try relay.client(), try StreamSelection(selection))
        var configuration = RecorderConfiguration([source], directory: folder.path("out"))
        configuration.segmentDuration = .seconds(2)
        // On a busy machine, a stream may be older than the default when the recorder joins it.
        configuration.history = .seconds(600)
        configuration.statusChanged = { [changed] in changed.yield() }
        configure(&configuration)
        let recorder = Recorder(configuration)
        let running = Task { try await recorder.run() }
        do {
            try await body(recorder)
        } catch {
            running.cancel()
            _ = await running.result
            throw error
        }
        running.cancel()
        try await running.value
    }

    /// Waits until the recorder's state is as a test needs it.
    private func wait(_ recorder: Recorder, until isRight: (RecorderStatus) -> Bool) async throws {
        if isRight(recorder.status) { return }
        for await _ in changes where isRight(recorder.status) { return }
        // The test is cancelled, or too slow.
        throw CancellationError()
    }

    /// A stream that ends before the recorder has joined it is not recorded.
    private func untilRecorded(_ frames: UInt64, _ recorder: Recorder) async throws {
        try await wait(recorder) { $0.streams.first.map { $0.recorded + $0.missing } == frames }
    }

    private func entries(_ stream: String) throws -> [JournalEntry] {
        let path = folder.path("out/\(stream)")
        let days = (Folder.names(in: path) ?? []).filter { CivilTime(date: $0) != nil }.sorted()
        return try days.flatMap { try SegmentFolder(path, hasHook: false).journal(of: $0).segments }
    }

    @Test func `streams that appear are recorded, with all of their frames`() async throws {
        try await RunningRelay.run { relay in
            try await record(relay, "studio/*") { recorder in
                let publisher = try TestPublisher(try relay.client("studio/one"))
                let other = try TestPublisher(try relay.client("other"))
                try await send(publisher, pictures: 0..<130)
                try await send(other, pictures: 0..<30)
                try await untilRecorded(130, recorder)
                #expect(recorder.status.streams.map(\.stream.description) == ["studio/one"])
                try await publisher.finish()
                try await wait(recorder) { $0.streams.first?.segments == 3 }
                try await other.finish()
            }
        }
        let found = try entries("studio+one")
        #expect(found.count == 3)
        let spans = found.flatMap { $0.spans ?? [] }
        #expect(spans.map(\.first) == [0, 50, 100])
        #expect(spans.reduce(0) { $0 + $1.recorded } == 130)
        #expect(Folder.names(in: folder.path("out"))?.sorted() == ["+lock", "studio+one"])
    }

    @Test func `a recording is switched on with the history before, and off`() async throws {
        try await RunningRelay.run { relay in
            try await record(relay, "live", { $0.isPaused = true }) { recorder in
                let live = try StreamName("live")
                let publisher = try TestPublisher(try relay.client())
                try await send(publisher, pictures: 0..<60)
                try await wait(recorder) { $0.streams.count == 1 }
                #expect(recorder.status.streams.first?.isOn == false)
                #expect(!recorder.setRecording(try StreamName("unknown"), isOn: true))
                #expect(recorder.setRecording(live, isOn: true))
                try await wait(recorder) { $0.streams.first?.recorded == 60 }
                #expect(recorder.setRecording(live, isOn: false))
                try await wait(recorder) { $0.streams.first?.segments == 2 }
                try await send(publisher, pictures: 60..<80)
                #expect(recorder.setRecording(live, isOn: true))
                // Its history overlaps with what was recorded: nothing is doubled.
                try await wait(recorder) { $0.streams.first.map { $0.recorded + $0.missing } == 80 }
                try await publisher.finish()
                try await wait(recorder) { $0.streams.first?.segments == 3 }
            }
        }
        let spans = try entries("live").flatMap { $0.spans ?? [] }.sorted { $0.first < $1.first }
        #expect(spans.first?.first == 0)
        for (span, next) in zip(spans, spans.dropFirst()) { #expect(span.next == next.first) }
        #expect(spans.last?.next == 80)
    }

    @Test func `two recorders do not share a folder`() async throws {
        // The lock is one of processes, so this test looks for the file alone.
        try await RunningRelay.run { relay in
            try await record(relay, "live") { recorder in
                try await wait(recorder) { $0.free != nil }
                #expect(FileStatus(path: folder.path("out/+lock")) != nil)
            }
        }
    }

    @Test func `a hook runs for each file, with what it needs to know, until it succeeds`() async throws {
        let log = folder.path("hooks")
        try await RunningRelay.run { relay in
            let command =
                "echo \"$STREAMD_STREAM $STREAMD_FRAMES $STREAMD_MISSING $(basename $STREAMD_FILE)\" >> \(log)"
            try await record(relay, "live", { $0.hook = command }) { recorder in
                let publisher = try TestPublisher(try relay.client())
                try await send(publisher, pictures: 0..<75)
                try await untilRecorded(75, recorder)
                try await publisher.finish()
                try await wait(recorder) { $0.hooksCompleted == 2 }
            }
        }
        let lines = String(decoding: try folder.bytes(of: "hooks"), as: UTF8.self).split(separator: "\n").sorted()
        let files = try entries("live").compactMap(\.file)
        #expect(lines.map(String.init).sorted() == ["live 50 0 \(files[0])", "live 25 0 \(files[1])"].sorted())
    }

    @Test func `the retention removes the oldest files`() async throws {
        try await RunningRelay.run { relay in
            try await record(relay, "live", { $0.retention.bytes = 1 }) { recorder in
                let publisher = try TestPublisher(try relay.client())
                try await send(publisher, pictures: 0..<130)
                try await untilRecorded(130, recorder)
                try await publisher.finish()
                try await wait(recorder) { $0.removed == 3 && $0.bytes == 0 }
            }
        }
        let day = try #require(Folder.names(in: folder.path("out/live"))?.first)
        #expect(Folder.names(in: folder.path("out/live/\(day)"))?.contains { $0.hasSuffix(".mp4") } == false)
    }

    @Test func `any time can be exported, across files`() async throws {
        try await RunningRelay.run { relay in
            try await record(relay, "live") { recorder in
                let publisher = try TestPublisher(try relay.client())
                try await send(publisher, pictures: 0..<130)
                try await untilRecorded(130, recorder)
                try await publisher.finish()
                try await wait(recorder) { $0.streams.first?.segments == 3 }
            }
        }
        let export = try RecordingExport(folder: folder.path("out/live"), from: 0, to: .max / 4)
        var bytes: [UInt8] = []
        try await export.write { bytes += $0 }
        let index = try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
        let track = try #require(index.tracks.first)
        #expect(track.samples.count == 130)
        #expect(export.formatChange == nil)
        // Pictures of 40 ms, also where one file ends and the next one begins.
        let times = track.samples.map(\.decodeTime)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 3_600 })
        #expect(export.duration == 129 * 40_000)
        #expect(throws: RecordingExport.Failure.self) {
            try RecordingExport(folder: folder.path("out/live"), from: 0, to: 1_000)
        }
    }
}
