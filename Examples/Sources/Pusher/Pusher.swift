import Foundation
import StreamClient
import StreamMedia

/// Publishes a file of H.264 or AAC at the pace of its timing, as a camera would:
///
///     ffmpeg -i film.mp4 -an -c:v copy film.h264
///     swift run Pusher film.h264 127.0.0.1:7450/live
@main
struct Pusher {
    static func main() async throws {
        let arguments = CommandLine.arguments
        do {
            guard arguments.count == 3 else { return print("usage: Pusher FILE ADDRESS") }
            let input = try FileHandle(forReadingFrom: URL(filePath: arguments[1]))
            var configuration = ClientConfiguration(try RelayAddress(arguments[2]))
            configuration.token = try ProcessInfo.processInfo.environment["STREAMD_TOKEN"].map { try AccessToken($0) }
            let publisher = StreamPublisher(configuration)
            // Runs the source and the connection together: if the relay refuses the stream, the source is cancelled.
            let losses = try await publisher.run(finishingWithin: .seconds(10)) { outlet in
                // Cancelled when the source ends.
                async let _ = report(outlet.events)
                try await publish(input, to: outlet)
                return outlet.losses
            }
            print("The stream has ended; \(losses.total) frames were left out.")
        } catch let error as ClientError {
            print(error.reason)
            exit(1)
        }
    }

    static func publish(_ input: FileHandle, to outlet: PublishOutlet) async throws {
        var bytes = try input.read(upToCount: ElementaryStreamFormat.probeLength) ?? Data()
        guard let format = ElementaryStreamFormat(detecting: bytes) else {
            return print("The file holds neither H.264 in Annex B format nor AAC in ADTS frames.")
        }
        var reader = ElementaryStreamReader(format, source: .stream(fallback: Track.Rate(perSecond: 25)))
        var pacer = Pacer(speed: 1)
        while !bytes.isEmpty {
            var events = reader.push(bytes, arrival: WallClock.system.now)
            bytes = try input.read(upToCount: 65_536) ?? Data()
            if bytes.isEmpty { events += reader.finish(arrival: WallClock.system.now) }
            for event in events {
                switch event {
                case .track(let track): try outlet.setTracks([track])
                case .frame(let frame):
                    if let wait = pacer.wait(until: frame.decodeTime, now: .now) { try await Task.sleep(for: wait) }
                    // Never waits: when the network is too slow, whole groups of pictures are left out.
                    for loss in outlet.offer(frame).leftOut {
                        print("\(loss.count) frames are left out: \(loss.reason). Lower the bit rate.")
                    }
                }
            }
        }
    }

    /// A live encoder would answer `keyFrameRequested` with a key frame, and pause while there are no viewers.
    static func report(_ events: AsyncStream<PublishEvent>) async {
        for await event in events {
            if case .disconnected(let error, let pause) = event { print("\(error.reason) Trying again in \(pause).") }
        }
    }
}
