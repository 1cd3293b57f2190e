import ArgumentParser
import StreamCapture
import StreamClient

/// Checks this machine for problems that prevent publishing.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find the problems that keep this machine from publishing, and their fixes.",
        discussion: """
            The doctor checks cameras and their permissions, measures the cameras' frame rates, tries VA-API and the \
            other encoders, and compares the relay's clock with this machine's. Each finding is ok, a warning or a \
            problem, with a command that fixes it. The last line is a command that runs the publisher's image with \
            this machine's devices.

              streamd doctor
              streamd doctor --json | jq '.findings[] | select(.verdict != "ok")'

            Keys of the JSON: findings [{topic, verdict, text, command}], dockerRun.

            Exit codes: 0 no problem, warnings or not; 1 a problem.
            """
    )

    @Argument(help: ArgumentHelp("The relay to publish to; by default one on this machine.", valueName: "host:port"))
    var relay: RelayArgument?

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            #if Capture && os(Linux)
                var configuration = ClientConfiguration(try (relay ?? .local).address)
                try security.apply(to: &configuration)
                try access.apply(to: &configuration)
                let facts = SystemFacts.gather(
                    relay: await RelayCheck(configuration).run(),
                    relayName: configuration.address.endpoint,
                    isRelayNamed: relay != nil,
                    progress: { if Terminal.errorIsTerminal { Terminal.printLine($0) } }
                )
                let diagnosis = Diagnosis(facts)
                try await Report(diagnosis).write(asJSON: json)
                if diagnosis.hasProblem { throw ExitCode(Failure.Status.failure.rawValue) }
            #else
                throw Failure.captureUnavailable
            #endif
        }
    }
}
