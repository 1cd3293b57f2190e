import StreamMedia
import StreamProtocol

/// The destination of a capture's frames, usually a relay.
///
/// The capture's threads call it.
public protocol CaptureSink: Sendable {
    /// Sets the tracks of the frames that follow.
    ///
    /// - Parameter beginningEpoch: Whether earlier frames are obsolete: new viewers must not receive them.
    func setTracks(_ tracks: [Track], beginningEpoch: Bool)

    /// Accepts a live frame without waiting.
    func offer(_ frame: MediaFrame)

    /// Accepts a frame of recorded material; suspends while the queue is full. Cancelled when the capture stops.
    func send(_ frame: MediaFrame) async

    /// Shows the user a message of one sentence.
    func report(_ message: String)
}

/// One block of AAC: 1024 samples of every channel.
struct EncodedAudio: Hashable, Sendable {
    /// The raw data block, without an ADTS header.
    var bytes: [UInt8]
    /// The presentation time of its first sample, in microseconds of the media clock.
    var presentationTime: Int64
}

/// The accuracy of audio times.
enum AudioTiming: Hashable, Sendable {
    /// A sound card: its clock differs from the system's, and its times jitter. Audio is stretched inaudibly to stay on
    /// the media clock.
    case live
    /// A recording: times are exact. Only gaps are filled.
    case recorded
}

/// The output of an encoder for one picture.
struct EncodedPicture {
    /// One access unit in Annex B format. An IDR picture includes its parameter sets.
    var bytes: [UInt8]
    /// The decode time in microseconds of the media clock. Never decreases.
    var decodeTime: Int64
    /// The presentation time in microseconds of the media clock; not before ``decodeTime``.
    var presentationTime: Int64
}
