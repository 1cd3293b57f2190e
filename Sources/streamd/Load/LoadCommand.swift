import ArgumentParser
import NIOCore
import NIOPosix
import StreamClient
import StreamProtocol
import Synchronization

struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Be many viewers of a stream, to find out what a relay and a machine carry.",
        discussion: """
            Every viewer receives the whole stream, counts it and throws it away. Run it on another machine than the \
            relay's; a publisher, such as 'streamd publish test:', must be there already.

            It says every second how it goes, and at the end what came, what was left out and why, how long the first \
            frame took, and the time from capture to reception (one more viewer compares the clocks).

              streamd load relay.example.org/live --viewers 1000 --seconds 60

            Exit codes: 0 every viewer got every frame, or a notice of what was left out; 1 a frame neither came nor \
            was left out, or a viewer was refused or lost; 64 wrong usage; 69 a relay or stream that cannot be \
            reached; 77 refused by the relay.
            """
    )

    @Argument(help: ArgumentHelp("The relay, and the stream ('live' unless given).", valueName: "host:port/stream"))
    var from = RelayArgument.local

    @Option(help: ArgumentHelp("How many watch.", valueName: "count"))
    var viewers = 100

    @Option(help: ArgumentHelp("How many of them join in a second.", valueName: "count"))
    var joinRate = 500

    @Option(help: ArgumentHelp("How long, from the last join; until Ctrl-C unless given.", valueName: "time"))
    var seconds: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "For how long the relay may gather frames to send them together, for less work and more delay.",
            valueName: "time"
        )
    )
    var batch: TimeSpan?

    @Option(help: ArgumentHelp("Threads that receive.", valueName: "count"))
    var threads = 1

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Print JSON: an object a second, and one of the whole at the end.")
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(viewers), (1...100_000).contains(joinRate), (1...256).contains(threads) else {
            throw ValidationError(
                "--viewers takes 1 to 1000000, --join-rate 1 to 100000, and --threads 1 to 256."
            )
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            FileDescriptors.allowAll()
            var configuration = ClientConfiguration(try from.address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName + " load"
            let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
            let meter: LoadMeter
            do {
                let generator = try await LoadGenerator(configuration, batch: batch, on: group)
                meter = LoadMeter(generator, viewers: viewers)
                try await Signals.endingAtSignal(patience: .zero, stop: {}) { try await measure(generator, meter) }
            } catch {
                throw Failure.from(error)
            }
            let (report, isClean) = try await meter.whole()
            if Terminal.errorIsTerminal, !json { Terminal.update("") }
            try await Report(report).write(asJSON: json, line: true)
            guard isClean else {
                throw Failure(.failure, "Not every viewer got everything it should; see above what was missing.")
            }
        }
    }

    private func measure(_ generator: LoadGenerator, _ meter: LoadMeter) async throws {
        let (welcomes, continuation) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await generator.watch(
                    welcomed: { continuation.finish() },
                    found: { meter.clocksDiffer(by: $0) }
                )
                // The stream has ended.
                return true
            }
            group.addTask {
                for await _ in welcomes {}
                try await generator.join(viewers: viewers, rate: joinRate)
                guard let seconds else { return false }
                try await Task.sleep(for: .nanoseconds(seconds.nanoseconds))
                return true
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    try await tell(meter.second())
                }
            }
            while let isOver = try await group.next(), !isOver {}
        }
    }

    private func tell(_ report: LoadReport) async throws {
        if json {
            try await Report(report).write(asJSON: true, line: true)
        } else if Terminal.errorIsTerminal {
            Terminal.update(report.line)
        } else {
            Terminal.say(report.line)
        }
    }
}
