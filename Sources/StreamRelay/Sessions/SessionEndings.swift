import StreamProtocol

// The errors and goodbyes with which the relay ends a session.

extension ProtocolError {
    static let repeatedPreface = ProtocolError(.unexpectedMessage, "A preface arrived twice.")
    static let handshakeInterrupted = ProtocolError(
        .malformedMessage,
        "The connection ended in the middle of the handshake."
    )
    static let uncheckedToken = ProtocolError(
        .internalFault,
        "The relay cannot check this token now; come back later."
    )
    static let unreadAnswers = ProtocolError(
        .rateExceeded,
        "This client does not read the answers it asks for; ask less."
    )
    static let silent = ProtocolError(.silent, "Three pings were not answered; connect again.")
    static let stalled = ProtocolError(
        .tooSlow,
        "This viewer has taken nothing of what was sent to it for seconds; read on, or join again."
    )
    static let gapLedgerOverflowed = ProtocolError(
        .tooSlow,
        "This viewer reads too slowly to be told what it missed; join again."
    )
    static let dismissed = ProtocolError(.dismissed, "The relay's operator ended this connection.")

    /// The peer may not send this message in the state of its session.
    static func unexpected(_ message: ProtocolMessage) -> ProtocolError {
        ProtocolError(.unexpectedMessage, "A \(message.type) message is not allowed here; the program is broken.")
    }
}

extension Ending {
    static let replaced = Ending(.replaced, "This publisher has connected again.")
    static let endOfStream = Ending(.endOfStream, "The stream has ended.")
}
