import ArgumentParser
import Logging
import StreamClient
import StreamHTTP
import StreamProtocol
import StreamRecording

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record streams to MP4 files, for months.",
        discussion: """
            The recorder writes the streams as they are, without encoding, also streams that appear later:

              streamd record 127.0.0.1:7450/live --to recordings
              streamd record relay.example.org/studio/* --to /srv/video --keep 30d --min-free 20GiB
              streamd record 127.0.0.1:7450 --to recordings --paused

            Without a name, it records all streams of the relay. Each stream has a folder, with '+' in place of '/', and \
            in it a folder for each day (UTC): recordings/studio+camera-2/2026-11-22/14-30-00Z.mp4. A file ends at the \
            first random access point after --segment, and earlier if the stream changes its format. Beside the files \
            are a playlist for players (index.m3u8), so that any web server can serve them, and a journal \
            (journal.jsonl). 'streamd export' cuts any time out of them.

            A crash or a power failure costs a second at most: a file is on the disk part by part, and the next start \
            finishes what was cut. While the disk is full, too slow or away, frames are missing, and the other streams \
            go on. The journal and each file say which frames they hold and which are missing.

            --keep, --max-bytes and --min-free remove the oldest finished files. --on-segment runs a shell command for \
            each finished file, at least once, also after a crash; it is tried five times, and four run at the same \
            time at most. Its environment has STREAMD_FILE, STREAMD_STREAM, STREAMD_START and STREAMD_END (RFC 3339), \
            STREAMD_DURATION (seconds), STREAMD_BYTES, STREAMD_FRAMES and STREAMD_MISSING.

            'streamd ctl record' switches streams on and off while the recorder runs, by its admin listener, which also \
            serves its metrics. With --pre, a recording begins that much earlier, from the relay's history.

            On a terminal, the command prints a status line, otherwise JSON lines, on standard error. It ends after \
            Ctrl-C or SIGTERM, when all files are finished.
            """
    )

    @Argument(
        help: ArgumentHelp("A relay, and a stream, all streams below a name, or all.", valueName: "host:port/pattern")
    )
    var sources: [RecordSource]

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("The folder for the recordings.", valueName: "folder"),
        completion: .directory
    )
    var directory: String

    @Option(help: ArgumentHelp("After how long a file ends, such as 10m.", valueName: "time"))
    var segment = TimeSpan(seconds: 600)

    @Option(help: ArgumentHelp("How much to record of the time before the start, such as 10s.", valueName: "time"))
    var pre = TimeSpan(seconds: 10)

    @Flag(help: "Begin with all streams switched off; 'streamd ctl record start' switches one on.")
    var paused = false

    @OptionGroup(title: "Retention")
    var retention: RetentionOptions

    @Option(help: ArgumentHelp("Run this shell command for each finished file.", valueName: "command"))
    var onSegment: String?

    @Option(
        help: ArgumentHelp(
            "The address of the admin listener, which only this machine may reach; 'off' for none.",
            valueName: "host:port"
        )
    )
    var admin = RecorderAdminAddress.standard

    @OptionGroup(title: "Security")
    var security: SecurityOptions

    @OptionGroup(title: "Security")
    var access: TokenOptions

    func validate() throws {
        guard segment.nanoseconds >= 1_000_000_000 else {
            throw ValidationError("A file lasts a second at least, as in '--segment 10m'.")
        }
        guard admin.address?.isLoopback ?? true else {
            throw ValidationError("--admin takes an address of this machine, such as 127.0.0.1:7452, or 'off'.")
        }
        guard !sources.isEmpty else { throw ValidationError("Name a relay, as in '127.0.0.1:7450/live'.") }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let isTerminal = Terminal.errorIsTerminal
            let log = RelayLog(isTerminal ? .text : .json, isTerminal ? .notice : .info) { RecordProgress.print($0) }
            let recorder = Recorder(try configuration(log.logger("streamd.record")))
            try await Signals.runUntilSignal {
                do {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        defer { group.cancelAll() }
                        if let service = adminService(of: recorder, log.logger("streamd.admin")) {
                            group.addTask { try await serve(service) }
                            // An address that cannot be had ends the command before it records.
                            if admin != .standard { _ = try await service.address }
                        }
                        group.addTask { try await recorder.run() }
                        group.addTask { try await RecordProgress(recorder, isTerminal: isTerminal).report() }
                        try await group.next()
                    }
                } catch {
                    throw Failure.from(error)
                }
            }
        }
    }

    private func adminService(of recorder: Recorder, _ logger: Logger) -> AdminService? {
        admin.address.map { RecorderAdmin.service(of: recorder, at: $0, isOptional: admin == .standard, logger) }
    }

    /// Serves until the task is cancelled. Several recorders on one machine may share the default address: then the later
    /// ones run without an admin listener.
    private func serve(_ service: AdminService) async throws {
        do {
            try await service.run()
        } catch {
            guard admin == .standard || Task.isCancelled else { throw error }
        }
        while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
    }

    private func configuration(_ logger: Logger) throws(Failure) -> RecorderConfiguration {
        var sources: [RecorderConfiguration.Source] = []
        for source in self.sources {
            var client = ClientConfiguration(try source.relay)
            try security.apply(to: &client)
            try access.apply(to: &client)
            client.clientName = Version.clientName
            sources.append(RecorderConfiguration.Source(client, try source.selection))
        }
        var configuration = RecorderConfiguration(sources, directory: directory)
        configuration.segmentDuration = .nanoseconds(segment.nanoseconds)
        configuration.history = .nanoseconds(pre.nanoseconds)
        configuration.isPaused = paused
        configuration.retention = retention.policy
        configuration.hook = onSegment
        configuration.logger = logger
        return configuration
    }
}

