import NIOCore
import StreamProtocol

/// A directory as one relay sees it at one moment.
public struct DirectoryStatus: Hashable, Sendable {
    /// Whether etcd has answered lately, and the relay knows of every change.
    public var isCurrent: Bool
    /// How long ago etcd answered last; `nil` if it never has.
    public var lastAnswer: TimeAmount?
    /// The endpoint that is used now, `host:port`.
    public var endpoint: String
    /// Why etcd cannot be used now: one sentence; `nil` while it can.
    public var problem: String?
    /// The streams of all relays that are known, those of this relay among them.
    public var streams: Int
    /// The streams that are published on this relay and registered.
    public var registered: Int
    /// The streams that are published on this relay and not registered yet.
    public var unregistered: Int
    /// How often the directory was read and a watch began, since the start.
    public var connections: Int
    /// The publishers of this relay that were refused, or ended, because another relay has their streams, since the
    /// start.
    public var refusals: Int
}

/// A stream in a directory.
public struct DirectoryRecord: Hashable, Sendable {
    /// The name of the stream.
    public var stream: StreamName
    /// The relay on which it is published, as `tls://host:port` or `host:port`.
    public var relay: String

    /// Makes a record.
    public init(stream: StreamName, relay: String) {
        self.stream = stream
        self.relay = relay
    }
}
