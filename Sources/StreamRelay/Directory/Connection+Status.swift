import NIOCore
import StreamProtocol

extension Connection {
    /// The relay that has it.
    public var relay: RelayControl { RelayControl(loop.core) }

    func status(at now: NIODeadline) -> ConnectionStatus {
        ConnectionStatus(
            id: id,
            peer: peer,
            isEncrypted: isEncrypted,
            age: now - openedAt,
            role: session?.status(at: now) ?? .none
        )
    }

    /// The relay's operator wants it gone, for good. A stream that it publishes waits for another publisher.
    func dismiss() {
        if let session { session.dismiss(endsStream: false) } else { channel.close(promise: nil) }
    }
}
