import StreamProtocol

/// What a watcher sees of its stream, in order.
public enum WatchEvent: Sendable {
    /// A relay answered; ``disconnected(_:retryIn:)`` tells when it is gone again.
    case connected(Welcome)
    /// The tracks of the frames that follow. Comes again whenever a track changes, and after each reconnection.
    case tracks(TrackTable)
    case frame(Frame)
    /// Frames that will not come: those received and those in gaps are all there were since the first one received.
    /// Where the client itself found the gap after a reconnection, the reason is `disconnected`.
    case gap(Gap)
    /// Whether anybody publishes the stream has changed.
    case state(StreamState)
    /// More is known of how the clocks compare.
    case clock(ClockEstimate)
    /// The connection was lost, or could not be made; the next attempt follows after `retryIn`.
    case disconnected(ClientError, retryIn: Duration)
}
