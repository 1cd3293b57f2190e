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
            INPUT is what to send:

              nothing                  the first camera
              /dev/video0, /dev/v4l/by-id/…
                                       this camera ('streamd devices' lists them)
              test:                    a test picture with a clock, and a tone
                                       once a second
              test:size=640x360,rate=30
                                       the same, made to measure
              film.mp4, film.h264, …   a file, at the pace of its timing
              rtsp://…, http://…, rtmp://…
                                       a stream that is there
              rtmp://127.0.0.1:1935/live?listen
                                       waits for a program, such as OBS, to send it
              -                        H.264 or AAC on standard input, or what
                                       --input-format says

            H.264 and AAC that are there already are not encoded again; everything else is encoded. Pictures are \
            encoded by VA-API where there is a GPU, else in software, as soon as they come, with none held back.

            A pipe that keeps real time, such as a camera program's, is sent as it comes; one that is faster has the \
            pace of its timing, as a file has. Files that are joined in one pipe go on without a hole.

            The publisher keeps trying when the relay, or a camera on the network, is not there or goes away; a relay \
            lets it back in under the same name at once. The bit rate falls when the way to the relay carries less, \
            and comes back.

              streamd publish --to relay.example.org/studio
              streamd publish /dev/video0 --size 1280x720 --fps 30 --audio hw:1
              streamd publish test: --bitrate 2M
              streamd publish film.mp4 --loop --to tls://relay.example.org/film
              ffmpeg … -f mpegts - | streamd publish - --input-format mpegts
            """
    )

    @Argument(
        help: "A camera, test:, a file, an address, or - for standard input; by default the first camera.",
        completion: .file()
    )
    var input: String?

    @Option(help: ArgumentHelp("Where to send it.", valueName: "host:port/stream"))
    var to = RelayArgument.local

    @Option(help: ArgumentHelp("FFmpeg's name for the input's format, where it cannot be told.", valueName: "name"))
    var inputFormat: String?

    @Option(
        help: ArgumentHelp(
            "How an RTSP camera sends: 'tcp', 'udp', 'multicast', or 'auto' for the first of these that it takes.",
            valueName: "way"
        )
    )
    var rtspTransport: RTSPTransport?

    @Option(
        help: ArgumentHelp("Frames a second of .h264 or pipes that do not tell, such as 29.97.", valueName: "fps")
    )
    var rate: FrameRateArgument?

    @Option(
        help: ArgumentHelp("How fast to send a file: 2 is twice its pace, 0 what the relay takes.", valueName: "factor")
    )
    var speed: Double?

    @Flag(help: "Begin a file again when it ends.")
    var loop = false

    @OptionGroup(title: "Pictures")
    var picture: PictureOptions

    @OptionGroup(title: "Encoding")
    var encoding: EncoderOptions

    @OptionGroup(title: "Sound")
    var sound: SoundOptions

    @OptionGroup(title: "Live")
    var live: LiveOptions

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Say nothing but errors.")
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
            let publisher = StreamPublisher(configuration)
            let narrator = PublishNarrator(address: configuration.address, isQuiet: quiet)
            let feed = try PublishRoute(self).feed(to: publisher, narrator)
            do {
                try await Signals.endingAtSignal(stop: { feed.stop() }) {
                    try await publish(feed, with: publisher, narrator)
                }
            } catch {
                throw Failure.from(error)
            }
        }
    }

    private func publish(
        _ feed: any MediaFeed,
        with publisher: StreamPublisher,
        _ narrator: PublishNarrator
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await publisher.run() }
            group.addTask {
                defer { publisher.finish() }
                try await feed.run()
            }
            group.addTask {
                for await event in publisher.events {
                    narrator.tell(event)
                    try feed.react(to: event)
                }
            }
            // What fails first ends the others.
            while try await group.next() != nil {}
        }
    }
}

extension RTSPTransport: ExpressibleByArgument {}
