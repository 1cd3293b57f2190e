import ArgumentParser
import NIOHTTP1
import StreamHTTP

struct RecordControlCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Switch the recordings of a recorder on and off, and list them.",
        discussion: """
            The commands talk to the admin listener of 'streamd record', for motion sensors and schedules:

              streamd ctl record start studio/camera-2
              streamd ctl record stop studio/camera-2
              streamd ctl record list
            """,
        subcommands: [RecordStartCommand.self, RecordStopCommand.self, RecordListCommand.self]
    )
}

/// The address of a recorder's admin listener.
struct RecorderAdminFlags: AdminFlagGroup {
    @Option(help: ArgumentHelp("The address of the recorder's admin listener.", valueName: "host:port"))
    var admin = AdminAddress.recorder

    /// - Throws: ``Failure`` if the text is not a valid address.
    var client: AdminClient {
        get throws(Failure) { AdminClient(address: try admin.relay, token: nil, tls: nil, program: "streamd record") }
    }
}

struct RecordStartCommand: AdminAction {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Record a stream, with the history that the recorder is set to take."
    )

    @Argument(help: ArgumentHelp("The stream's name.", valueName: "name"))
    var stream: String

    @OptionGroup var admin: RecorderAdminFlags

    var path: String { get throws(Failure) { try "/recordings/\(StreamArgument.name(stream))/start" } }
    var confirmation: String { "The stream '\(stream)' is recorded." }
}

struct RecordStopCommand: AdminAction {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Record a stream no longer, and finish its file."
    )

    @Argument(help: ArgumentHelp("The stream's name.", valueName: "name"))
    var stream: String

    @OptionGroup var admin: RecorderAdminFlags

    var path: String { get throws(Failure) { try "/recordings/\(StreamArgument.name(stream))/stop" } }
    var confirmation: String { "The stream '\(stream)' is not recorded." }
}

struct RecordListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the streams that the recorder knows."
    )

    @OptionGroup var admin: RecorderAdminFlags

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let recordings = try await admin.client.get("/recordings", as: RecordingsDocument.self)
            try await Report(recordings).write(asJSON: json)
        }
    }
}

extension RecordingsDocument: CustomStringConvertible {
    /// A table for people.
    public var description: String {
        var table = TextColumns([
            .left("STREAM"), .left("STATE"), .left("FILE"), .right("SIZE"), .right("FILES"), .right("FRAMES"),
            .right("MISSING"),
        ])
        for stream in streams {
            let state =
                !stream.on ? "off" : stream.failure != nil ? "failing" : stream.file != nil ? "recording" : "waiting"
            table.add([
                stream.name, state, stream.file ?? "-", HumanReadable.bytes(Int(clamping: stream.bytes)),
                "\(stream.segments)", "\(stream.recorded)", "\(stream.missing)",
            ])
        }
        return table.lines().joined(separator: "\n")
    }
}
