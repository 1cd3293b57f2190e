import ArgumentParser
import NIOCore
import NIOPosix
import Platform
import StreamClient
import StreamProtocol

struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Simulate many viewers of a stream, to measure a relay and a machine.",
        discussion: """
            Each viewer receives the whole stream, counts it and discards it. Run the command on another machine than \
            the relay's; a publisher, such as 'streamd publish test:', must be connected already.

            The command prints a report every second. At the end it prints the received and the skipped frames with \
            the reasons, the time to the first frame, and the latency from capture to reception. Pictures and sound are \
            counted apart, as 'streamd watch --stats' does, and the latency is that of pictures if there are any. One \
            more viewer compares the clocks.

              streamd load relay.example.org/live --viewers 1000 --seconds 60

            Exit codes: 0 every viewer got every frame, or a notice that frames were skipped; 1 a frame was lost \
            without a notice, or a viewer was refused or lost; 64 wrong usage; 69 a relay or stream that cannot be \
            reached; 77 refused by the relay.
            """
    )

    @Argument(
        help: ArgumentHelp("The relay's address, and the stream ('live' by default).", valueName: "host:port/stream")
    )
    var from = RelayArgument.local

    @Option(help: ArgumentHelp("The number of viewers.", valueName: "count"))
    var viewers = 100

    @Option(help: ArgumentHelp("How many viewers join per second.", valueName: "count"))
    var joinRate = 500

    @Option(
        help: ArgumentHelp(
            "How long to watch after the last join, such as 60s; by default until Ctrl-C.",
            valueName: "time"
        )
    )
    var seconds: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "How long the relay may collect frames, such as 50ms, to send them together: less work and more delay.",
            valueName: "time"
        )
    )
    var batch: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Begin each viewer at a random access point that is at least so old, such as 8s, or at the relay's oldest.",
            valueName: "time"
        )
    )
    var history: TimeSpan?

    @Flag(help: "Receive only the key frames of video, and all frames of audio.")
    var keyFramesOnly = false

    @Option(help: ArgumentHelp("The number of threads that receive.", valueName: "count"))
    var threads = 1

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Print JSON: one object per second, and one for the whole run at the end.")
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
            try Self.checkDescriptors(ResourceLimit.descriptors.raise(), viewers: viewers, threads: threads)
            var configuration = ClientConfiguration(try from.address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName + " load"
            let request = LoadRequest(batch: batch, history: history, keyFramesOnly: keyFramesOnly)
            let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
            let meter: LoadMeter
            do {
                let generator = try await LoadGenerator(configuration, request: request, on: group)
                meter = LoadMeter(generator, viewers: viewers)
                try await Signals.runUntilSignal {
                    try await measure(generator, meter)
                }
            } catch {
                throw Failure.from(error)
            }
            let (report, isClean) = try await meter.total()
            if Terminal.errorIsTerminal, !json { Terminal.replaceLine("") }
            try await Report(report).write(asJSON: json, line: true)
            guard isClean else {
                throw Failure(.failure, "Some viewers did not receive everything; see the report above.")
            }
        }
    }

    /// Refuses more viewers than the process may have sockets: the missing ones would count as the relay's failures.
    ///
    /// - Parameter limit: Files and sockets that the process may open; `nil` if the system does not tell.
    static func checkDescriptors(_ limit: UInt64?, viewers: Int, threads: Int) throws(Failure) {
        let own = DescriptorBudget.base + DescriptorBudget.ofEventLoop * (threads + System.coreCount)
        guard let limit, limit < UInt64(viewers + own) else { return }
        throw Failure(
            .usage,
            "This process may have \(limit) open files, but \(viewers) viewers need \(viewers + own); raise the limit "
                + "(ulimit -n), or use at most \(max(0, Int(limit) - own)) --viewers."
        )
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
                    try await printReport(meter.interval())
                }
            }
            while let isOver = try await group.next(), !isOver {}
        }
    }

    private func printReport(_ report: LoadReport) async throws {
        if json {
            try await Report(report).write(asJSON: true, line: true)
        } else if Terminal.errorIsTerminal {
            Terminal.replaceLine(report.line)
        } else {
            Terminal.printLine(report.line)
        }
    }
}
