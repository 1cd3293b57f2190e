import ArgumentParser
import StreamClient
import StreamHTTP

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Send the viewers of a stream to another relay.",
        discussion: """
            The viewers over TCP, TLS and WebSocket receive the address and connect there at once. These stay: players \
            over HTTP, relays, web pages without a token, and viewers over TLS if the address begins with streamd://. \
            The publisher stays too, so the other relay must have the stream or take it from here. Viewers that come \
            later are served here.

              streamd ctl move studio/camera-2 b.example:7450
              streamd ctl move live tls://b.example
            """
    )

    @Argument(help: ArgumentHelp("The stream's name.", valueName: "name"))
    var stream: String

    @Argument(help: ArgumentHelp("The address of the other relay.", valueName: "address"))
    var address: String

    @OptionGroup var admin: AdminFlags

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reportingFailures {
            let name = try StreamArgument.name(stream)
            try checkAddress()
            let request = MoveDocument(to: address)
            let moved: MovedDocument = try await admin.client.post("/streams/\(name)/move", request)
            try await Report(moved).write(asJSON: json)
        }
    }

    private func checkAddress() throws(Failure) {
        do throws(ClientError) {
            _ = try RelayAddress(address)
        } catch {
            throw Failure(error)
        }
    }
}

extension MovedDocument: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        "\(Self.viewers(moved)) of '\(stream)' \(moved == 1 ? "is" : "are") sent to \(Printable.text(to)); \(left) "
            + "\(left == 1 ? "stays" : "stay")."
    }

    private static func viewers(_ count: Int) -> String { "\(count) viewer\(count == 1 ? "" : "s")" }
}
