import NIOCore
import StreamProtocol

/// Merges the key frame requests of all viewers into few for the publisher.
struct KeyFrameRequests: Sendable {
    /// The least time between two requests for a track: an encoder that obeyed more often would spend its bit rate on
    /// key frames alone.
    static let minimumInterval = TimeAmount.milliseconds(500)

    /// How long a request waits for its key frame before it may be repeated: a slow encoder's pipeline and a round
    /// trip around the world.
    static let patience = TimeAmount.seconds(2)

    private struct Request {
        let track: TrackID
        let asked: NIODeadline
        var isAnswered = false
    }

    private var requests: [Request] = []

    /// A viewer asks.
    ///
    /// - Returns: Whether to pass it on.
    mutating func ask(for track: TrackID, at now: NIODeadline) -> Bool {
        requests.removeAll { now - $0.asked >= ($0.isAnswered ? Self.minimumInterval : Self.patience) }
        guard !requests.contains(where: { $0.track == track }) else { return false }
        requests.append(Request(track: track, asked: now))
        return true
    }

    /// A random access point came, asked for or not.
    mutating func answer(_ track: TrackID) {
        guard let index = requests.firstIndex(where: { $0.track == track }) else { return }
        requests[index].isAnswered = true
    }
}
