import StreamRelay

/// The relay itself, as JSON.
public struct RelayDocument: Codable, Hashable, Sendable {
    /// What it calls itself.
    public var name: String
    /// Seconds since it was started.
    public var uptime: Double
    /// Whether it takes new connections.
    public var accepting: Bool
    /// Whether it is about to end.
    public var draining: Bool
    /// Connections, whatever they are for.
    public var connections: Int
    /// Bytes of messages since it was started.
    public var bytesReceived: Int
    /// Bytes of messages since it was started.
    public var bytesSent: Int

    init(_ relay: RelayControl) async {
        let activity = await relay.activity()
        name = relay.name
        uptime = relay.age.seconds
        accepting = relay.isAccepting
        draining = relay.isDraining
        connections = activity.connections
        bytesReceived = activity.bytesReceived
        bytesSent = activity.bytesSent
    }
}

/// The streams of a relay, or a page of them, as JSON.
public struct StreamsDocument: Codable, Hashable, Sendable {
    /// Where there are more: the next page is asked for with `?after=` and this name.
    public var next: String?
    /// By name.
    public var streams: [StreamDocument]

    public init(streams: [StreamDocument], next: String? = nil) {
        self.streams = streams
        self.next = next
    }
}

/// The connections of a relay, as JSON.
public struct ConnectionsDocument: Codable, Hashable, Sendable {
    public var connections: [ConnectionDocument]

    public init(_ connections: [ConnectionStatus]) {
        self.connections = connections.map(ConnectionDocument.init)
    }
}
