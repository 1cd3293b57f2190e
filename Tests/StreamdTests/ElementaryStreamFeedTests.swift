import Foundation
import MadeStreams
import StreamClient
import Testing

@testable import streamd

/// Files that hold nothing to play.
@Suite struct ElementaryStreamFeedTests {
    /// Reads a file to its end, for a publisher that does not run.
    private func run(_ bytes: [UInt8], suffix: String, loops: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "streamd-\(UUID())\(suffix)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let feed = ElementaryStreamFeed(
            source: try ByteSource(file.path),
            to: StreamPublisher(ClientConfiguration(try RelayAddress("127.0.0.1:1"))).outlet,
            rate: nil,
            speed: 0,
            loops: loops
        )
        try await feed.run()
    }

    /// It would be sent as fast as the relay takes it.
    @Test(.timeLimit(.minutes(10))) func `a stream without pictures is not repeated`() async throws {
        let sets = MadeStream.annexB([MadeStream.sps(), MadeStream.pps])
        await #expect(throws: Failure.self) { try await run(sets, suffix: ".h264", loops: true) }
        try await run(sets, suffix: ".h264", loops: false)
    }

    @Test(.timeLimit(.minutes(10))) func `AAC whose channels nothing names is refused`() async throws {
        let frames = MadeStream.adts(frames: 4, channelConfiguration: 0)
        await #expect(throws: Failure.self) { try await run(frames, suffix: ".aac", loops: false) }
        try await run(frames + MadeStream.adts(frames: 2), suffix: ".aac", loops: false)
    }
}
