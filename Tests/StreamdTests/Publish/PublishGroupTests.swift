import Foundation
import MadeStreams
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing
import UnixSignals

@testable import streamd

@Suite(.timeLimit(.minutes(10))) struct PublishGroupTests {
    /// Files of a test: the one with the streams, and a film.
    private struct Folder: ~Copyable {
        let url = FileManager.default.temporaryDirectory.appending(path: "streamd-\(UUID())")
        var settings: URL { url.appending(path: "cameras.yaml") }

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let pictures = (0..<50).flatMap { _ in [MadeStream.sps(), MadeStream.pps, MadeStream.idr()] }
            try Data(MadeStream.annexB(pictures)).write(to: url.appending(path: "film.h264"))
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        /// Writes the file with these streams and their options.
        func write(_ streams: [String: String], to relay: RunningRelay) throws {
            let sections = streams.map { "  \($0): {input: film.h264, loop: true, \($1)}\n" }.joined()
            try Data("to: 127.0.0.1:\(relay.port)\nstreams:\n\(sections)".utf8).write(to: settings)
        }
    }

    /// Waits for the states of all streams.
    private func wait(_ relay: RunningRelay, _ streams: [String: StreamState]) async {
        while !Task.isCancelled {
            let states = await relay.control.streams().map { ($0.name.description, $0.state) }
            if Dictionary(uniqueKeysWithValues: states) == streams { return }
        }
    }

    @Test func `streams begin, go on and end as the file says`() async throws {
        let folder = try Folder()
        try await RunningRelay.run { relay in
            try folder.write(["one": "rate: 25", "two": "rate: 25", "bad": "rate: 25, audio: none"], to: relay)
            let group = PublishGroup(try StreamsFile.read(folder.settings.path), isQuiet: true)
            let running = Task { await group.run() }
            // One that fails, because of options that contradict its input, keeps no other from its relay.
            await wait(relay, ["one": .live, "two": .live])
            let epoch = await relay.control.stream(try StreamName("one"))?.epoch

            try folder.write(["one": "rate: 25", "three": "rate: 25"], to: relay)
            group.reload()
            await wait(relay, ["one": .live, "three": .live])
            #expect(await relay.control.stream(try StreamName("one"))?.epoch == epoch, "it went on")

            try Data("streams: {one: {sise: 1}}".utf8).write(to: folder.settings)
            group.reload()
            await wait(relay, ["one": .live, "three": .live])

            try folder.write(["one": "rate: 30"], to: relay)
            group.reload()
            await wait(relay, ["one": .live])
            while !Task.isCancelled, await relay.control.stream(try StreamName("one"))?.epoch == epoch {
                // Visits every event loop, so that no thread of tasks is held.
                _ = await relay.control.connections()
            }

            _ = group.stop(.sigterm)
            await running.value
        }
    }
}
