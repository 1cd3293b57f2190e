import ArgumentParser
import Platform
import StreamClient
import StreamPlayback

struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Show streams in a window, with sound.",
        discussion: """
            STREAM is the address of a relay and a stream, or anything that 'streamd publish' takes:

              streamd play 127.0.0.1:7450
              streamd play relay.example.org/studio/camera-2
              streamd play relay/cam1 relay/cam2 relay/cam3 relay/cam4
              streamd play film.mp4
              streamd play test:
              ffmpeg … -f h264 - | streamd play -

            The window is there at once, and waits for a relay and a stream that are not there yet. The player \
            reconnects when the relay or the publisher goes away for a while, and ends when all streams have ended; \
            with --follow it then waits for the next ones. Several streams stand side by side; one of them is heard.

            Keys, as in mpv:

              q              end
              f, Esc         full screen, and back; so does a double click
              m              mute
              space, p       pause, and go on at the live edge
              left, right    5 seconds back in the relay's log, and forward
              s              save the picture as PNG in the current folder
              i              statistics
              tab, click     hear the next stream, or the one that was clicked

            Pictures and sound wait as little as their jitter allows; --latency makes them wait longer, for streams \
            that stutter. With one sound device, pictures follow the sound, which is stretched by at most 5 %. \
            Pictures are decoded by the GPU (VA-API) if there is one that can, else in software.

            --stats shows the statistics from the start: the latency from capture to the screen with the bound of its \
            error, what waits, what was received, missed, dropped and not decoded, and the decoder.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The relay's address and the stream ('live' by default), a file, test:, a camera, an address, or -.",
            valueName: "stream"
        ),
        completion: .file()
    )
    var streams = ["127.0.0.1:7450/live"]

    @Option(
        help: ArgumentHelp(
            "How long pictures and sound wait at least, such as 200ms, up to 10s; 'auto' for no longer than they must.",
            valueName: "time"
        ),
        completion: .list(["auto", "50ms", "200ms", "1s"])
    )
    var latency = PlayLatency(time: .zero)

    @Flag(help: "Begin without sound.")
    var mute = false

    @Flag(help: "Fill the screen.")
    var fullscreen = false

    @Flag(help: "Stay when a stream ends, and show the next one of the same name.")
    var follow = false

    @Flag(help: "Show statistics over the picture.")
    var stats = false

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    /// The longest wait between two attempts to connect, unless the relay asks for another: a screen shows pictures again
    /// soon after its relay is back.
    static let longestWait = Duration.seconds(2)

    /// More do not fit on a screen.
    static let maximumStreams = 64

    func validate() throws {
        guard streams.count <= Self.maximumStreams else {
            throw ValidationError("A window shows at most \(Self.maximumStreams) streams.")
        }
        guard streams.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("Standard input can be played once.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            try await play()
        }
    }
}

/// The value of `--latency`.
struct PlayLatency: ExpressibleByArgument, Hashable {
    /// The browser player's bound.
    static let longest = Duration.seconds(10)

    /// Zero for `auto`.
    let time: Duration

    init(time: Duration) {
        self.time = time
    }

    init?(argument: String) {
        if argument == "auto" {
            time = .zero
        } else if let span = TimeSpan(argument: argument), .nanoseconds(span.nanoseconds) <= Self.longest {
            time = .nanoseconds(span.nanoseconds)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { time == .zero ? "auto" : "\(time / .milliseconds(1))ms" }
}

#if Player
    extension PlayCommand {
        private func play() async throws {
            var settings = PlayerSettings()
            settings.latency = latency.time
            settings.isMuted = mute
            settings.isFullscreen = fullscreen
            settings.showsStatistics = stats
            let sources = try streams.map { try source(of: $0) }
            let player = Player(sources, settings, save: SnapshotFile.save, report: { Terminal.printLine($0) })
            do {
                try await Signals.runUntilSignal(
                    stop: { signal in
                        player.stop()
                        // A screen that does not answer keeps the player's thread for ever.
                        Task {
                            try await Task.sleep(for: Signals.gracePeriod)
                            _exit(signal.exitCode)
                        }
                        return Signals.gracePeriod
                    }
                ) { try await player.run() }
            } catch {
                throw Failure.from(error)
            }
        }

        private func source(of stream: String) throws -> any PlayerSource {
            switch try PlayAddress(stream) {
            case .input(let input): return FeedSource(input, report: { Terminal.printLine($0) })
            case .relay(let address):
                var configuration = ClientConfiguration(address)
                try security.apply(to: &configuration)
                try access.apply(to: &configuration)
                configuration.clientName = Version.clientName
                configuration.backoff.maximum = Self.longestWait
                return RelaySource(configuration, target: latency.time, followsNextStream: follow) { [configuration] in
                    await LiveStreams.wait(for: configuration)
                }
            }
        }
    }
#else
    extension PlayCommand {
        private func play() async throws {
            throw Failure.playbackUnavailable
        }
    }
#endif
