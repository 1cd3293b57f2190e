import ArgumentParser
import Containers
import StreamRecording

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Cut any time out of recordings, as one MP4 file.",
        discussion: """
            The command copies frames out of the files of 'streamd record', without encoding them again:

              streamd export recordings/live --from 2026-11-22T14:25:00Z --to 2026-11-22T14:40:00Z -o out.mp4

            The output begins at the last random access point at or before --from, and ends before the first one at or \
            after --to; both are by the wall clock of the capture, if the publisher states it. Frames that are missing \
            are a jump on the time line. If the stream changes its format (size, profile, parameter sets or tracks) in \
            between, the output ends there, and the command says when. A file is written as NAME.part, and gets its name \
            when it is complete and on the disk.
            """
    )

    @Argument(help: ArgumentHelp("A stream's folder.", valueName: "folder"), completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("Where to begin, in UTC as in 2026-11-22T14:25:00Z.", valueName: "time"))
    var from: WallTime

    @Option(help: ArgumentHelp("Where to end, such as 2026-11-22T14:40:00Z.", valueName: "time"))
    var to: WallTime

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, pipe or device instead of standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    func validate() throws {
        guard output != nil || !Terminal.outputIsTerminal else {
            throw ValidationError("A terminal cannot show video; use '-o out.mp4'.")
        }
        guard from.microseconds < to.microseconds else { throw ValidationError("--to must be later than --from.") }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            let target = try OutputTarget(output, overwrites: force)
            guard !target.isFile || target.name.lowercased().hasSuffix(".mp4") else {
                throw Failure(.usage, "An export is an MP4 file; name it so, as in '-o out.mp4'.")
            }
            let export: RecordingExport
            do {
                export = try RecordingExport(folder: folder, from: from.microseconds, to: to.microseconds)
            } catch let error as ContainerError {
                throw Failure(.badData, "A file in \(folder) cannot be read (\(error.message)); move it elsewhere.")
            } catch let error as RecordingExport.Failure {
                throw Failure(.noInput, error.description)
            }
            do {
                try await WholeOutput.write(to: target) { sink in
                    try await export.write { piece in
                        try Task.checkCancellation()
                        try await sink.write(piece)
                    }
                }
            } catch is ByteSink.BrokenPipe {
                // The reader has what it wants.
                return
            }
            let start = WallTime(microseconds: export.start)
            Terminal.printLine("\(target.name): \(Double(export.duration / 100_000) / 10) s from \(start) on.")
            if let change = export.formatChange {
                Terminal.printLine(
                    "The stream has another format from \(WallTime(microseconds: change)) on; export the rest on its own."
                )
            }
        }
    }
}

/// A time of the wall clock in user input, in UTC: `2026-11-22T14:25:00Z`.
struct WallTime: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// Since 1970-01-01 UTC.
    let microseconds: Int64

    init(microseconds: Int64) { self.microseconds = microseconds }

    init?(argument: String) {
        guard let time = RecordingTime.microseconds(of: argument) else { return nil }
        microseconds = time
    }

    var description: String { RecordingTime.text(microseconds) }
}
