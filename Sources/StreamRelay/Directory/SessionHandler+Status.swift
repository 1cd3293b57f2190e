import NIOCore
import StreamProtocol

extension SessionHandler {
    /// What this side of the connection is for.
    func status(at now: NIODeadline) -> ConnectionStatus.Role {
        switch role {
        case .none: .none
        case .publisher(let publisher):
            .publisher(publisher.stream.name, publisher.link.participant, publisher.moved)
        case .viewer(let viewer): .viewer(viewer.stream.name, viewer.participant, viewer.status(at: now))
        }
    }

    func watches(_ stream: Stream) -> Bool {
        if case .viewer(let viewer) = role { viewer.stream === stream } else { false }
    }

    /// Whoever sent this hello, once it is let in.
    func participant(_ hello: Hello) -> Participant {
        Participant(
            connection: connection.id,
            peer: connection.peer,
            isEncrypted: connection.isEncrypted,
            carrier: carrier,
            bearer: pass.bearer,
            clientName: hello.clientName,
            since: .now()
        )
    }
}
