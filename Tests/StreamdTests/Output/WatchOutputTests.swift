import Containers

import StreamProtocol
import Synchronization
import Testing

@testable import StreamClient
@testable import streamd

@Suite struct WatchOutputTests {
    /// Takes note of what is done with it. Its step number `failingStep` fails.
    final class FaultySink: OutputSink {
        static let failure = Failure(.cannotWrite, "Cannot write out.mp4: Input/output error.")

        private let done = Mutex<[String]>([])
        let failingStep: Int

        var steps: [String] { done.withLock { $0 } }

        init(failingStep: Int = .max) { self.failingStep = failingStep }

        func write(_ bytes: [UInt8]) async throws { try note("append") }

        func perform(_ step: FileStep) async throws {
            switch step {
            case .write: try note("write")
            case .truncate: try note("truncate")
            case .synchronizeData, .synchronize: try note("synchronize")
            case .publish: try note("publish")
            }
        }

        func close() async throws { try note("close") }

        private func note(_ step: String) throws {
            let count = done.withLock { done in
                done.append(step)
                return done.count
            }
            if count == failingStep { throw Self.failure }
        }
    }

    private static let frames = MadeFrames.frames(seconds: 4)

    private static func output(to sink: FaultySink, limit: DurationLimit? = nil) -> WatchOutput {
        WatchOutput(choice: .any, format: .mp4, isFile: true, limit: limit, statistics: nil) { sink }
    }

    /// Passes the table and all frames, as far as the output takes them.
    ///
    /// - Returns: The error that ended it.
    private static func pass(_ frames: [Frame], to output: WatchOutput) async throws -> (any Error)? {
        do {
            try await output.take(.tracks(MadeFrames.table()))
            let generation = StreamGeneration(streamInstance: 1, epoch: 1)
            for frame in frames { try await output.take(.frame(WatchedFrame(frame, of: generation))) }
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file is finished at the end of the stream`() async throws {
        let sink = FaultySink()
        let output = Self.output(to: sink)
        #expect(try await Self.pass(Self.frames, to: output) == nil)
        await output.finish(after: nil)
        #expect(await output.failure == nil)
        #expect(sink.steps.suffix(3) == ["synchronize", "publish", "close"])
    }

    @Test func `a file of which a step failed is closed, and not finished`() async throws {
        let all = FaultySink()
        let whole = Self.output(to: all)
        _ = try await Self.pass(Self.frames, to: whole)
        let count = all.steps.count
        try #require(count > 1)
        for step in 1...count {
            let sink = FaultySink(failingStep: step)
            let output = Self.output(to: sink)
            let end = try await Self.pass(Self.frames, to: output)
            await output.finish(after: end)
            #expect(await output.failure == FaultySink.failure)
            #expect(sink.steps.count == step + 1)
            #expect(sink.steps.last == "close")
        }
    }

    @Test func `a file without a frame is a failure`() async throws {
        let sink = FaultySink()
        let output = Self.output(to: sink)
        #expect(try await Self.pass([], to: output) == nil)
        await output.finish(after: nil)
        #expect(await output.failure == .nothingWritten)
        #expect(sink.steps.isEmpty)
    }

    @Test func `sound that waits for pictures is written when the duration ends`() async throws {
        let sink = FaultySink()
        let output = Self.output(to: sink, limit: DurationLimit(microseconds: 500_000))
        let end = try await Self.pass(Self.frames.filter { $0.header.track == MadeFrames.sound }, to: output)
        guard case WatchOutput.End.asWanted? = end else {
            Issue.record("the output goes on")
            return
        }
        #expect(sink.steps.isEmpty)
        await output.finish(after: end)
        #expect(await output.failure == nil)
        #expect(sink.steps.last == "close")
    }

    @Test func `frames of other tracks do not count`() async throws {
        let sink = FaultySink()
        let statistics = WatchStatistics()
        let output = WatchOutput(
            choice: .number(MadeFrames.sound),
            format: .mp4,
            isFile: true,
            limit: DurationLimit(microseconds: 500_000),
            statistics: statistics
        ) { sink }
        let late = Self.frames.filter { $0.header.track == .zero && $0.header.decodeTime > 5_600_000 }
        #expect(try await Self.pass(late, to: output) == nil)
        #expect(statistics.takeInterval().frames == 0)
    }

    @Test func `sound is counted apart from pictures`() async throws {
        let sink = FaultySink()
        let statistics = WatchStatistics()
        let output = WatchOutput(choice: .any, format: .mp4, isFile: true, limit: nil, statistics: statistics) { sink }
        let frames = Self.frames
        let gap = Gap(track: MadeFrames.sound, reason: .latency, epoch: 1, first: 10_000, count: 7)
        #expect(try await Self.pass(frames, to: output) == nil)
        try await output.take(.gap(gap))
        let summary = statistics.takeInterval()
        let sound = frames.count { $0.header.track == MadeFrames.sound }
        #expect(sound > 0 && sound < frames.count)
        #expect(summary.frames == UInt64(frames.count - sound))
        #expect(summary.audioFrames == UInt64(sound))
        #expect((summary.missed, summary.audioMissed) == (0, 7))
        #expect(summary.bitRate > 0)
    }

    @Test func `a step that fails while the file is finished is its last`() async throws {
        let all = FaultySink()
        let whole = Self.output(to: all)
        _ = try await Self.pass(Self.frames, to: whole)
        let before = all.steps.count
        await whole.finish(after: nil)
        let sink = FaultySink(failingStep: before + 1)
        let output = Self.output(to: sink)
        _ = try await Self.pass(Self.frames, to: output)
        await output.finish(after: nil)
        #expect(await output.failure == FaultySink.failure)
        #expect(sink.steps.count == before + 1)
    }
}
