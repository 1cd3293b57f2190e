import ArgumentParser
import StreamCapture
import StreamClient
import StreamMedia
import StreamProtocol

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send a camera, a file or another stream to a relay.",
        discussion: """
            INPUT is one of these:

              nothing                  the first camera
              /dev/video0, /dev/v4l/by-id/…
                                       this camera ('streamd devices' lists them)
              test:                    a test picture with a clock, and a tone
                                       once a second
              test:size=640x360,rate=30
                                       the same, with another size and rate
              film.mp4, film.h264, …   a file, in real time
              rtsp://…, http://…, rtmp://…
                                       a stream on the network
              rtmp://127.0.0.1:1935/live?listen
                                       waits for a program, such as OBS, to send it
              -                        H.264 or AAC on standard input, or the format
                                       of --input-format

            Inputs that are H.264 and AAC already are not encoded again; all others are encoded. VA-API encodes \
            pictures if there is a GPU, else software does. The encoder holds no picture back.

            A pipe that delivers in real time, such as a camera program's, is sent as it comes. A faster pipe is sent \
            at the pace of its timestamps, as a file is. Files that are joined in one pipe play without a gap.

            The command opens the input and the encoder, and then announces the stream to the relay; with --on-demand it \
            announces the stream at once.

            The publisher keeps trying when the relay, or a camera on the network, is not reachable or goes away; a \
            relay accepts it again under the same name at once. SIGTERM, with which a service manager stops or restarts \
            it, interrupts the stream of a live input, a pipe or a file with --loop: viewers stay and wait for the next \
            publisher. Ctrl-C and the end of the input end the stream, and with --end SIGTERM does too. The bit rate falls when the path to the relay carries \
            less, and rises again later.

              streamd publish --to relay.example.org/studio
              streamd publish /dev/video0 --size 1280x720 --fps 30 --audio hw:1
              streamd publish test: --bitrate 2M
              streamd publish film.mp4 --loop --to tls://relay.example.org/film
              ffmpeg … -f mpegts - | streamd publish - --input-format mpegts

            A file on a terminal has a line with the progress: the position, frames and bits a second, viewers, and what \
            waits for the network. --stats prints it for every input; where standard error is no terminal, as a JSON \
            object every second: position (seconds of media sent), frames, fps, bitRate (bits per second), viewers, \
            leftOut (frames), connected, backlogBytes and backlogAge (milliseconds).
            """
    )

    @Argument(
        help: "A camera, test:, a file, an address, or - for standard input; by default the first camera.",
        completion: .file()
    )
    var input: String?

    @Option(help: ArgumentHelp("The relay's address and the stream's name.", valueName: "host:port/stream"))
    var to = RelayArgument.local

    @Option(help: ArgumentHelp("FFmpeg's name of the input's format, if it cannot be detected.", valueName: "name"))
    var inputFormat: String?

    @Option(
        help: ArgumentHelp(
            "The transport of an RTSP camera: 'tcp', 'udp', 'multicast', or 'auto' for the first one that works.",
            valueName: "way"
        )
    )
    var rtspTransport: RTSPTransport?

    @Option(
        help: ArgumentHelp(
            "Frames per second of .h264 files and pipes without timing, such as 29.97.",
            valueName: "fps"
        )
    )
    var rate: FrameRateArgument?

    @Option(
        help: ArgumentHelp(
            "The speed of a file: 2 is twice real time, 0 as fast as the relay accepts.",
            valueName: "factor"
        )
    )
    var speed: Double?

    @Flag(help: "Start a file again when it ends.")
    var loop = false

    @OptionGroup(title: "Pictures")
    var picture: PictureOptions

    @OptionGroup(title: "Encoding")
    var encoding: EncoderOptions

    @OptionGroup(title: "Sound")
    var audioOptions: AudioOptions

    @OptionGroup(title: "Live")
    var live: LiveOptions

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "End the stream at SIGTERM too, so that its viewers do not wait for the next publisher.")
    var end = false

    @Flag(help: "Print statistics every second; a file on a terminal has them anyway.")
    var stats = false

    @Flag(help: "Print errors only, and the statistics of --stats.")
    var quiet = false

    func validate() throws {
        if let speed {
            guard speed == 0 || (0.001...1_000).contains(speed) else {
                throw ValidationError("--speed takes 0, or a number from 0.001 to 1000.")
            }
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            var configuration = ClientConfiguration(try to.address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName
            // A device on demand is opened for the first viewer.
            let publisher = StreamPublisher(configuration, waitsForTracks: !live.onDemand)
            let reporter = PublishReporter(
                address: configuration.address,
                viewerFlags: security.viewerFlags + access.viewerFlags,
                needsToken: configuration.token != nil,
                isQuiet: quiet
            )
            let feed = try MediaFeedFactory(self).feed(to: publisher.outlet, reporter)
            let ending = PublishEnding(of: feed.source, alwaysEndsStream: end)
            do {
                try await Signals.runUntilSignal(
                    stop: { signal in
                        ending.received(signal)
                        feed.stop()
                        // Without a connection there is no one to wait for.
                        return publisher.outlet.backlog.isConnected ? Signals.gracePeriod : .zero
                    }
                ) { try await publish(feed, until: ending, with: publisher, reporter) }
            } catch {
                throw Failure.from(error)
            }
        }
    }

    private func publish(
        _ feed: any MediaFeed,
        until ending: PublishEnding,
        with publisher: StreamPublisher,
        _ reporter: PublishReporter
    ) async throws {
        let isFile = feed.source == .file || loop
        let showsProgress = isFile && Terminal.errorIsTerminal && !quiet
        let statistics = stats || showsProgress ? PublishStatistics(publisher.outlet) : nil
        async let _: Void? = statistics?.report()
        // The feed itself ends the wait for a relay that stays away: see `DrainTimeout`.
        try await publisher.run(finishingWithin: nil) { outlet in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await feed.run()
                    if let grace = ending.gracePeriod { try await Task.sleep(for: grace) }
                    if ending.endsStream { outlet.finish(within: nil) } else { outlet.interrupt(within: nil) }
                }
                // The events end with the connection.
                group.addTask {
                    for await event in outlet.events {
                        reporter.handle(event)
                        statistics?.take(event)
                        if ending.isSignalled, case .disconnected = event { throw CancellationError() }
                        try feed.react(to: event)
                    }
                }
                // The first failure ends the other task.
                while try await group.next() != nil {}
            }
        }
    }
}

extension RTSPTransport: ExpressibleByArgument {}
