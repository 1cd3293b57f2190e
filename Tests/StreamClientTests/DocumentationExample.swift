import StreamClient
import StreamProtocol

/// Publishes frames as the source captures them.
func publish(_ frames: some AsyncSequence<OutgoingFrame, any Error>, as track: Track, to address: String) async throws {
    let publisher = StreamPublisher(ClientConfiguration(try RelayAddress(address)))
    try publisher.setTracks([track])
    async let connection: Void = publisher.run()
    for try await frame in frames {
        publisher.offer(frame)
    }
    publisher.finish()
    try await connection
}

/// Passes a stream's frames to `body` until the stream ends, however often the network fails in between.
func watch(_ address: String, each body: (Frame) async throws -> Void) async throws {
    let watcher = StreamWatcher(ClientConfiguration(try RelayAddress(address)))
    try await watcher.run { event in
        switch event {
        case .frame(let frame): try await body(frame)
        case .gap(let gap): print("\(gap.count) frames of track \(gap.track) are missing: \(gap.reason)")
        case .disconnected(let error, let pause): print("\(error.reason) Trying again in \(pause).")
        default: break
        }
    }
}
