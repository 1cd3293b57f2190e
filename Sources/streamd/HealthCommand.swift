import ArgumentParser
import StreamClient

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Check whether a relay answers.",
        discussion: """
            The health check of a container can use this command.

            Exit codes: 0 the relay answers; 69 it does not.
            """
    )

    @Argument(help: ArgumentHelp("The relay's address.", valueName: "host:port"))
    var relay = RelayArgument.relay

    @Option(help: ArgumentHelp("How long to wait for a response, such as 500ms.", valueName: "time"))
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
                throw Failure(.unavailable, Failure(error).message)
            }
        }
    }
}
