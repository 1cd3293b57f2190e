import Foundation
import StreamClient

/// Writes a stream to an MP4 file, until the stream ends or has a format that the file cannot hold:
///
///     swift run MP4Recorder 127.0.0.1:7450/live film.mp4
@main
struct MP4Recorder {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, FileManager.default.createFile(atPath: arguments[2], contents: nil) else {
            return print("usage: MP4Recorder ADDRESS FILE.mp4")
        }
        var recording = Recording(file: try FileHandle(forWritingTo: URL(filePath: arguments[2])))
        do {
            let watcher = StreamWatcher(ClientConfiguration(try RelayAddress(arguments[1])))
            try await watcher.run { event in try recording.take(event) }
        } catch let error as ClientError {
            print(error.reason)
        } catch is Recording.FormatChanged {
            print("The stream has another format from here on; begin another file.")
        }
        try recording.finish()
    }
}
