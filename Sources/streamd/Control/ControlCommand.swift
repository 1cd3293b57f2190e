import ArgumentParser
import StreamHTTP
import StreamProtocol
import StreamRelay

struct ControlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Inspect and control a running relay or recorder.",
        discussion: """
            These commands talk to the relay's admin listener, which accepts connections from this machine only by \
            default. From another machine they need a token with the scope 'admin', and TLS with the relay's own \
            certificate.

              streamd ctl streams
              streamd ctl connections --stream live
              streamd ctl kick 17
              streamd ctl move live b.example:7450
              streamd ctl drain
              streamd ctl streams --admin tls://relay.example.org:7451 --token-file token

            Exit codes: 0 done; 64 wrong usage; 69 a relay, stream or connection that does not exist; 77 refused by \
            the relay.
            """,
        subcommands: [
            StreamsCommand.self, ConnectionsCommand.self, KickCommand.self, CloseCommand.self, MoveCommand.self,
            DrainCommand.self, LogLevelCommand.self, ReloadCommand.self, RecordControlCommand.self,
        ]
    )
}

struct StreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "streams", abstract: "List the streams.")

    @OptionGroup var admin: AdminFlags

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            try await Report(admin.client.streams()).write(asJSON: json)
        }
    }
}

struct ConnectionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract: "List the connections of publishers, viewers and clients that have not chosen yet."
    )

    @OptionGroup var admin: AdminFlags

    @Option(help: ArgumentHelp("List the connections of this stream only.", valueName: "name"))
    var stream: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let query = try stream.map { "?stream=\(try StreamArgument.name($0))" } ?? ""
            let connections = try await admin.client.get("/connections\(query)", as: ConnectionsDocument.self)
            try await Report(connections).write(asJSON: json)
        }
    }
}

/// Validates a stream's name in user input.
enum StreamArgument {
    static func pattern(_ text: String) throws(Failure) -> StreamPattern {
        do throws(ProtocolError) {
            return try StreamPattern(text)
        } catch {
            throw Failure(.usage, error.reason)
        }
    }

    static func name(_ text: String) throws(Failure) -> StreamName {
        do throws(ProtocolError) {
            return try StreamName(text)
        } catch {
            throw Failure(.usage, error.reason)
        }
    }
}
