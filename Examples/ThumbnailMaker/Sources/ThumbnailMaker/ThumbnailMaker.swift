import Foundation
import StreamPlayback

/// Saves a picture of every live stream of a relay, every ten seconds:
///
///     swift run ThumbnailMaker 127.0.0.1:7450 thumbnails
@main
struct ThumbnailMaker {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2 else { return print("ThumbnailMaker HOST:PORT FOLDER") }
        let relay = ClientConfiguration(try RelayAddress(arguments[0]))
        let folder = URL(filePath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        while true {
            for stream in try await liveStreams(of: relay) { await save(stream, of: relay, in: folder) }
            try await Task.sleep(for: .seconds(10))
        }
    }

    static func liveStreams(of relay: ClientConfiguration) async throws -> [StreamName] {
        // A list comes at once, and again after each change.
        for try await list in StreamLister(relay).lists {
            return list.filter { $0.state == .live && $0.kinds.contains(TrackKinds(.video)) }.map(\.name)
        }
        return []
    }

    static func save(_ stream: StreamName, of relay: ClientConfiguration, in folder: URL) async {
        var configuration = relay
        configuration.address.stream = stream
        let name = stream.description.replacing("/", with: "+") + ".jpg"
        do {
            let snapshot = try await Snapshot.take(configuration, timeout: .seconds(5))
            // Readers see the old picture or the new one.
            try Data(snapshot.encoded(as: .jpeg)).write(to: folder.appending(path: name), options: .atomic)
            let (width, height) = snapshot.size
            print("\(name): \(width)x\(height)\(snapshot.isFresh() ? "" : ", not of now")")
        } catch {
            // One sentence that says what is wrong and what to do.
            print("\(name): \(error)")
        }
    }
}
