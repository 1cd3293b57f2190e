import ArgumentParser
import StreamClient
import StreamMedia
import StreamProtocol
import StreamRelay

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Receive a stream: as MP4, MPEG transport stream, Matroska, H.264 or AAC.",
        discussion: """
            The command writes the stream to standard output, for a player, or to a file. It begins at a random access \
            point:

              streamd watch 127.0.0.1:7450 | ffplay -
              streamd watch 127.0.0.1:7450 --format ts | mpv -
              streamd watch relay.example.org/studio/camera-2 -o out.mp4

            MP4 and MPEG transport stream (ts) hold picture and sound, with their times. H.264 (in byte stream format) \
            and AAC (in ADTS frames) are one track without times. Without --format, the extension of the file says \
            which of these it is; standard output gets one track as it is, by default H.264. Matroska (mkv) holds the \
            same as MP4; FFmpeg's libraries write it, so that a build without capture has none.

            An MP4 file is finished when the stream ends, after --duration, and after Ctrl-C or SIGTERM. If the \
            program is killed, all but the last second of it can be played. A pipe gets fragmented MP4. One MP4 or \
            Matroska file holds one format of pictures and sound: if the stream changes it, the output ends. A \
            transport stream goes on. All leave out pictures that cannot be decoded, in front of the first random access point and after a gap.

            The file is created when the first frame is there. A file that exists is not overwritten without --force. If \
            a write fails, nothing is written after it. If the stream sends nothing that can be written, the command fails.

            A stream with intra refresh has no random access points: the output then begins where a refresh begins, \
            and the picture is right when that ends. Pictures that follow a random access point and are shown before \
            it may lack what they refer to. The output has all of these frames; decoders know them by the recovery \
            point messages and the order of output.

            --history begins earlier, as far back as the relay's log reaches ('history' in /streams). The frames up to \
            the newest one come as fast as the network allows, and the relay extends the latency bound by the history:

              streamd watch 127.0.0.1:7450 --history 8s -o begun-earlier.mp4

            The command waits for a stream that does not exist yet, and says which streams are live. It then begins at \
            the first random access point, except with --start live. It reconnects when the relay or the publisher goes \
            away for a while, and ends when the stream ends; with --follow it then waits for the next stream of the same \
            name. A raw H.264 stream carries no times for its player: \
            ffplay plays it smoothly with -framerate, or with the timing that the encoder wrote into the VUI.

            --stats prints a status line on a terminal, and a JSON object every second otherwise, both on standard \
            error: frames, fps and missed (pictures that gaps report), audioFrames, audioFps and audioMissed (the same of \
            sound), bitRate (bits per second of all messages), epoch, latencyP50 and latencyP95 from capture to \
            reception in milliseconds (of pictures; without pictures, of sound), and latencyError, the bound of their \
            error. 'streamd load' counts in the same way.
            """
    )

    enum Start: String, ExpressibleByArgument, CaseIterable {
        case rap, live, next
    }

    @Argument(
        help: ArgumentHelp("The relay's address, and the stream ('live' by default).", valueName: "host:port/stream")
    )
    var from = RelayArgument.local

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, pipe or device instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What to write: mp4, ts, mkv, h264 or aac; by default as the extension of the file says.",
            valueName: "format"
        )
    )
    var format: OutputFormat?

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "End after this much of the stream, such as 30s, counted from the first frame.",
            valueName: "time"
        )
    )
    var duration: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "The track: video, audio or a number; by default all for mp4, ts and mkv, else the first video track, or audio.",
            valueName: "track"
        ),
        completion: .list(["any", "audio", "video"])
    )
    var track = TrackChoice.any

    @Option(
        help: ArgumentHelp(
            "Where to begin: at the last random access point (rap), the newest frame (live) or the next point (next).",
            valueName: "where"
        )
    )
    var start = Start.rap

    @Option(
        help: ArgumentHelp(
            "Begin at a random access point that is at least so old, such as 8s, or at the oldest that the relay has.",
            valueName: "time"
        )
    )
    var history: TimeSpan?

    @Flag(help: "Receive only the key frames of a video track, by default of the first: for previews and snapshots.")
    var keyFramesOnly = false

    @Option(
        help: ArgumentHelp(
            "How far to fall behind before skipping: at least 200ms, and at most the relay's own limit.",
            valueName: "time"
        )
    )
    var maxLatency: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "How long the relay may collect frames, such as 50ms, to send them together: less work and more delay.",
            valueName: "time"
        )
    )
    var batch: TimeSpan?

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Print statistics every second.")
    var stats = false

    @Flag(inversion: .prefixedNo, help: "Wait for a relay and a stream that do not exist yet.")
    var wait = true

    @Flag(help: "When the stream ends, wait for the next one of the same name, until Ctrl-C.")
    var follow = false

    func validate() throws {
        guard history == nil || start == .rap else {
            throw ValidationError("--history begins at a random access point; it goes only with '--start rap'.")
        }
        guard duration.map({ $0.nanoseconds > 0 }) ?? true else {
            throw ValidationError("An output has a length, as in '--duration 30s'.")
        }
        let least = TimeSpan(RelayConfiguration.minimumLatency)
        guard maxLatency.map({ $0.nanoseconds >= least.nanoseconds }) ?? true else {
            throw ValidationError("--max-latency takes \(least) or more: no relay lets a viewer skip sooner.")
        }
        guard output != nil || !Terminal.outputIsTerminal else {
            throw ValidationError(
                "A terminal cannot show video; use 'streamd watch … | ffplay -', '> out.h264' or '-o out.mp4'."
            )
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let address = try from.address
            var configuration = ClientConfiguration(address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName
            let format = try self.format ?? OutputFormat(path: output)
            try format?.checkAvailability()
            let target = try OutputTarget(output, overwrites: force)
            let choice = try self.choice(for: format)
            let request = WatchRequest(
                start: position,
                maximumLatency: maxLatency.map { .nanoseconds($0.nanoseconds) },
                batch: batch.map { .nanoseconds($0.nanoseconds) },
                history: history.map { .nanoseconds($0.nanoseconds) },
                kinds: choice.kinds,
                wantsOnlyRandomAccess: keyFramesOnly,
                waits: wait,
                followsNextStream: follow
            )
            let watcher = StreamWatcher(configuration, request: request)
            // Only with --stats: without a reader the samples would grow without bound.
            let statistics = stats ? WatchStatistics() : nil
            let output = WatchOutput(
                choice: choice,
                format: format,
                isFile: target.isFile,
                limit: duration.map { DurationLimit(microseconds: $0.nanoseconds / 1_000) },
                statistics: statistics,
                open: { try await ByteSink.open(target) }
            )
            try await watch(configuration, with: watcher, output, statistics)
        }
    }

    /// Watches until the stream, the duration or a signal ends it, and finishes the output in each case.
    private func watch(
        _ configuration: ClientConfiguration,
        with watcher: StreamWatcher,
        _ output: WatchOutput,
        _ statistics: WatchStatistics?
    ) async throws {
        let notice = WaitingNotice(configuration)
        try await Signals.runUntilSignal {
            var end: (any Error)?
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    defer { group.cancelAll() }
                    group.addTask {
                        try await watcher.run { event in
                            notice.take(event)
                            try await output.take(event)
                        }
                    }
                    if let statistics { group.addTask { try await statistics.report() } }
                    try await group.next()
                }
            } catch let error as ClientError where error.ending?.code == .streamNotFound {
                let streams = await LiveStreams(of: configuration)
                end = Failure(.unavailable, error.reason.sentence(with: streams.parenthesis))
            } catch {
                end = error
            }
            // The client's errors after a signal follow from it.
            await output.finish(after: Task.isCancelled && end is ClientError ? nil : end)
        }
        if let failure = await output.failure { throw failure }
        statistics?.finish()
    }

    /// The track to write. Every frame of audio is a random access point, so key frames are those of a video track.
    private func choice(for format: OutputFormat?) throws(Failure) -> TrackChoice {
        let wanted = keyFramesOnly && track == .any ? .kind(.video) : track
        guard let kind = format?.kind else { return wanted }
        switch wanted {
        case .any: return .kind(kind)
        case .kind(kind), .number: return wanted
        case .kind(let other):
            throw Failure(.usage, "The output holds \(kind); leave '--track \(other)' out, or use .mp4 or .ts.")
        }
    }

    private var position: Hello.Start {
        switch start {
        case .rap: .randomAccessPoint
        case .live: .live
        case .next: .next
        }
    }
}
