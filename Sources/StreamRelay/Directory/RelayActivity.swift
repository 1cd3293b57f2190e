/// What the connections of a relay, or of one of its event loops, have moved together.
public struct RelayActivity: Hashable, Sendable {
    /// Connections that are open, whatever they are for.
    public var connections = 0
    /// Bytes of messages since the relay was started, before TLS and HTTP take theirs.
    public var bytesReceived = 0
    /// Bytes of messages since the relay was started, before TLS and HTTP add theirs.
    public var bytesSent = 0

    mutating func add(_ other: RelayActivity) {
        connections += other.connections
        bytesReceived += other.bytesReceived
        bytesSent += other.bytesSent
    }
}
