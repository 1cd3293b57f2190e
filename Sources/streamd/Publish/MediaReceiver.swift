import StreamClient
import StreamProtocol

/// Where a feed passes its frames: a publisher, or a player.
protocol MediaReceiver: Sendable {
    /// The tracks of the frames that follow.
    func follow(_ tracks: [Track]) throws

    /// Takes a live frame without waiting.
    func receive(live frame: MediaFrame)

    /// Takes a frame of recorded material; suspends while there is no room for it.
    func receive(recorded frame: MediaFrame) async throws
}

extension PublishOutlet: MediaReceiver {
    func follow(_ tracks: [Track]) throws {
        try setTracks(tracks)
    }

    func receive(live frame: MediaFrame) {
        offer(frame)
    }

    func receive(recorded frame: MediaFrame) async throws {
        try await send(frame)
    }
}
