import NIOCore
import StreamProtocol

extension SessionHandler {
    /// What this side of the connection is for.
    func status(at now: NIODeadline) -> ConnectionStatus.Role {
        switch role {
        case .none, .leaving: .none
        case .publisher(let publisher):
            .publisher(publisher.stream.name, publisher.link.participant, publisher.moved)
        case .viewer(let viewer): .viewer(viewer.stream.name, participant, viewer.status(at: now))
        }
    }

    func watches(_ stream: Stream) -> Bool {
        if case .viewer(let viewer) = role { viewer.stream === stream } else { false }
    }
}
