import ArgumentParser
import NIOSSL
import Platform
import StreamConformance

/// Where a client that is tested connects to, and how it is started.
struct ClientConformanceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Start the client anew for each case by this command of the shell. '{}' stands for host:port/stream, and \
            '{output}' for the file or folder that a viewer writes.
            """,
            valueName: "command"
        )
    )
    var run: String?

    @Option(
        help: ArgumentHelp(
            "Where to wait for a client that runs all the time and comes back after each case.",
            valueName: "host:port"
        )
    )
    var listen: ListenAddress?

    @Flag(help: "The client makes one connection: skip what needs another one.")
    var single = false

    @Flag(help: "The client is a service that begins anew after every end: skip what says that it does not.")
    var service = false

    @Flag(help: "Speak the protocol in WebSocket frames.")
    var websocket = false

    @Option(
        help: ArgumentHelp("The relay's certificate, as PEM: the client connects by TLS.", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(help: ArgumentHelp("The key of the certificate, as PEM.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp("A certificate that the client must refuse, as PEM.", valueName: "file"),
        completion: .file()
    )
    var wrongCertificate: String?

    @Option(
        help: ArgumentHelp("The key of the certificate that the client must refuse.", valueName: "file"),
        completion: .file()
    )
    var wrongKey: String?

    @Option(help: ArgumentHelp("How many cases run at the same time, with --run.", valueName: "count"))
    var jobs = 4

    func validate() throws {
        guard (1...1000).contains(jobs) else { throw ValidationError("--jobs takes 1 to 1000.") }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together.")
        }
        guard (wrongCertificate == nil) == (wrongKey == nil), wrongKey == nil || key != nil else {
            throw ValidationError("--wrong-certificate and --wrong-key belong together, and need a right one.")
        }
        guard run == nil || listen == nil else {
            throw ValidationError("--run starts the client, --listen waits for it: give one of the two.")
        }
        guard run?.contains("{}") ?? true else {
            throw ValidationError("The command of --run needs '{}', which stands for the address.")
        }
    }

    var carrier: Carrier {
        let isEncrypted = certificate != nil
        return websocket ? (isEncrypted ? .secureWebSocket : .webSocket) : (isEncrypted ? .tls : .tcp)
    }

    func test(
        _ subject: String,
        _ all: [ConformanceCase<ClientTrial>],
        _ options: ConformanceOptions
    ) async throws {
        let cases = try options.selected(all)
        if options.list { return try await Report(CaseList(cases)).write(asJSON: options.json) }
        let context = try context(certificate, key, ["streamd", "http/1.1"])
        let unselected = try self.context(certificate, key, [])
        let wrong = try self.context(wrongCertificate, wrongKey, ["streamd"])
        if let run {
            let target = ClientTarget(
                .command(run),
                host: "127.0.0.1",
                carrier: carrier,
                tls: context,
                unselectedTLS: unselected,
                wrongTLS: wrong,
                reconnects: !single,
                isService: service
            )
            return try await options.run(subject, run, cases, concurrency: jobs) { _, body in
                try await ClientTrial.run(target, body)
            }
        }
        guard let listen else { throw Failure(.usage, "Give --run COMMAND, or --listen HOST:PORT.") }
        let listener: ClientListener
        do {
            listener = try await ClientListener.bind(
                host: listen.host,
                port: listen.port,
                carrier: carrier,
                tls: context
            )
        } catch {
            throw Failure(.unavailable, "Cannot listen on \(listen): \(error)")
        }
        Terminal.printLine("streamd: Waiting for a \(subject) on \(listen.host):\(listener.port).")
        let target = ClientTarget(
            .reconnecting(listener),
            host: listen.host,
            carrier: carrier,
            tls: context,
            unselectedTLS: unselected,
            wrongTLS: wrong,
            reconnects: !single,
            isService: service
        )
        try await options.run(subject, "\(listen)", cases, concurrency: 1) { _, body in
            try await ClientTrial.run(target, body)
        }
        await listener.close()
    }

    private func context(
        _ certificate: String?,
        _ key: String?,
        _ protocols: [String]
    ) throws(Failure) -> NIOSSLContext? {
        guard let certificate, let key else { return nil }
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let secret = try NIOSSLPrivateKey(file: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain,
                privateKey: .privateKey(secret)
            )
            configuration.applicationProtocols = protocols
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw Failure(.noInput, "\(certificate) and \(key) cannot be used as certificate and key: \(error)")
        }
    }
}

struct PublisherConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publisher",
        abstract: "Test a publisher.",
        discussion: """
            With --run, the command starts the publisher for each case. Without it, the publisher runs all the time, \
            and comes back after each case; then cases that end it are skipped.

              streamd conformance publisher --run 'streamd publish film.h264 --to {}'
              streamd conformance publisher --listen 127.0.0.1:7450

            Exit codes: 0 no case failed; 1 a case failed, or none applies; 64 wrong usage; 66 a certificate that \
            cannot be read; 69 an address that cannot be used; 73 a file that cannot be written.
            """
    )

    @OptionGroup
    var client: ClientConformanceOptions

    @OptionGroup
    var options: ConformanceOptions

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            try await client.test("publisher", PublisherCases.all(client.carrier), options)
        }
    }
}

struct ViewerConformanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viewer",
        abstract: "Test a viewer.",
        discussion: """
            With --run, the command starts the viewer for each case. Without it, the viewer runs all the time, and \
            comes back after each case; then cases that end it are skipped. If the command has '{output}', the kit \
            compares the pictures of H.264 that are in this file, or in the files of this folder: an H.264 byte \
            stream, or any container that keeps SEI messages.

              streamd conformance viewer --run 'streamd watch {} > {output}'
              streamd conformance viewer --listen 127.0.0.1:7450

            Exit codes: 0 no case failed; 1 a case failed, or none applies; 64 wrong usage; 66 a certificate that \
            cannot be read; 69 an address that cannot be used; 73 a file that cannot be written.
            """
    )

    @OptionGroup
    var client: ClientConformanceOptions

    @OptionGroup
    var options: ConformanceOptions

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            try await client.test("viewer", ViewerCases.all(client.carrier), options)
        }
    }
}
