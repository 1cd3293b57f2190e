import ArgumentParser
import StreamClient
import StreamMedia
import StreamProtocol

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Receive a stream: H.264 in byte stream format, or AAC in ADTS frames.",
        discussion: """
            The stream goes to standard output, for a player or a file, and begins at a random access point:

              streamd watch 127.0.0.1:7450 | ffplay -
              streamd watch relay.example.org/studio/camera-2 -o out.h264

            The command waits for a stream that is not there yet, stays when the relay or the publisher goes away for \
            a while, and ends when the stream does. A raw H.264 stream carries no times for its player: ffplay plays \
            it smoothly with -framerate, or with what the encoder wrote into the VUI.

            --stats prints a status line on a terminal, and a JSON object a second otherwise, both on standard error: \
            frames, fps, bitRate (bits a second), missed (frames left out, told by gaps), epoch, latencyP50 and \
            latencyP95 from capture to reception in milliseconds, and latencyError, by how much they may be off.
            """
    )

    enum Start: String, ExpressibleByArgument, CaseIterable {
        case rap, live, next
    }

    @Argument(help: ArgumentHelp("The relay, and the stream ('live' unless given).", valueName: "host:port/stream"))
    var from = RelayArgument.local

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write here instead of to standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(
        help: ArgumentHelp(
            "video, audio, or a track's number; the first video track, or audio alone.",
            valueName: "track"
        ),
        completion: .list(["any", "audio", "video"])
    )
    var track = TrackChoice.any

    @Option(
        help: ArgumentHelp(
            "rap: at the last random access point; live: at the newest frame; next: at the next random access point.",
            valueName: "where"
        )
    )
    var start = Start.rap

    @Option(
        help: ArgumentHelp(
            "How far behind to fall before skipping: 200ms at least, and at most the relay's own bound.",
            valueName: "time"
        )
    )
    var maxLatency: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "For how long the relay may gather frames to send them together, for less work and more delay.",
            valueName: "time"
        )
    )
    var batch: TimeSpan?

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Say every second how it goes.")
    var stats = false

    @Flag(inversion: .prefixedNo, help: "Wait for a relay and a stream that are not there yet.")
    var wait = true

    func validate() throws {
        guard output != nil || !Terminal.outputIsTerminal else {
            throw ValidationError(
                "A terminal cannot show video: use 'streamd watch … | ffplay -', '> out.h264' or '-o out.h264'."
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
            let request = WatchRequest(
                start: position,
                maximumLatency: maxLatency.map { .nanoseconds($0.nanoseconds) },
                batch: batch.map { .nanoseconds($0.nanoseconds) },
                kinds: track.kinds,
                waits: wait
            )
            let watcher = StreamWatcher(configuration, request: request)
            // Gathered only where somebody takes it: it grows until then.
            let statistics = stats ? WatchStatistics() : nil
            let output = WatchOutput(choice: track, sink: try ByteSink(output), statistics: statistics)
            do {
                try await Signals.endingAtSignal(patience: .zero, stop: {}) {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        defer { group.cancelAll() }
                        group.addTask { try await watcher.run { try await output.take($0) } }
                        if let statistics { group.addTask { try await statistics.report() } }
                        try await group.next()
                    }
                }
                statistics?.finish()
            } catch is ByteSink.ReaderHasGone {
                return
            } catch {
                throw Failure.from(error)
            }
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
