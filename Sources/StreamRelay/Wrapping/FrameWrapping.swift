import NIOCore
import StreamProtocol

/// How frames are wrapped for viewers that need them in another form, such as the fragments of an MP4.
///
/// The frames of a stream are wrapped once for all viewers with equal keys: the relay keeps a second log, with the
/// wrapped frames, for as long as such viewers are there.
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

    /// Takes note that the stream ends. Messages that were held back follow from ``next()``.
    mutating func finish()

    /// The next message for the viewers: a track table, or a frame. Its tracks, epochs, sequence numbers and flags are
    /// those of the stream, because the relay finds by them where a viewer begins and what it misses.
    ///
    /// - Returns: `nil` until more messages come.
    mutating func next() -> ProtocolMessage?
}
