import Foundation
import StreamRecording

/// Records all streams below a name, keeps a week, and exports the last minute of a stream.
///
///     swift run Archiver record 127.0.0.1:7450 studio/* recordings
///     swift run Archiver export recordings/studio+camera-2 minute.mp4
@main
struct Archiver {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "record" where arguments.count == 4: try await record(arguments[1], arguments[2], to: arguments[3])
        case "export" where arguments.count == 3: try await export(arguments[1], to: arguments[2])
        default: print("Archiver record HOST:PORT PATTERN FOLDER, or Archiver export FOLDER FILE")
        }
    }

    static func record(_ relay: String, _ pattern: String, to folder: String) async throws {
        let client = ClientConfiguration(try RelayAddress(relay))
        let source = RecorderConfiguration.Source(client, try StreamSelection(pattern))
        var configuration = RecorderConfiguration([source], directory: folder)
        configuration.segmentDuration = .seconds(60)
        configuration.retention.age = 7 * 86_400 * 1_000_000
        configuration.hook = "echo \"finished: $STREAMD_FILE\""
        let recorder = Recorder(configuration)
        // A recorder runs until its task is cancelled; then it finishes its files. Enter shows its state, Ctrl-D ends it.
        let recording = Task { try await recorder.run() }
        while readLine() != nil {
            for stream in recorder.status.streams {
                print(
                    "\(stream.stream): \(stream.recorded) frames, \(stream.missing) missing, \(stream.file ?? "no file")"
                )
            }
        }
        recording.cancel()
        try await recording.value
    }

    static func export(_ folder: String, to path: String) async throws {
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let minute = try RecordingExport(folder: folder, from: now - 60_000_000, to: now)
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let output = FileHandle(forWritingAtPath: path)
        else { return print("\(path) cannot be written.") }
        try await minute.write { bytes in try output.write(contentsOf: bytes) }
        try output.close()
        print("\(path) begins at \(RecordingTime.text(minute.start)).")
    }
}
