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
            // Also if `run` throws.
            defer { print("\(publisher.losses.total) frames were left out.") }
            // Runs the source and the connection together: if the relay refuses the stream, the source is cancelled.
            try await publisher.run(finishingWithin: .seconds(10)) { outlet in
                // Cancelled when the source ends.
                async let _ = report(outlet.events)
                try await publish(input, to: outlet)
            }
            print("The stream has ended.")
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
        var run = LossRun()
        while !bytes.isEmpty {
            var events = reader.push(bytes, arrival: WallClock.system.now)
            bytes = try input.read(upToCount: 65_536) ?? Data()
            if bytes.isEmpty { events += reader.finish(arrival: WallClock.system.now) }
            for event in events {
                switch event {
                case .track(let track): try outlet.setTracks([track])
                case .frame(var frame):
                    if let wait = pacer.wait(until: frame.decodeTime, now: .now) { try await Task.sleep(for: wait) }
                    // The reader has set the time at which the bytes were read. That was before the wait.
                    frame.captureTime = .microseconds(WallClock.system.now)
                    // Never waits: when the network is too slow, whole groups of pictures are left out.
                    let outcome = outlet.offer(frame)
                    run.take(outcome.leftOut, isConnected: outlet.backlog.isConnected)
                }
            }
        }
        run.end()
    }

    static func report(_ events: AsyncStream<PublishEvent>) async {
        for await event in events {
            switch event {
            case .disconnected(let error, let pause): print("\(error.reason) Trying again in \(pause).")
            case .framesLeftOut(let loss): print("\(loss.count) frames that waited were left out: \(loss.reason).")
            case .frameTooLong(_, let bytes): print("A frame of \(bytes) bytes is too long; lower the bit rate.")
            // A live encoder would make a key frame, and pause while there are no viewers.
            case .connected, .keyFrameRequested, .viewers: break
            // A later version of the library may have more events.
            @unknown default: break
            }
        }
    }
}
