import ArgumentParser

/// The root of the command line. Each subcommand has its own file.
@main
struct Streamd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streamd",
        abstract: "Live video from a Linux machine to anywhere, over plain TCP.",
        discussion: """
            A stream goes from a publisher to a relay, and from the relay to any number of viewers:

              streamd relay            in one shell
              streamd publish test:    in another; a camera needs no argument
              streamd play             here or on another machine: in a window
              http://127.0.0.1:7450/   the same in a browser

            Exit codes: 0 success, also after Ctrl-C; 1 a failure; 64 wrong usage; 65 invalid data; 66 an input that \
            cannot be read; 69 a relay or stream that cannot be reached; 73 an output that cannot be written; 75 a \
            snapshot that is not fresh; 77 refused by the relay; 78 invalid settings of the relay.

            Environment: STREAMD_TOKEN the token for the relay, unless --token-file names a file; STREAMD_TOKENS the \
            lines of a relay's token list; STREAMD_LISTEN and so on: any setting of 'streamd relay'.

            'streamd --generate-completion-script bash' (or zsh, fish) prints completions.
            """,
        version: Version.text,
        subcommands: [
            RelayCommand.self, PublishCommand.self, WatchCommand.self, PlayCommand.self, SnapshotCommand.self,
            ClipCommand.self,
            RecordCommand.self, ExportCommand.self,
            InspectCommand.self, DevicesCommand.self, ControlCommand.self, DoctorCommand.self, HealthCommand.self,
            ListCommand.self,
            LoadCommand.self, ConformanceCommand.self, TokenCommand.self, TopCommand.self,
        ]
    )

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let script = CompletionScript.bash(for: arguments) { return print(script) }
        if let named = NameOption(in: arguments) { exit(withError: ExitCode(named.failure.print())) }
        if let unknown = UnknownCommand(in: arguments) { exit(withError: ExitCode(unknown.failure.print())) }
        await main(nil)
    }
}
