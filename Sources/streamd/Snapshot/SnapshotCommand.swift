import ArgumentParser
import Platform
import StreamClient
import StreamPlayback

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Save one picture of a stream as JPEG or PNG.",
        discussion: """
            The command decodes the picture that a viewer sees now, and writes it to a file or to standard output:

              streamd snapshot 127.0.0.1:7450 -o shot.jpg
              streamd snapshot relay.example.org/studio/camera-2 --ago 5s -o shot.png
              streamd snapshot 127.0.0.1:7450 -o - | display -

            A file that exists is replaced, when the new picture is complete and on the disk: readers see the old \
            picture or the new one. The colours are those that the stream describes, and samples become square.

            If the publisher is away, or the relay's log does not reach back as far as --ago, the picture is the one \
            that comes nearest. It is written too, and the exit code is 75 if it differs from the wanted moment by \
            more than --within. If there is no stream or no picture, nothing is written, and the exit code is 69.

            Nothing is printed about a fresh picture unless standard error is a terminal, so that the command can be \
            called by cron.
            """
    )

    @Argument(
        help: ArgumentHelp("The relay's address, and the stream ('live' by default).", valueName: "host:port/stream")
    )
    var from = RelayArgument.local

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(help: ArgumentHelp("How long ago the picture was on the screen, such as 5s.", valueName: "time"))
    var ago = TimeSpan(seconds: 0)

    @Option(
        help: ArgumentHelp("How far a fresh picture may be from the wanted moment, such as 500ms.", valueName: "time")
    )
    var within = TimeSpan(seconds: 2)

    @Option(
        help: ArgumentHelp(
            "How long to wait, such as 30s, for a picture of a camera that begins for this viewer.",
            valueName: "time"
        )
    )
    var timeout = TimeSpan(seconds: 10)

    @Option(
        help: ArgumentHelp("What to write: jpg or png; by default what the file's extension says, or jpg.")
    )
    var format: ImageFormat?

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    func validate() throws {
        guard output != nil || !Terminal.outputIsTerminal else {
            throw ValidationError("A terminal cannot show the picture; use '-o shot.jpg'.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let target = try OutputTarget(output, overwrites: true)
            let format = try self.format ?? Self.format(of: target)
            var configuration = ClientConfiguration(try from.address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName
            try await save(from: configuration, as: format, to: target)
        }
    }

    /// - Throws: ``Failure`` for a file whose name says no format.
    private static func format(of target: OutputTarget) throws(Failure) -> ImageFormat {
        if let format = ImageFormat(path: target.name) { return format }
        guard !target.isFile else {
            throw Failure(.usage, "A picture is a .jpg or .png file; name it so, or say which with '--format'.")
        }
        return .jpeg
    }
}

#if Player
    extension SnapshotCommand {
        private func save(
            from configuration: ClientConfiguration,
            as format: ImageFormat,
            to target: OutputTarget
        ) async throws {
            let snapshot: Snapshot
            let image: [UInt8]
            do {
                snapshot = try await Snapshot.take(
                    configuration,
                    ago: .nanoseconds(ago.nanoseconds),
                    timeout: .nanoseconds(timeout.nanoseconds)
                )
                image = try snapshot.encoded(as: format)
            } catch {
                throw Failure.from(error)
            }
            // Several commands may write the same file at the same time; the last one stays.
            try await WholeOutput.write(to: target, partSuffix: ".\(getpid()).part") { try await $0.write(image) }
            guard snapshot.isFresh(within: .nanoseconds(within.nanoseconds)) else {
                throw Failure(.notFresh, "\(target.name): \(Self.sentence(about: snapshot))")
            }
            guard Terminal.errorIsTerminal, target.isFile else { return }
            let (width, height) = snapshot.size
            Terminal.printLine("\(target.name): \(width)x\(height).")
        }

        private static func sentence(about snapshot: Snapshot) -> String {
            let seconds = Double((snapshot.deviation / .milliseconds(100)).rounded()) / 10
            if seconds < 0 {
                return "The log begins \(-seconds) s after the wanted moment; this is its oldest picture."
            }
            return "The newest picture is \(seconds) s older than the wanted moment; see whether the publisher is live."
        }
    }
#else
    extension SnapshotCommand {
        private func save(
            from configuration: ClientConfiguration,
            as format: ImageFormat,
            to target: OutputTarget
        ) async throws {
            throw Failure.playbackUnavailable
        }
    }
#endif

extension ImageFormat: ExpressibleByArgument {
    /// - Parameter argument: The extension of such a file.
    public init?(argument: String) {
        self.init(path: ".\(argument)")
    }

    public var defaultValueDescription: String { self == .jpeg ? "jpg" : "png" }

    public static var allValueStrings: [String] { ["jpg", "png"] }
}
