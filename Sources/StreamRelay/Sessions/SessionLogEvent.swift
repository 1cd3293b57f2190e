import Logging
import StreamProtocol

/// An event of a session that the relay logs. The text of a log line is made only if its level is logged.
enum SessionLogEvent {
    case opened
    case publishing(epoch: UInt32)
    case watching
    case listing
    case receiverReport(ReceiverReport)
    case connectionLost(any Error)
    case admissionFailed(any Error)
    /// The relay sent an error.
    ///
    /// - isAdmitted: Whether the peer was admitted before.
    /// - isSuppressed: Whether many connections from this address are refused, so that a log line for each is too much.
    case failed(Ending, isAdmitted: Bool, isSuppressed: Bool)
    /// The relay sent the peer to another relay in place of admitting it.
    case redirected(Ending)
    /// The peer sent a goodbye or an error.
    case goodbyeReceived(Ending, isAdmitted: Bool)
    case closed

    var level: Logger.Level {
        switch self {
        case .opened, .receiverReport, .connectionLost: .debug
        case .publishing, .watching, .listing, .redirected, .closed: .info
        case .admissionFailed: .error
        case .failed(_, _, let isSuppressed): isSuppressed ? .debug : .info
        // Health checks leave before they are admitted, and need no line in the log.
        case .goodbyeReceived(_, let isAdmitted): isAdmitted ? .info : .debug
        }
    }

    var message: Logger.Message {
        switch self {
        case .opened: "session opened"
        case .publishing: "publishing"
        case .watching: "watching"
        case .listing: "listing"
        case .receiverReport: "receiver report"
        case .connectionLost: "connection lost"
        case .admissionFailed: "admission failed"
        case .failed(_, let isAdmitted, _): isAdmitted ? "session ended" : "connection refused"
        case .redirected: "redirected"
        case .goodbyeReceived: "goodbye received"
        case .closed: "session closed"
        }
    }

    /// - Parameter peer: The client's address and port.
    func metadata(of identity: SessionIdentity, at peer: String) -> Logger.Metadata {
        var metadata = details(identity)
        if let stream = identity.stream, stream != .empty { metadata["stream"] = "\(stream)" }
        if let bearer = identity.bearer { metadata["bearer"] = "\(bearer)" }
        metadata["peer"] = "\(peer)"
        return metadata
    }

    private func details(_ identity: SessionIdentity) -> Logger.Metadata {
        let client: Logger.MetadataValue = "\(identity.clientName ?? "unnamed")"
        return switch self {
        case .opened, .closed: [:]
        case .publishing(let epoch): ["client": client, "epoch": "\(epoch)"]
        case .watching, .listing: ["client": client]
        case .receiverReport(let report):
            ["received": "\(report.framesReceived)", "missed": "\(report.framesMissed)"]
        case .redirected(let ending): ["client": client, "relay": "\(ending.redirect ?? "")"]
        case .connectionLost(let error), .admissionFailed(let error): ["error": "\(error)"]
        case .failed(let ending, _, _), .goodbyeReceived(let ending, _):
            ["reason": "\(ending.reason)", "code": "\(ending.code)"]
        }
    }
}
