import StreamCapture

/// What this program is.
enum Version {
    static let number = "0.1.0"

    /// What `--version` prints.
    static let text = "streamd \(number), protocol version 1, \(CaptureLibraries.description)"

    /// What the program calls itself to others.
    static let clientName = "streamd/\(number)"
}
