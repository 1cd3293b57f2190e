import StreamProtocol

/// An event that concerns the source of a stream. Later versions may add cases: a `switch` that lists all of them
/// ends with `@unknown default`. With `default`, the compiler warns that it is never executed.
public enum PublishEvent: Sendable {
    /// A relay has accepted the stream.
    case connected(Welcome)
    /// The connection was lost or could not be made. The next attempt follows after `retryIn`.
    case disconnected(ClientError, retryIn: Duration)
    /// A viewer needs a random access point of this track.
    case keyFrameRequested(TrackID)
    /// The number of viewers. A source may pause while there are none.
    case viewers(Int)
    /// A frame of this many bytes was dropped, with the rest of its group of pictures: it is longer than the relay or
    /// this publisher's configuration allows.
    case frameTooLong(TrackID, bytes: Int)
    /// Frames that were queued were left out: the relay does not allow their length, or they need frames that were lost
    /// with a connection. ``PublishOutlet/offer(_:)`` itself returns the frames that it leaves out.
    case framesLeftOut(FrameLoss)
}
