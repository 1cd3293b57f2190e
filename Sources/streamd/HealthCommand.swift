import ArgumentParser
import StreamClient

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask a relay whether it answers.",
        discussion: """
            A container's health check needs no more than this.

            Exit codes: 0 the relay answers; 69 it does not.
            """
    )

    @Argument(help: ArgumentHelp("The relay.", valueName: "host:port"))
    var relay = RelayArgument.local

    @Option(help: ArgumentHelp("How long to wait for an answer.", valueName: "time"))
    var timeout = TimeSpan(seconds: 2)

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    func run() async throws {
        try await reportingFailures {
            var configuration = ClientConfiguration(try relay.address)
            try security.apply(to: &configuration)
            configuration.connectTimeout = .nanoseconds(timeout.nanoseconds)
            do throws(ClientError) {
                try await RelayProbe.ask(configuration)
            } catch {
                throw Failure(.unavailable, error.reason)
            }
        }
    }
}
