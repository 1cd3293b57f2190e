import StreamProtocol
import StreamRelay

/// A connection as JSON. Unknown fields are absent.
package struct ConnectionDocument: Codable, Hashable, Sendable {
    package var id: UInt64
    package var peer: String?
    package var encrypted: Bool
    /// Seconds since it was opened.
    package var age: Double
    /// `publisher`, `viewer` or `list`; absent before the hello.
    package var role: String?
    /// `streamd`, `websocket` or `http`.
    package var carrier: String?
    package var stream: String?
    /// The bearer of its token.
    package var bearer: String?
    /// The client's program.
    package var client: String?
    /// When it was admitted, in RFC 3339.
    package var since: String?
    /// Frames received from a publisher, or sent to a viewer.
    package var frames: Int?
    /// Bytes received from a publisher, or sent to a viewer.
    package var bytes: Int?
    /// For viewers only.
    package var viewing: ViewingDocument?

    package init(_ status: ConnectionStatus) {
        id = status.id
        peer = status.peer?.endpoint
        encrypted = status.isEncrypted
        age = status.age.seconds
        let participant: Participant
        switch status.role {
        case .none: return
        case .publisher(let name, let publisher, let counts):
            (role, stream, participant) = ("publisher", name.description, publisher)
            (frames, bytes) = (counts.framesReceived, counts.bytesReceived)
        case .viewer(let name, let viewer, let counts):
            (role, stream, participant) = ("viewer", name.description, viewer)
            (frames, bytes) = (counts.framesSent, counts.bytesSent)
            viewing = ViewingDocument(counts)
        case .lister(let client): (role, participant) = ("list", client)
        }
        carrier = participant.carrier.rawValue
        bearer = participant.bearer
        client = participant.clientName
        since = participant.since.timestamp
    }
}

/// The state of a viewer, as JSON.
package struct ViewingDocument: Codable, Hashable, Sendable {
    /// Seconds for which the oldest frame that has not been sent to the viewer has waited.
    package var lag: Double
    /// Seconds that the viewer may be behind before it skips frames.
    package var latencyBound: Double
    /// Gaps that were announced to it.
    package var gaps: Int
    /// Frames in those gaps.
    package var framesSkipped: Int
    /// Bytes that the relay holds for it.
    package var bytesUnsent: Int
    /// What the viewer itself reports; absent if it sends no reports.
    package var report: ReportDocument?

    init(_ viewing: ConnectionStatus.Viewing) {
        lag = viewing.lag.seconds
        latencyBound = viewing.latencyBound.seconds
        gaps = viewing.gaps
        framesSkipped = viewing.framesSkipped
        bytesUnsent = viewing.bytesUnsent
        report = viewing.reception.map(ReportDocument.init)
    }
}

/// The newest report of a viewer, as JSON.
package struct ReportDocument: Codable, Hashable, Sendable {
    /// Seconds since the report came.
    package var age: Double
    package var framesReceived: UInt64
    package var framesMissed: UInt64
    /// Seconds from capture to reception that half the frames do not exceed; absent if the viewer does not know.
    package var latency: Double?
    /// The same for 95 % of the frames.
    package var highLatency: Double?

    init(_ reception: ConnectionStatus.Reception) {
        let report = reception.report
        age = reception.age.seconds
        framesReceived = report.framesReceived
        framesMissed = report.framesMissed
        latency = report.medianLatency > 0 ? Double(report.medianLatency) / 1e6 : nil
        highLatency = report.highLatency > 0 ? Double(report.highLatency) / 1e6 : nil
    }
}
