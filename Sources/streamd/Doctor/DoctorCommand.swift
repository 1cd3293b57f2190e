import ArgumentParser
import StreamCapture
import StreamClient

/// Checks this machine for problems that prevent publishing.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find the problems that keep this machine from publishing, and their fixes.",
        discussion: """
            The doctor checks cameras and their permissions, measures the cameras' frame rates, tries VA-API and the \
            other encoders, and compares the relay's clock with this machine's. Each finding is ok, a warning or a \
            problem, with a command that fixes it. The last line is a command that runs the publisher's image with \
            this machine's devices.

            With --cluster the doctor looks at relays that find each other in etcd instead, as seen from this machine: \
            whether each member of etcd answers and accepts the user, and whether each relay that has streams there \
            answers, with its clock. Each that does not answer takes a few seconds.

            With --between the doctor also asks each of these relays for a stream of each other one, as relays do, and \
            names the relays that do not reach each other; that takes half a minute for each 20 that do not. A relay that is asked takes the \
            stream for some seconds, so its publisher counts a viewer. The token must allow to watch the streams. The \
            directory does not know relays without streams; --also names them.

              streamd doctor
              streamd doctor --json | jq '.findings[] | select(.verdict != "ok")'
              streamd doctor --cluster etcd://a.example:2379,b.example:2379
              streamd doctor --cluster etcd://a.example:2379 --between --also c.example:7450

            Keys of the JSON: findings [{topic, verdict, text, command}], dockerRun.

            Exit codes: 0 no problem, warnings or not; 1 a problem.
            """
    )

    @Argument(help: ArgumentHelp("The relay to publish to; by default one on this machine.", valueName: "host:port"))
    var relay: RelayArgument?

    @OptionGroup(title: "Cluster")
    var directory: DirectoryOptions

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard relay == nil || directory.cluster.isEmpty else {
            throw ValidationError("--cluster checks the relays that etcd names; leave the relay's address out.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            guard directory.cluster.isEmpty else { return try await examineCluster() }
            #if Capture && os(Linux)
                var configuration = ClientConfiguration(try (relay ?? .local).address)
                try security.apply(to: &configuration)
                try access.apply(to: &configuration)
                let facts = SystemFacts.gather(
                    relay: await RelayCheck(configuration).run(),
                    relayName: configuration.address.endpoint,
                    isRelayNamed: relay != nil,
                    progress: { if Terminal.errorIsTerminal { Terminal.printLine($0) } }
                )
                let diagnosis = Diagnosis(facts)
                try await Report(diagnosis).write(asJSON: json)
                if diagnosis.hasProblem { throw ExitCode(Failure.Status.failure.rawValue) }
            #else
                throw Failure.captureUnavailable
            #endif
        }
    }

    /// Checks etcd and the relays that it names.
    private func examineCluster() async throws {
        let options = try directory.options
        guard let etcd = try options.connection() else { return }
        var template = ClientConfiguration(try RelayArgument.local.address)
        template.clientName = Version.clientName
        try access.apply(to: &template)
        try security.apply(to: &template)
        // A file that cannot be read is a mistake, and no finding about each relay.
        do { if let security = template.security { _ = try ClientTLSProvider(security) } } catch {
            throw Failure.from(error)
        }
        let allowsClearToken = access.allowClearToken
        let facts = try await ClusterFacts.gather(
            etcd,
            keyPrefix: options.streamPrefix,
            named: try directory.namedRelays,
            examinesLinks: directory.between
        ) { [template] address in
            var client = template
            client.address = address
            if address.scheme == .streamd { client.security = nil }
            if client.security != nil { client.address.scheme = .tls }
            // A relay that asks for a token says so. Relays do not send theirs in clear, too.
            let isProtected = client.address.scheme == .tls || address.isOnThisMachine
            if !isProtected, !allowsClearToken { client.token = nil }
            return client
        }
        let diagnosis = Diagnosis(findings: facts.findings)
        try await Report(diagnosis).write(asJSON: json)
        if diagnosis.hasProblem { throw ExitCode(Failure.Status.failure.rawValue) }
    }
}
