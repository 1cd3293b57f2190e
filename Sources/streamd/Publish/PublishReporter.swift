import StreamClient
import StreamHTTP
import StreamProtocol

/// Prints the progress of publishing on standard error.
struct PublishReporter: Sendable {
    let address: RelayAddress
    let isQuiet: Bool

    /// Prints a message about the input or its encoding.
    @Sendable func report(_ message: String) {
        guard !isQuiet else { return }
        Terminal.printLine(message)
    }

    /// How to watch the stream, in one line.
    var invitation: String {
        let command = "streamd watch \(address) | ffplay -"
        let isEncrypted = address.scheme == .tls
        let page = PageAddress.player(of: address.stream, at: address.endpoint, isEncrypted: isEncrypted)
        return "Watch it: " + (page.map { "\($0) in a browser, or \(command)" } ?? command)
    }

    func handle(_ event: PublishEvent) {
        guard !isQuiet else { return }
        switch event {
        case .connected(let welcome):
            Terminal.printLine("Publishing '\(address.stream)' to \(address.endpoint), epoch \(welcome.epoch).")
            Terminal.printLine(invitation)
        case .disconnected(let error, let pause):
            Terminal.printLine("\(error.reason) Trying again in \(pause.inSeconds) s.")
        case .viewers(let count):
            Terminal.printLine(count == 1 ? "1 viewer." : "\(count) viewers.")
        case .keyFrameRequested, .framesLeftOut:
            // Users cannot act on these. The capture's encoder handles the requests, and viewers receive gaps.
            break
        case .frameTooLong(let track, let bytes):
            Terminal.printLine(
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
