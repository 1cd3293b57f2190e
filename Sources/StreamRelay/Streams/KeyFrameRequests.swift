import NIOCore
import StreamProtocol

/// Merges the key frame requests of all viewers into few for the publisher.
struct KeyFrameRequests: Sendable {
    /// The least time between two requests for a track: an encoder that obeyed more often would spend its bit rate on
    /// key frames alone.
    static let minimumInterval = TimeAmount.milliseconds(500)

    /// The least time between two requests for the sake of viewers who are sent pictures: those who are late, and those
    /// who ask. Everybody pays for a key frame that only they need.
    static let intervalWithPicture = TimeAmount.seconds(5)

    /// How long a request waits for its key frame before it may be repeated: a slow encoder's pipeline and a round
    /// trip around the world.
    static let patience = TimeAmount.seconds(2)

    /// Why a viewer needs a key frame.
    enum Need: Hashable, Sendable {
        /// The relay knows that it has no picture to go on with.
        case picture
        /// It asked. It was sent what can be decoded, and only it knows why that is not enough.
        case wish
        /// It is further behind than its bound, and nothing to jump to is there.
        case lateness
    }

    private struct Request {
        let track: TrackID
        let asked: NIODeadline
        var isAnswered = false
    }

    private var requests: [Request] = []

    /// A viewer asks.
    ///
    /// - Returns: Whether to pass it on.
    mutating func ask(for track: TrackID, because need: Need, at now: NIODeadline) -> Bool {
        if let last = requests.firstIndex(where: { $0.track == track }) {
            guard now - requests[last].asked >= interval(after: requests[last], for: need) else { return false }
            requests.remove(at: last)
        }
        requests.append(Request(track: track, asked: now))
        return true
    }

    private func interval(after last: Request, for need: Need) -> TimeAmount {
        guard last.isAnswered else { return Self.patience }
        return need == .picture ? Self.minimumInterval : Self.intervalWithPicture
    }

    /// A random access point came, asked for or not.
    mutating func answer(_ track: TrackID) {
        guard let index = requests.firstIndex(where: { $0.track == track }) else { return }
        requests[index].isAnswered = true
    }
}
