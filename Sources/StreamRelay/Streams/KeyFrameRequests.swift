import NIOCore
import StreamProtocol

/// Merges the key frame requests of all viewers into few requests to the publisher.
struct KeyFrameRequests: Sendable {
    /// The least time between two requests for a track. An encoder that obeyed more often would spend its bit rate on
    /// key frames alone.
    static let minimumInterval = TimeAmount.milliseconds(500)

    /// The least time between two requests for viewers that are sent pictures (late viewers, and viewers that ask), and
    /// for viewers of random access points. A key frame that only they need costs all viewers bit rate.
    static let intervalWithPicture = TimeAmount.seconds(5)

    /// How long a request waits for its key frame before it may be repeated: the delay of a slow encoder, and a round
    /// trip around the world.
    static let timeout = TimeAmount.seconds(2)

    /// Why a viewer needs a key frame.
    enum Reason: Hashable, Sendable {
        /// The viewer has no picture to decode from.
        case noPicture
        /// The viewer wants only random access points, and the log has none. Others may begin with gradual frames, which
        /// may be all that the publisher has.
        case noRandomAccess
        /// The viewer asks. It was sent frames that can be decoded, and only it knows why they are not enough.
        case viewerRequest
        /// The viewer is further behind than its bound, and the log has no newer random access point.
        case lag
    }

    private struct Request {
        let track: TrackID
        let requestedAt: NIODeadline
        var isAnswered = false
    }

    private var requests: [Request] = []

    /// A viewer needs a key frame.
    ///
    /// - Returns: Whether to ask the publisher.
    mutating func allowsRequest(for track: TrackID, because reason: Reason, at now: NIODeadline) -> Bool {
        if let last = requests.firstIndex(where: { $0.track == track }) {
            guard now - requests[last].requestedAt >= interval(after: requests[last], for: reason) else { return false }
            requests.remove(at: last)
        }
        requests.append(Request(track: track, requestedAt: now))
        return true
    }

    private func interval(after last: Request, for reason: Reason) -> TimeAmount {
        guard last.isAnswered else { return Self.timeout }
        return reason == .noPicture ? Self.minimumInterval : Self.intervalWithPicture
    }

    /// A random access point or gradual frame arrived, requested or not.
    mutating func answer(_ track: TrackID) {
        guard let index = requests.firstIndex(where: { $0.track == track }) else { return }
        requests[index].isAnswered = true
    }
}

/// Limits how often the relay acts on the key frame requests of one viewer: less and less while it goes on asking.
///
/// A key frame costs all viewers bit rate. A viewer that has lost packets needs one or two. The publisher cannot help a
/// viewer that needs them all the time.
struct KeyFrameRequestBackoff: Sendable {
    /// The time between the first two requests that are forwarded, in which the first can be answered.
    static let shortest = KeyFrameRequests.timeout
    /// The time doubles with each request that is forwarded, up to this.
    static let longest = TimeAmount.seconds(60)
    /// A viewer that has not asked for this long starts again with the shortest time.
    static let resetTime = TimeAmount.seconds(60)

    private var interval = TimeAmount.zero
    private var next = NIODeadline.uptimeNanoseconds(0)
    private var lastAsked = NIODeadline.uptimeNanoseconds(0)

    /// The viewer asks.
    ///
    /// - Returns: Whether to try to ask the publisher.
    mutating func allowsRequest(at now: NIODeadline) -> Bool {
        if now - lastAsked > Self.resetTime { interval = .zero }
        lastAsked = now
        return now >= next
    }

    /// Records the result of a request that ``allowsRequest(at:)`` allowed. A request that was not forwarded has taken
    /// the stream's lock, so the next one waits a moment too.
    mutating func recordRequest(forwarded isForwarded: Bool, at now: NIODeadline) {
        guard isForwarded else { return next = now + KeyFrameRequests.minimumInterval }
        interval = min(max(interval * 2, Self.shortest), Self.longest)
        next = now + interval
    }
}
