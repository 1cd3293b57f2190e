import StreamClient
import StreamProtocol

/// Publishes frames as the source captures them, until the source ends.
///
/// - Returns: How many frames were left out, because the network or the relay was too slow.
func publish(
    _ frames: some AsyncSequence<MediaFrame, any Error> & Sendable,
    as track: Track,
    to address: String
) async throws -> PublishLosses {
    let publisher = StreamPublisher(ClientConfiguration(try RelayAddress(address)))
    return try await publisher.run { outlet in
        try outlet.setTracks([track])
        for try await frame in frames {
            for loss in outlet.offer(frame).leftOut { print("\(loss.count) frames are left out: \(loss.reason)") }
        }
        return outlet.losses
    }
}

/// Passes a stream's frames to `body` until the stream ends, however often the network fails in between.
func watch(_ address: String, each body: (WatchedFrame) async throws -> Void) async throws {
    let watcher = StreamWatcher(ClientConfiguration(try RelayAddress(address)))
    try await watcher.run { event in
        switch event {
        case .frame(let frame): try await body(frame)
        case .gap(let gap): print("\(gap.count) frames of track \(gap.track) are missing: \(gap.reason)")
        case .discontinuity(let step): print("The stream goes on with \(step.next); frames may be missing.")
        case .disconnected(let error, let pause): print("\(error.reason) Trying again in \(pause).")
        default: break
        }
    }
}
