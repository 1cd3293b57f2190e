import ArgumentParser
import StreamClient
import StreamMedia
import StreamProtocol

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send a stream to a relay.",
        discussion: """
            INPUT is a file of H.264 in byte stream format (Annex B) or of AAC in ADTS frames, sent at the pace of its
            timing, or '-' for either on standard input, sent as it comes:

              streamd publish film.h264 --loop
              ffmpeg -re -i film.mp4 -c copy -bsf:v h264_mp4toannexb -f h264 - | streamd publish -

            The times of H.264 come from --rate, else from the stream's VUI, else from the bytes' arrival ('-') or
            25 frames a second (files). Keeps trying when the relay is not there or goes away; a relay lets it back
            in under the same name at once.
            """
    )

    @Argument(help: "A .h264 or .aac file, or - for standard input.")
    var input: String?

    @Option(help: ArgumentHelp("Where to send it.", valueName: "host:port/stream"))
    var to = RelayArgument.local

    @Option(help: ArgumentHelp("Frames a second, such as 30, 29.97 or 30000/1001.", valueName: "fps"))
    var rate: FrameRateArgument?

    @Option(
        help: ArgumentHelp("How fast to send a file: 2 is twice its pace, 0 what the relay takes.", valueName: "factor")
    )
    var speed = 1.0

    @Flag(help: "Begin a file again when it ends.")
    var loop = false

    @Flag(help: "Say nothing but errors.")
    var quiet = false

    func validate() throws {
        guard speed == 0 || (0.001...1_000).contains(speed) else {
            throw ValidationError("--speed takes 0, or a number from 0.001 to 1000.")
        }
        guard input != nil || !Terminal.inputIsTerminal else {
            throw ValidationError("Give a .h264 or .aac file, or - and something on standard input.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let address = try to.address
            let source = try ByteSource(input ?? "-")
            defer { source.close() }
            var configuration = ClientConfiguration(address)
            configuration.clientName = Version.clientName
            let publisher = StreamPublisher(configuration)
            let feed = PublishFeed(
                source: source,
                publisher: publisher,
                rate: rate?.rate,
                speed: speed,
                loops: loop
            )
            let narrator = PublishNarrator(address: address, isQuiet: quiet)
            do {
                try await Signals.endingAtSignal(stop: { feed.stop() }) {
                    try await publish(feed, with: publisher, narrator)
                }
            } catch {
                throw Failure.from(error)
            }
        }
    }

    private func publish(_ feed: PublishFeed, with publisher: StreamPublisher, _ narrator: PublishNarrator) async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await publisher.run() }
            group.addTask {
                defer { publisher.finish() }
                try await feed.run()
            }
            group.addTask {
                for await event in publisher.events {
                    narrator.tell(event)
                    if case .disconnected = event { try feed.checkPatience() }
                }
            }
            // What fails first ends the others.
            while try await group.next() != nil {}
        }
    }
}

/// Frames a second as one writes them: `30`, `29.97`, `30000/1001`.
struct FrameRateArgument: ExpressibleByArgument, Hashable {
    let rate: Track.Rate

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        let rate: Track.Rate?
        if parts.count == 2 {
            guard let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) else { return nil }
            rate = Track.Rate(numerator: numerator, denominator: denominator)
        } else {
            guard let number = Double(argument), (0.01...1_000).contains(number) else { return nil }
            // 29.97 and its like mean the rates of NTSC.
            let ntsc = (number * 1.001).rounded()
            rate =
                abs(ntsc / 1.001 - number) < 0.005 && number != number.rounded()
                ? Track.Rate(numerator: UInt32(ntsc) * 1_000, denominator: 1_001)
                : Track.Rate(numerator: UInt32((number * 1_000).rounded()), denominator: 1_000)
        }
        guard let rate, (0.01...1_000).contains(Double(rate.numerator) / Double(rate.denominator)) else { return nil }
        self.rate = rate
    }
}
