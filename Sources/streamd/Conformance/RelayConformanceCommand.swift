import ArgumentParser
import Platform
import StreamClient
import StreamConformance

struct RelayConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Test a relay.",
        discussion: """
            The cases publish and watch streams of their own, with names of four letters. So use a relay that has \
            nothing else to do: some cases send it what it must refuse.

              streamd conformance relay 127.0.0.1:7450
              streamd conformance relay 127.0.0.1:7450 --only 'hello/*' --json
              streamd conformance relay tls://relay.example.org --pin sha256:… --websocket

            If the relay needs tokens, they must allow to publish and to watch every stream. A case for what a relay \
            need not do is skipped where the relay does not do it.

            Exit codes: 0 no case failed; 1 a case failed, or none applies; 64 wrong usage; 69 a relay that cannot be \
            reached; 73 a file that cannot be written.
            """
    )

    @Argument(help: ArgumentHelp("The relay's address.", valueName: "host:port"))
    var relay = RelayArgument.relay

    @Flag(help: "Speak the protocol in WebSocket frames.")
    var websocket = false

    @OptionGroup
    var options: ConformanceOptions

    @Option(help: ArgumentHelp("How many cases run at the same time.", valueName: "count"))
    var jobs = 16

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @Option(
        help: ArgumentHelp(
            "The file with a token to publish; by default the variable STREAMD_TOKEN holds it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var publishTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The file with a token to watch; by default the variable STREAMD_TOKEN holds it.",
            valueName: "file"
        ),
        completion: .file()
    )
    var watchTokenFile: String?

    func validate() throws {
        guard (1...1000).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1000.") }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            var configuration = ClientConfiguration(try relay.address)
            try security.apply(to: &configuration)
            let isEncrypted = configuration.address.scheme == .tls
            let carrier: Carrier =
                websocket ? (isEncrypted ? .secureWebSocket : .webSocket) : (isEncrypted ? .tls : .tcp)
            let cases = try options.selected(RelayCases.all(carrier))
            if options.list { return try await Report(CaseList(cases)).write(asJSON: options.json) }
            try await probe(configuration)
            let target = RelayTarget(
                try Connector(configuration.address, carrier, configuration.security ?? ClientSecurity()),
                publishToken: try token(publishTokenFile),
                watchToken: try token(watchTokenFile)
            )
            try await options.run("relay", configuration.address.endpoint, cases, concurrency: jobs) { _, body in
                try await RelayTrial.run(target, body)
            }
        }
    }

    /// - Throws: ``Failure`` if nothing can be tested there. What a relay answers wrongly is for the cases to say.
    private func probe(_ configuration: ClientConfiguration) async throws(Failure) {
        do throws(ClientError) {
            try await RelayProbe.ask(configuration)
        } catch {
            // A proxy of WebSockets closes a connection that begins with a preface.
            let isAnswer = error.code == .protocolViolation || websocket && error.code == .connectionLost
            if !isAnswer { throw Failure(.unavailable, Failure(error).message) }
        }
    }

    private func token(_ file: String?) throws(Failure) -> [UInt8]? {
        try TokenOptions.token(in: file).map { Array($0.secret.utf8) }
    }
}
