import NIOCore
import StreamProtocol

/// What a connection is and how it fares, at one moment.
public struct ConnectionStatus: Sendable {
    /// What a viewer was given, and what not.
    public struct Viewing: Sendable {
        public var framesSent: Int
        /// Whole messages, as they were given to the system.
        public var bytesSent: Int
        /// Times that the viewer was told of frames it would not get.
        public var gaps: Int
        /// Frames that those were.
        public var framesSkipped: Int
        /// How long ago the oldest entry came that the viewer has not been given yet.
        public var lag: TimeAmount
        /// How far behind it may fall before it jumps ahead.
        public var latencyBound: TimeAmount
        /// Bytes that wait in this process for the system to take them.
        public var bytesUnsent: Int
    }

    /// What a publisher has sent.
    public struct Publishing: Sendable {
        public var framesReceived: Int
        /// Whole frame messages.
        public var bytesReceived: Int
    }

    /// What a connection is for.
    public enum Role: Sendable {
        /// It has not said yet, asks for something that ends at once, or is about to close.
        case none
        case publisher(StreamName, Participant, Publishing)
        case viewer(StreamName, Participant, Viewing)
    }

    public var id: UInt64
    /// Where it comes from; `nil` where the system does not say.
    public var peer: SocketAddress?
    public var isEncrypted: Bool
    /// How long it has been open.
    public var age: TimeAmount
    public var role: Role
}
