import StreamProtocol

/// Why a relay no longer takes a stream from another relay.
public enum PullEnd: Hashable, Sendable {
    /// The publisher has ended the stream.
    case endOfStream
    /// The operator of a relay upstream has ended the stream.
    case dismissed
    /// The stream would pass this relay twice, or too many relays. The text is for the log.
    case loop(String)
    /// Connecting again does not help. The text is for the log.
    case refused(String)
    /// No relay is known any more that has the stream.
    case withdrawn
    /// The stream has no viewers, has a publisher here, or the relay ends.
    case stopped

    /// The error for a client that waits for the stream.
    ///
    /// - Parameter isRelay: Whether the client is a relay.
    func refusal(ofRelay isRelay: Bool) -> ProtocolError {
        switch self {
        case .dismissed: .dismissed
        case .loop where isRelay: .upstreamLoop
        case .endOfStream, .loop, .refused, .withdrawn, .stopped: .upstreamFailed
        }
    }

    /// The last message for a viewer of the stream; `nil` if the stream's log has it.
    var ending: Ending? {
        switch self {
        case .endOfStream: nil
        case .dismissed: Ending(ProtocolError.dismissed)
        case .loop, .refused: Ending(ProtocolError.upstreamFailed)
        case .withdrawn, .stopped: .moved
        }
    }

    /// The text for the log; `nil` for an end that needs no operator.
    var problem: String? {
        switch self {
        case .loop(let problem), .refused(let problem): problem
        case .endOfStream, .dismissed, .withdrawn, .stopped: nil
        }
    }

    /// Why an end that is no failure has come, for the log; `nil` where the log has another line about it.
    var explanation: String? {
        self == .withdrawn ? "No relay is known that has the stream." : nil
    }
}

extension ProtocolError {
    static let upstreamFailed = ProtocolError(
        .internalFault,
        "This relay cannot get the stream from the relay that has it; come back later, or tell the relay's operator."
    )
    static let upstreamSilent = ProtocolError(
        .internalFault,
        "The relay that has this stream does not answer; come back in a moment."
    )
    static let upstreamLoop = ProtocolError(
        .relayLoop,
        "The stream would pass a relay twice, or more than \(RelayPath.maximumCount) relays; take it from a relay nearer "
            + "to its publisher."
    )
    static func upstreamFrameTooLong(_ length: UInt32, limit: Int) -> ProtocolError {
        ProtocolError(
            .messageTooLong,
            "The relay upstream takes frames of \(length) bytes, and this one of \(limit); give both the same limit."
        )
    }
}

extension Ending {
    /// The stream comes another way from now on, so that the client needs another welcome.
    static let moved = Ending(.draining, "The stream comes to this relay another way now; connect again.")
}
