import NIOCore
import StreamProtocol

/// The relay's part of the handshake: it receives preface and hello, until the peer is admitted or refused.
struct SessionHandshake {
    /// What follows what was received.
    enum Step: Equatable {
        case sendPreface
        /// Check the token of the hello.
        case admit(Hello)
    }

    private enum State {
        case awaitingPreface
        case awaitingHello
        /// The relay checks the token of the hello.
        case admitting
    }

    private var state = State.awaitingPreface
    private var deadline: NIODeadline
    private let stream: StreamName?

    /// - Parameters:
    ///   - deadline: When the hello must have arrived, and its token must be checked.
    ///   - stream: The only stream that the hello may name; `nil` where it may name any.
    init(deadline: NIODeadline, stream: StreamName?) {
        self.deadline = deadline
        self.stream = stream
    }

    /// Whether the relay's preface is not sent yet.
    var awaitsPreface: Bool { if case .awaitingPreface = state { true } else { false } }

    var isAdmitting: Bool { if case .admitting = state { true } else { false } }

    func hasExpired(at now: NIODeadline) -> Bool { now > deadline }

    /// Another clock decides how long the hello waits.
    mutating func awaitUpstream() { deadline = .distantFuture }

    /// Takes a preface or message from the peer.
    ///
    /// - Throws: ``ProtocolError`` for input that a handshake does not allow, if there is no common version, or if the
    ///   hello names another stream than it may.
    mutating func receive(_ input: MessageDecoder.InboundOut) throws(ProtocolError) -> Step {
        switch (state, input) {
        case (.awaitingPreface, .preface(let versions)):
            _ = try Preface.supported.version(with: versions)
            state = .awaitingHello
            return .sendPreface
        case (.awaitingHello, .message(.hello(let hello))):
            try check(hello)
            state = .admitting
            return .admit(hello)
        case (_, .message(let message)): throw .unexpected(message)
        case (_, .preface): throw .repeatedPreface
        }
    }

    private func check(_ hello: Hello) throws(ProtocolError) {
        guard let stream, hello.stream != stream else { return }
        let reason = "The hello names '\(hello.stream)' at the address of '\(stream)'; connect to its own."
        throw ProtocolError(.invalidStreamName, reason)
    }
}
