import ArgumentParser
import StreamHTTP
import StreamProtocol

struct ControlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ctl",
        abstract: "Look into a running relay, and control it.",
        discussion: """
            These commands talk to the relay's admin listener, which is on this machine only unless the relay was \
            told otherwise. From another machine they need a token with the scope 'admin', and TLS with the relay's \
            own certificate.

              streamd ctl streams
              streamd ctl connections --stream live
              streamd ctl kick 17
              streamd ctl drain
              streamd ctl streams --admin tls://relay.example.org:7451 --token-file token

            Exit codes: 0 done; 64 wrong usage; 69 a relay, stream or connection that is not there; 77 refused by the \
            relay.
            """,
        subcommands: [
            StreamsControl.self, ConnectionsControl.self, KickControl.self, CloseControl.self, DrainControl.self,
            LogLevelControl.self, ReloadControl.self,
        ]
    )
}

struct StreamsControl: AsyncParsableCommand {
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

struct ConnectionsControl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract: "List the publishers, the viewers, and connections that have not said yet what they want."
    )

    @OptionGroup var admin: AdminFlags

    @Option(help: ArgumentHelp("Only those of this stream.", valueName: "name"))
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

/// A stream's name as the user writes it.
enum StreamArgument {
    static func name(_ text: String) throws(Failure) -> StreamName {
        do throws(ProtocolError) {
            return try StreamName(text)
        } catch {
            throw Failure(.usage, error.reason)
        }
    }
}
