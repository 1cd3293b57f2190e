import StreamClient
import StreamProtocol

/// Tells the user how publishing goes, on standard error.
struct PublishNarrator: Sendable {
    let address: RelayAddress
    let isQuiet: Bool

    /// A sentence about the input or its encoding.
    @Sendable func say(_ sentence: String) {
        guard !isQuiet else { return }
        Terminal.say(sentence)
    }

    func tell(_ event: PublishEvent) {
        guard !isQuiet else { return }
        switch event {
        case .connected(let welcome):
            Terminal.say("Publishing '\(address.stream)' to \(address.endpoint), epoch \(welcome.epoch).")
            Terminal.say("Watch it: streamd watch \(address) | ffplay -")
        case .disconnected(let error, let pause):
            Terminal.say("\(error.reason) Trying again in \(pause.inSeconds) s.")
        case .viewers(let count):
            Terminal.say(count == 1 ? "1 viewer." : "\(count) viewers.")
        case .keyFrameRequested:
            // Nothing that a user could do about; a capture's encoder hears of it.
            break
        case .frameTooLong(let track, let bytes):
            Terminal.say("A frame of \(bytes) bytes on track \(track) is longer than the relay takes; it is left out.")
        }
    }
}

extension Duration {
    /// With one decimal.
    var inSeconds: Double {
        let tenths = (self / .milliseconds(100)).rounded()
        return tenths / 10
    }
}
