import ArgumentParser
import StreamHTTP
import StreamProtocol

struct TopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Show a relay's streams and viewers, with their rates and lags.",
        discussion: """
            The figures come from the relay's admin listener; see 'streamd ctl'. The viewers with the largest lag come \
            first, unless --sort says otherwise. On a terminal, j, k or the arrows select a stream, s changes the order, \
            and q quits. Streams without their publisher and viewers that will soon skip frames are in colour there, \
            unless the variable NO_COLOR is set. Without a terminal, the command prints a page of plain text every \
            interval. A table that is too wide leaves columns out; 'streamd ctl streams' and 'streamd ctl connections' \
            have all of them.

            LATENCY and MISSED are what the viewers themselves report every 5 seconds: the time from capture to \
            reception (of a viewer: of half and of 95 % of its frames; of a stream: of half the viewers, and of the \
            worst one) and the frames that they have missed since they joined. Programs that read over HTTP report \
            nothing.

              streamd top
              streamd top --stream 'studio/*' --sort latency
            """
    )

    /// The maximum number of viewers in a request: more than the lines of a terminal, few enough for a relay with
    /// thousands.
    static let viewers = 500

    @Argument(
        help: ArgumentHelp(
            "The address of the relay's admin listener; tls:// in front selects TLS.",
            valueName: "host:port"
        )
    )
    var relay = AdminAddress.local

    @Option(help: ArgumentHelp("How often to refresh the page.", valueName: "time"))
    var interval = TimeSpan(seconds: 1)

    @Option(help: ArgumentHelp("Show only the streams that match, such as 'studio/*'.", valueName: "pattern"))
    var stream: String?

    @Option(
        help: ArgumentHelp(
            "The order: lag, name, viewers, rate, latency or missed. Of more than \(Self.viewers) viewers, those with the "
                + "largest lag are sorted.",
            valueName: "order"
        )
    )
    var sort = TopOrder.lag

    @Flag(help: "Print one page after one interval, and end.")
    var once = false

    @OptionGroup var options: AdminOptions

    func validate() throws {
        guard (100_000_000...3_600_000_000_000).contains(interval.nanoseconds) else {
            throw ValidationError("--interval takes 100ms to 1h.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let client = try options.client(at: relay)
            let filter = try stream.map { text throws(Failure) in try StreamArgument.pattern(text) }
            var observer = TopObserver(client: client, filter: filter, order: sort)
            try await observer.refresh()
            if once || !Terminal.outputIsTerminal || Terminal.isDumb {
                try await printPages(observer)
            } else {
                try await Signals.runUntilSignal { [observer] in
                    try await showPages(observer)
                }
            }
        }
    }

    private func printPages(_ observer: TopObserver) async throws {
        var observer = observer
        let sink = ByteSink.standardOutput
        repeat {
            try await Task.sleep(for: .nanoseconds(interval.nanoseconds))
            try await observer.refresh()
            let lines = observer.page?.lines().map(\.text) ?? []
            do {
                try await sink.write(Array((lines.joined(separator: "\n") + (once ? "\n" : "\n\n")).utf8))
            } catch is ByteSink.BrokenPipe {
                return
            }
        } while !once
    }

    private func showPages(_ observer: TopObserver) async throws {
        var observer = observer
        let screen = TerminalScreen(usesColours: Terminal.usesColours)
        defer { screen.leave() }
        let keyboard = Terminal.inputIsTerminal ? try ByteSource("-") : nil
        var nextRefresh = ContinuousClock.now
        var size = screen.size
        while true {
            if ContinuousClock.now >= nextRefresh {
                nextRefresh = .now + .nanoseconds(interval.nanoseconds)
                await observer.refreshKeepingPage()
            }
            screen.show(observer.page?.lines(width: size.width, height: size.height) ?? [])
            // Until the next refresh or a change of the terminal's size.
            while ContinuousClock.now < nextRefresh, size == screen.size {
                try Task.checkCancellation()
                let keys = try await keys(keyboard)
                if keys.contains(.leave) { return }
                guard keys.isEmpty else {
                    for key in keys { observer.choose(key) }
                    break
                }
            }
            size = screen.size
        }
    }

    /// Waits a short time for keys.
    private func keys(_ keyboard: ByteSource?) async throws -> [TopKey] {
        let moment = 50
        guard let keyboard, case .bytes(let bytes) = try await keyboard.read(waitingFor: moment) else {
            if keyboard == nil { try await Task.sleep(for: .milliseconds(moment)) }
            return []
        }
        return TopKey.keys(in: bytes)
    }
}
