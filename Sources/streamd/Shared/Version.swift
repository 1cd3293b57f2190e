import StreamCapture
import StreamPlayback

/// The program's version.
enum Version {
    static let number = "0.1.0"

    /// The output of `--version`.
    static let text =
        "streamd \(number), protocol version 1, \(CaptureLibraries.description), \(PlaybackLibraries.description)"

    /// The name that the program sends to relays.
    static let clientName = "streamd/\(number)"
}