/// The address of a recorder's admin listener in user input.
struct RecorderAdminAddress: ExpressibleByArgument, Hashable {
    static let standard = RecorderAdminAddress(address: AdminAddress.recorder.address)

    /// `nil` for no listener.
    let address: ListenAddress?

    private init(address: ListenAddress?) { self.address = address }

    init?(argument: String) {
        guard argument != "off" else {
            address = nil
            return
        }
        guard let address = ListenAddress(argument: argument) else { return nil }
        self.address = address
    }

    var defaultValueDescription: String { address?.description ?? "off" }
}

/// How much is kept.
struct RetentionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Remove files that are older, such as 30d.", valueName: "time"))
    var keep: RecordingAge?

    @Option(help: ArgumentHelp("Remove the oldest files when all of them take more, such as 2TB.", valueName: "bytes"))
    var maxBytes: ByteCount?

    @Option(
        help: ArgumentHelp("Remove the oldest files when less is free on the disk, such as 20GiB.", valueName: "bytes")
    )
    var minFree: ByteCount?

    var policy: RetentionPolicy {
        RetentionPolicy(
            age: keep?.microseconds,
            bytes: maxBytes.map { UInt64($0.bytes) },
            free: minFree.map { UInt64($0.bytes) }
        )
    }
}

/// How old recordings may become, in user input: `30d`, `12h`, up to a hundred years.
struct RecordingAge: ExpressibleByArgument, Hashable {
    private static let longest = 36_525.0

    let microseconds: Int64

    init?(argument: String) {
        if argument.hasSuffix("d") {
            guard let days = Double(argument.dropLast()), days >= 0, days <= Self.longest else { return nil }
            microseconds = Int64(days * 86_400e6)
        } else {
            guard let span = TimeSpan(argument: argument) else { return nil }
            microseconds = span.nanoseconds / 1_000
        }
    }
}

extension StorageError: FailureConvertible {
    var failure: Failure { Failure(isFromReading ? .noInput : .cannotWrite, description) }
}

extension RecorderError: FailureConvertible {
    var failure: Failure { Failure(.cannotWrite, description) }
}
