import StreamProtocol

/// Errors for clients that take more than their share.
extension ProtocolError {
    static func tooMany(connections: Int) -> ProtocolError {
        ProtocolError(.tooManyConnections, "This relay has all the \(connections) connections it may have.")
    }

    static func tooManyFromAddress(connections: Int, _ account: PeerAccounts.Key) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "\(account.owner) has all the \(connections) connections it may have here; close some."
        )
    }

    static func tooManyFromAddress(streams: Int, _ account: PeerAccounts.Key) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "\(account.owner) publishes all the \(streams) streams it may publish here; end one."
        )
    }

    static func tooManyFromAddress(waits: Int, _ account: PeerAccounts.Key) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "\(account.owner) waits for all the \(waits) streams it may wait for here; leave one."
        )
    }

    static func tooManyFromToken(connections: Int) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "Your token has all the \(connections) connections it may have here; close some."
        )
    }

    static func tooManyFromToken(viewers: Int) -> ProtocolError {
        ProtocolError(.tooManyFromAddress, "Your token has all the \(viewers) viewers it may have here; close some.")
    }

    /// The relay counts as many addresses as it has memory for.
    static var tooManyAddresses: ProtocolError {
        ProtocolError(
            .tooManyConnections,
            "Connections come from more addresses than this relay counts; come back in a moment.",
            retryAfter: 1_000
        )
    }

    static var connectingTooFast: ProtocolError {
        ProtocolError(
            .connectingTooFast,
            "Connections arrive faster than this relay takes them; come back in a moment.",
            retryAfter: 1_000
        )
    }

    static var controlRateExceeded: ProtocolError {
        ProtocolError(
            .rateExceeded,
            "Your address asks for more than this relay can look at; come back in a moment.",
            retryAfter: 1_000
        )
    }

    /// - Parameter account: The account that sends too much; `nil` for all publishers together.
    static func sendingTooMuch(_ limit: Int?, by account: PeerAccounts.Key?) -> ProtocolError {
        let who =
            switch account {
            case nil: "all publishers together"
            case .address(.ipv6Prefix(_, let length)): "a network of \(length) bits"
            case .address: "an address"
            case .token: "your token"
            }
        return ProtocolError(
            .rateExceeded,
            "This relay takes \(limit ?? 0) bytes a second from \(who); lower the bit rate."
        )
    }
}

extension PeerAccounts.Key {
    /// The owner of the account, as the error names it.
    fileprivate var owner: String {
        switch self {
        case .address(.ipv6Prefix(_, let length)): "Your network of \(length) bits"
        case .address: "Your address"
        case .token: "Your token"
        }
    }
}
