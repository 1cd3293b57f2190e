import NIOCore
import StreamProtocol

/// The status of a connection at one moment.
public struct ConnectionStatus: Sendable {
    /// What a viewer was sent, and what it missed.
    public struct Viewing: Sendable {
        /// Frames that the viewer was sent.
        public var framesSent: Int
        /// Bytes of whole messages that were given to the system.
        public var bytesSent: Int
        /// Gap messages that the viewer was sent.
        public var gaps: Int
        /// Frames in those gaps.
        public var framesSkipped: Int
        /// How long ago the oldest entry arrived that the viewer was not given yet.
        public var lag: TimeAmount
        /// How far behind the viewer may fall before it jumps ahead.
        public var latencyBound: TimeAmount
        /// Bytes that wait in this process for the system to take them.
        public var bytesUnsent: Int
        /// What the viewer itself reports; `nil` if it sends no reports, as HTTP clients.
        public var reception: Reception?
    }

    /// The newest report of a viewer.
    public struct Reception: Hashable, Sendable {
        /// What the viewer reports. Nothing of it is checked.
        public var report: ReceiverReport
        /// How long ago the report came.
        public var age: TimeAmount
    }

    /// What a publisher has sent.
    public struct Publishing: Sendable {
        /// Frames of all tracks that the publisher has sent.
        public var framesReceived: Int
        /// Bytes of whole frame messages.
        public var bytesReceived: Int
    }

    /// The part of a connection in a stream.
    public enum Role: Sendable {
        /// The client has not sent its hello, asks for something that ends at once, or is about to close.
        case none
        /// A publisher of a stream.
        case publisher(StreamName, Participant, Publishing)
        /// A viewer of a stream, over any carrier.
        case viewer(StreamName, Participant, Viewing)
        /// A client that lists streams.
        case lister(Participant)
    }

    /// Identifies the connection within the relay.
    public var id: UInt64
    /// The client's address; `nil` where the system does not say.
    public var peer: SocketAddress?
    /// Whether TLS protects the connection, up to the relay or to a trusted proxy in front of it.
    public var isEncrypted: Bool
    /// How long the connection has been open.
    public var age: TimeAmount
    /// What the connection does.
    public var role: Role
}

extension Connection {
    /// The relay that serves the connection.
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

    /// Ends the connection for good because the operator wants it. A stream that it publishes waits for another
    /// publisher.
    func dismiss() {
        if let session { session.dismiss(endsStream: false) } else { channel.close(promise: nil) }
    }
}

extension SessionHandler {
    /// The peer's part in a stream.
    func status(at now: NIODeadline) -> ConnectionStatus.Role {
        if let publisher {
            return .publisher(publisher.stream.name, publisher.handle.client, publisher.received)
        }
        if lister != nil { return .lister(participant) }
        return viewer.map { .viewer($0.stream.name, participant, $0.status(at: now)) } ?? .none
    }

    /// The stream that the peer publishes or watches.
    var streamName: StreamName? { publisher?.stream.name ?? viewer?.stream.name }

    func watches(_ stream: Stream) -> Bool { viewer?.stream === stream }
}
