import StreamMedia
import StreamProtocol

/// Where a capture's frames go: usually a relay.
///
/// Called from the capture's threads.
public protocol CaptureSink: Sendable {
    /// The tracks of the frames that follow.
    ///
    /// - Parameter beginningEpoch: What was given before is over: whoever joins from now on is not to be shown it.
    func setTracks(_ tracks: [Track], beginningEpoch: Bool)

    /// Takes a frame that happens now, without waiting.
    func offer(_ frame: MediaFrame)

    /// Takes a frame of recorded material, and waits while there is no room for it. Is cancelled when the capture is
    /// stopped.
    func send(_ frame: MediaFrame) async

    /// Tells the user something, in one sentence.
    func say(_ sentence: String)
}
