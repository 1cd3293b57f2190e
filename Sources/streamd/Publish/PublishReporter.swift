import StreamClient
import StreamHTTP
import StreamProtocol

/// Prints the progress of publishing on standard error.
struct PublishReporter: Sendable {
    let address: RelayAddress
    /// The flags that a viewer needs to reach the relay as this publisher does.
    var viewerFlags: [String] = []
    /// Whether the relay may ask viewers for a token, as it asks this publisher.
    var needsToken = false
    /// Stands in front of the messages of one of several streams.
    var label: String?
    let isQuiet: Bool

    /// Prints a message about the input or its encoding.
    @Sendable func report(_ message: String) {
        guard !isQuiet else { return }
        Terminal.printLine(label.map { "\($0): \(message)" } ?? message)
    }

    /// How to watch the stream, in one line. The command works as it stands, except for a token, which no one but its
    /// owner should see.
    var invitation: String {
        let words = ["streamd", "play", "\(address)"] + viewerFlags
        let command =
            (needsToken ? "STREAMD_TOKEN=… " : "") + words.map(ShellWord.quote).joined(separator: " ")
            + (needsToken ? " (… is a token that may watch '\(address.stream)')" : "")
        let isEncrypted = address.scheme == .tls
        let page = PageAddress.player(of: address.stream, at: address.endpoint, isEncrypted: isEncrypted)
        return "Watch it: " + (page.map { "\($0) in a browser, or \(command)" } ?? command)
    }

    func handle(_ event: PublishEvent) {
        switch event {
        case .connected:
            report("Publishing '\(address.stream)' to \(address.endpoint).")
            report(invitation)
        case .disconnected(let error, let pause):
            report("\(error.reason) Trying again in \(pause.inSeconds) s.")
        case .viewers(let count):
            report(count == 1 ? "1 viewer." : "\(count) viewers.")
        case .keyFrameRequested, .framesLeftOut:
            // Users cannot act on these. The capture's encoder handles the requests, and viewers receive gaps.
            break
        case .frameTooLong(let track, let bytes):
            report(
                "A frame of \(bytes) bytes on track \(track) is longer than the relay accepts and is dropped."
            )
        }
    }
}

extension Duration {
    /// Seconds with one decimal place.
    var inSeconds: Double {
        let tenths = (self / .milliseconds(100)).rounded()
        return tenths / 10
    }
}
