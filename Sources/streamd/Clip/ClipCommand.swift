import ArgumentParser
import StreamClient
import StreamMedia
import StreamProtocol

struct ClipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip",
        abstract: "Save the last seconds of a stream as MP4.",
        discussion: """
            The relay keeps the last seconds of each stream in its memory ('history' in /streams). The command takes \
            them from there, without encoding them again, and ends with the newest frame at its start:

              streamd clip 127.0.0.1:7450 --last 30s -o clip.mp4
              streamd clip relay.example.org/studio/camera-2 -o clip.mp4

            The clip begins at a random access point that is at least so old, or at the oldest one that the relay has. \
            It holds all tracks of H.264 and AAC. If the stream changed its format (size, profile, parameter sets or \
            sound) within this time, the clip begins there. The command prints how long the clip is, and what it lacks. \
            Its index comes first, so that players can seek in it while it is being sent.

            A file is written as NAME.part, and gets its name when it is complete and on the disk. An error or Ctrl-C \
            leaves no part of it, and --force keeps the earlier file until then.
            """
    )

    @Argument(
        help: ArgumentHelp("The relay's address, and the stream ('live' by default).", valueName: "host:port/stream")
    )
    var from = RelayArgument.local

    @Option(help: ArgumentHelp("How far back the clip begins, such as 30s or 2m.", valueName: "time"))
    var last = TimeSpan(seconds: 30)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, pipe or device instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    @Option(
        help: ArgumentHelp("The track: video, audio or a number; by default all.", valueName: "track"),
        completion: .list(["any", "audio", "video"])
    )
    var track = TrackChoice.any

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    func validate() throws {
        guard output != nil || !Terminal.outputIsTerminal else {
            throw ValidationError("A terminal cannot show video; use '-o clip.mp4'.")
        }
        guard last.nanoseconds > 0 else { throw ValidationError("A clip has a length, as in '--last 30s'.") }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let target = try OutputTarget(output, overwrites: force)
            guard !target.isFile || target.name.lowercased().hasSuffix(".mp4") else {
                throw Failure(.usage, "A clip is an MP4 file; name it so, as in '-o clip.mp4'.")
            }
            var configuration = ClientConfiguration(try from.address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName
            let request = WatchRequest(
                history: .nanoseconds(last.nanoseconds),
                kinds: track.kinds,
                waits: false
            )
            let recorder = ClipRecorder(track)
            let end = try await receive(with: StreamWatcher(configuration, request: request), recorder)
            guard let collected = await recorder.collector, let clip = collected.finished() else {
                throw Failure(.unavailable, "The relay has no picture or sound of the stream.")
            }
            do {
                try await write(clip, to: target)
            } catch is ByteSink.BrokenPipe {
                // The reader has what it wants.
                return
            }
            let report = ClipReport(collected, clip, asked: last.nanoseconds / 1_000, end)
            Terminal.printLine("\(target.name): \(report.text)")
            if let failure = report.failure { throw failure }
        }
    }

    /// Receives until the clip is complete, or the stream ends.
    ///
    /// - Returns: What ended the clip; `nil` for the end of the stream.
    private func receive(with watcher: StreamWatcher, _ recorder: ClipRecorder) async throws -> ClipRecorder.End? {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await watcher.run { try await recorder.take($0) } }
                group.addTask { try await recorder.waitForSilence() }
                try await group.next()
            }
            return nil
        } catch let end as ClipRecorder.End {
            return end
        } catch {
            throw Failure.from(error)
        }
    }

    private func write(_ clip: FinishedClip, to target: OutputTarget) async throws {
        try await WholeOutput.write(to: target) { sink in
            try await clip.write { piece in
                try Task.checkCancellation()
                try await sink.write(piece)
            }
        }
    }
}
