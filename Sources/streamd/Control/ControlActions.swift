import ArgumentParser
import Logging
import NIOHTTP1
import StreamHTTP

struct KickControl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kick",
        abstract: "Send a viewer or publisher away.",
        discussion: """
            It is told that it was dismissed, and a client of this project does not come back by itself. The viewers \
            of a publisher that is sent away wait for another one; 'close' ends the whole stream.
            """
    )

    @Argument(help: ArgumentHelp("The connection's number, as 'connections' shows it.", valueName: "id"))
    var id: UInt64

    @OptionGroup var admin: AdminFlags

    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.POST, "/connections/\(id)/close")
            Terminal.say("Connection \(id) is closed.")
        }
    }
}

struct CloseControl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "End a stream: its publisher and all its viewers are sent away."
    )

    @Argument(help: ArgumentHelp("The stream's name.", valueName: "name"))
    var stream: String

    @OptionGroup var admin: AdminFlags

    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.POST, "/streams/\(StreamArgument.name(stream))/close")
            Terminal.say("The stream '\(stream)' is closed.")
        }
    }
}

struct DrainControl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drain",
        abstract: "End the relay as SIGTERM does: everybody is told to come back in a moment."
    )

    @OptionGroup var admin: AdminFlags

    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.POST, "/drain")
            Terminal.say("The relay drains, and ends when everybody has left.")
        }
    }
}

struct LogLevelControl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log-level",
        abstract: "Change how much the relay logs, until it is changed here or in the settings."
    )

    @Argument(help: "trace, debug, info, notice, warning, error or critical.")
    var level: Logger.Level

    @OptionGroup var admin: AdminFlags

    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.PUT, "/log-level", LogLevelDocument(level: level.rawValue))
            Terminal.say("The log level is \(level).")
        }
    }
}

struct ReloadControl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have the relay read its settings, tokens and certificates again, as SIGHUP does."
    )

    @OptionGroup var admin: AdminFlags

    func run() async throws {
        try await reportingFailures {
            try await admin.client.perform(.POST, "/reload")
            Terminal.say("The settings are read.")
        }
    }
}
