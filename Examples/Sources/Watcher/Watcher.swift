import Foundation
import StreamClient
import StreamMedia

/// Writes the video of a stream to standard output, for a player, until the stream ends:
///
///     swift run Watcher 127.0.0.1:7450/live | ffplay -
@main
struct Watcher {
    static func main() async throws {
        let address = CommandLine.arguments.dropFirst().first ?? "127.0.0.1:7450/live"
        do {
            var configuration = ClientConfiguration(try RelayAddress(address))
            // For a relay that needs a token, and for one whose certificate has signed itself.
            let environment = ProcessInfo.processInfo.environment
            configuration.token = try environment["STREAMD_TOKEN"].map { try AccessToken($0) }
            if let pin = environment["STREAMD_PIN"] {
                configuration.security = ClientSecurity(trust: .pins([try CertificateFingerprint(pin)]))
            }
            let watcher = StreamWatcher(configuration, request: WatchRequest(kinds: TrackKinds(.video)))
            var output = VideoOutput()
            // Events come one after the other, and the next one waits for this closure. The watcher reconnects by itself.
            try await watcher.run { event in try output.take(event) }
        } catch let error as ClientError {
            // Says what is wrong and what to do.
            log(error.reason)
            exit(1)
        }
    }
}

/// Writes the frames of one video track as H.264 in Annex B format.
struct VideoOutput {
    private var track: TrackID?
    private var writer: ElementaryStreamWriter?
    private var filter = PresentationFilter()

    mutating func take(_ event: WatchEvent) throws {
        switch event {
        case .tracks(let table):
            // Comes before the first frame, again when a track changes, and after each reconnection.
            let video = table.tracks.first { $0.kind == .video }
            track = video?.id
            writer = try video.map { try ElementaryStreamWriter($0) }
        case .frame(let frame):
            // A frame that refers to pictures that are missing cannot be decoded.
            guard frame.track == track, filter.use(of: frame) != .skip else { return }
            var bytes: [UInt8] = []
            try writer?.write(frame.protocolFrame, to: &bytes)
            try FileHandle.standardOutput.write(contentsOf: bytes)
        case .gap(let gap):
            filter.take(gap)
            log("\(gap.count) frames are missing: \(gap.reason)")
        case .discontinuity(let step):
            // The publisher or the relay has begun anew. How many frames are missing is not known.
            filter.take(step)
            log("The stream goes on with \(step.next).")
        case .disconnected(let error, let pause):
            log("\(error.reason) Trying again in \(pause).")
        case .connected, .state, .clock:
            break
        @unknown default:
            // A later version of the library may have more events.
            break
        }
    }
}

func log(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Array("\(text)\n".utf8))
}
