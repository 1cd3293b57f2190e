import ArgumentParser
import StreamClient
import StreamProtocol

struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the streams of a relay.",
        discussion: """
            The list contains the streams that the token allows to watch: published streams, and streams that viewers \
            wait for. With a name in the address, it contains only the streams below it.

              streamd list 127.0.0.1:7450
              streamd list relay.example.org/studio --follow
              streamd list 127.0.0.1:7450 --json | jq -r '.streams[].name'

            The state is live, interrupted (the relay has lost the publisher and expects it back) or waiting (no \
            publisher yet). --follow prints the whole list again after each change, and reconnects when the relay goes \
            away for a while. 'streamd ctl' shows operators more of a relay.

            Keys of the JSON, one object for each list:

              streams      [{name, state, kinds}]; state is "live", "interrupted" or
                           "waiting"; kinds are the tracks': "video", "audio", "data"
            """
    )

    @Argument(
        help: ArgumentHelp("The relay's address, and a name to list the streams below it.", valueName: "host:port/name")
    )
    var from = RelayArgument.relay

    @Flag(help: "Print the list again after each change, until Ctrl-C.")
    var follow = false

    @Flag(help: "Print JSON, one object in a line for each list.")
    var json = false

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let address = try from.folder
            var configuration = ClientConfiguration(address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName
            let lister = StreamLister(configuration, below: address.stream, waits: false)
            do {
                try await Signals.runUntilSignal { [json, follow] in
                    for try await list in lister.lists {
                        try await Report(ListReport(list)).write(asJSON: json, line: true)
                        if !follow { break }
                    }
                }
            } catch {
                throw Failure.from(error)
            }
        }
    }
}

/// The streams of a relay, for people and for programs.
struct ListReport: Encodable, CustomStringConvertible {
    struct Stream: Encodable {
        let name: String
        let state: String
        let kinds: [String]
    }

    let streams: [Stream]

    init(_ list: [StreamList.Entry]) {
        streams = list.map { entry in
            let kinds = TrackKind.allCases.filter { entry.kinds.contains(TrackKinds($0)) }
            return Stream(
                name: entry.name.description,
                state: entry.state.description,
                kinds: kinds.map(\.description)
            )
        }
    }

    var description: String {
        var table = TextColumns([.left("STREAM"), .left("STATE"), .left("TRACKS")])
        for stream in streams { table.add([stream.name, stream.state, stream.kinds.joined(separator: ", ")]) }
        return table.lines().joined(separator: "\n")
    }
}
