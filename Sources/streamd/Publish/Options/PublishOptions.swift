import ArgumentParser
import StreamCapture
import StreamMedia
import StreamProtocol

/// What `publish` sends, how, and to which relay: the options of one stream. In a file for several streams each option is
/// a key.
struct PublishOptions: ParsableArguments {
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

    func validate() throws {
        if let speed {
            guard speed == 0 || (0.001...1_000).contains(speed) else {
                throw ValidationError("--speed takes 0, or a number from 0.001 to 1000.")
            }
        }
    }
}

extension PublishOptions {
    /// Reads options as they stand on a command line.
    ///
    /// - Throws: ``Failure`` with the parser's sentence.
    init(words: [String]) throws(Failure) {
        do {
            self = try Self.parse(words)
        } catch {
            // The first line names the option and its value; the rest is the usage of the command line, where the
            // option's help says what it takes.
            let message = Self.message(for: error).prefix { !$0.isNewline }
            let help = Self.fullMessage(for: error).split(whereSeparator: \.isNewline).first { $0.hasPrefix("Help:") }
            let text = help?.split(separator: "  ").last.map { ": \($0)" } ?? "."
            throw Failure(.usage, message.hasSuffix(".") ? String(message) : String(message) + text)
        }
    }

    /// Whether an option needs an encoder.
    var wantsEncoder: Bool { encoding.isGiven || picture.isGiven }

    /// Whether the input or any option is given.
    var isGiven: Bool {
        let isSourceGiven =
            input != nil || inputFormat != nil || rtspTransport != nil || rate != nil || speed != nil || loop
        let isSoundGiven = audioOptions.audio != nil || audioOptions.audioBitrate != nil
        let isLiveGiven = !live.adaptive || live.onDemand || live.keepWarm != nil || end
        let isRelayGiven = to != .local || security.tls || !security.pin.isEmpty || security.ca != nil
        let isTokenGiven = access.tokenFile != nil || access.allowClearToken
        return isSourceGiven || wantsEncoder || isSoundGiven || isLiveGiven || isRelayGiven || isTokenGiven
    }
}

extension RTSPTransport: ExpressibleByArgument {}
