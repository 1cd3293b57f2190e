import StreamProtocol

/// What is said to whoever takes more than its share.
extension ProtocolError {
    static func tooMany(connections: Int) -> ProtocolError {
        ProtocolError(.tooManyConnections, "This relay has all the \(connections) connections it may have.")
    }

    static func tooManyFromAddress(connections: Int) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "Your address has all the \(connections) connections it may have here; close some."
        )
    }

    static func tooManyFromAddress(streams: Int) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "Your address publishes all the \(streams) streams it may publish here; end one."
        )
    }

    static var connectingTooFast: ProtocolError {
        ProtocolError(
            .connectingTooFast,
            "Connections come faster than this relay takes them; come back in a moment.",
            retryAfter: 1_000
        )
    }

    static var talkingTooMuch: ProtocolError {
        ProtocolError(
            .rateExceeded,
            "Your address asks for more than this relay can look at; come back in a moment.",
            retryAfter: 1_000
        )
    }

    static func sendingTooMuch(_ limit: Int?, who: String) -> ProtocolError {
        ProtocolError(
            .rateExceeded,
            "This relay takes \(limit ?? 0) bytes a second from \(who); lower the bit rate."
        )
    }
}
