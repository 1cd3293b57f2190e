import ArgumentParser
import Logging
import NIOHTTP1
import StreamHTTP

struct KickCommand: AdminAction {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Close the connection of a viewer or publisher.",
        discussion: """
            The client receives the reason 'dismissed', and a client of this project does not reconnect by itself. \
            When a publisher is closed, its viewers wait for another one; 'close' ends the whole stream.
            """
    )

    @Argument(help: ArgumentHelp("The connection's number in the output of 'connections'.", valueName: "id"))
    var id: UInt64

    @OptionGroup var admin: AdminFlags

    var path: String { get throws(Failure) { "/connections/\(id)/close" } }
    var confirmation: String { "Connection \(id) is closed." }
}

struct CloseCommand: AdminAction {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "End a stream: close the connections of its publisher and all its viewers."
    )

    @Argument(help: ArgumentHelp("The stream's name.", valueName: "name"))
    var stream: String

    @OptionGroup var admin: AdminFlags

    var path: String { get throws(Failure) { try "/streams/\(StreamArgument.name(stream))/close" } }
    var confirmation: String { "The stream '\(stream)' is closed." }
}

struct DrainCommand: AdminAction {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "End the relay as SIGTERM does: all clients are asked to reconnect after a moment."
    )

    @OptionGroup var admin: AdminFlags

    var path: String { get throws(Failure) { "/drain" } }
    var confirmation: String { "The relay drains, and ends when all connections are closed." }
}

struct LogLevelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log-level",
        abstract: "Set the relay's log level, until the next change here or in the settings."
    )

    @Argument(help: "The level: trace, debug, info, notice, warning, error or critical.")
    var level: Logger.Level

    @OptionGroup var admin: AdminFlags

    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.PUT, "/log-level", LogLevelDocument(level: level.rawValue))
            Terminal.printLine("The log level is \(level).")
        }
    }
}

struct ReloadCommand: AdminAction {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Make the relay read its settings, tokens and certificates again, as SIGHUP does."
    )

    @OptionGroup var admin: AdminFlags

    var path: String { get throws(Failure) { "/reload" } }
    var confirmation: String { "The relay has read its settings again." }
}
