import NIOCore
import StreamProtocol

/// How frames are wrapped for viewers that need them in another form, such as the fragments of an MP4.
///
/// The frames of a stream are wrapped once for all viewers with equal keys: the relay keeps a second log, with the
/// wrapped frames, for as long as such viewers are there and a few seconds more.
public protocol FrameWrapping: Sendable {
    /// Viewers of a stream share the frames of one wrapper if their keys are equal.
    var key: String { get }

    /// Makes a wrapper, for one stream.
    func makeWrapper() -> any FrameWrapper
}

/// Wraps the frames of one stream. It is called within a lock of the stream, so it must not wait.
public protocol FrameWrapper: Sendable {
    /// Takes the next track table, gap or frame of the stream. Of the stream's past, it gets what a viewer needs that
    /// begins at the last random access point.
    mutating func take(_ message: ProtocolMessage, arrival: NIODeadline)

    /// The next message for the viewers: a track table, or a frame. Its tracks, epochs, sequence numbers and flags are
    /// those of the stream, because the relay finds by them where a viewer begins and what it misses.
    ///
    /// - Returns: `nil` until more messages come.
    mutating func next() -> ProtocolMessage?

    /// The bytes of the messages that the wrapper has taken and holds, with what it takes beside them. The relay counts
    /// them as it counts logs.
    var heldBytes: Int { get }

    /// Makes messages of all that the wrapper holds, because the stream ends or the relay needs the memory.
    mutating func stopHolding()

    /// The track of the last message that was taken, if it is a frame that was left out because nothing precedes it from
    /// which it can be decoded. The relay asks the publisher for a key frame.
    var trackAwaitingStart: TrackID? { get }
}
