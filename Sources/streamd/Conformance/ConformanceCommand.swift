import ArgumentParser

struct ConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Test whether another program keeps to the protocol.",
        discussion: """
            The command plays the other side against a relay, a publisher or a viewer, also one that was written by \
            others. Each case is one rule of Protocol.md; a failure names the section with the rule.

              streamd conformance relay 127.0.0.1:7450
              streamd conformance viewer --run 'streamd watch {}'
              streamd conformance publisher --run 'streamd publish film.h264 --to {}'

            Exit codes: 0 no case failed; 1 a case failed, or none applies; 64 wrong usage; 69 a relay that cannot be \
            reached; 73 a file that cannot be written.
            """,
        subcommands: [
            RelayConformanceCommand.self, PublisherConformanceCommand.self, ViewerConformanceCommand.self,
        ]
    )
}
