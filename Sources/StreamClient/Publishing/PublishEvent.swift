import StreamProtocol

/// What a publisher's source should know.
public enum PublishEvent: Sendable {
    /// A relay takes the stream.
    case connected(Welcome)
    /// The connection was lost, or could not be made; the next attempt follows after `retryIn`.
    case disconnected(ClientError, retryIn: Duration)
    /// A random access point of this track is wanted as soon as may be.
    case keyFrameRequested(TrackID)
    /// How many watch: a source may rest while nobody does.
    case viewers(Int)
    /// A frame of this many bytes was left out, and its group of pictures with it: the relay, or
    /// this publisher's configuration, allows no frame of that length.
    case frameTooLong(TrackID, bytes: Int)
}
