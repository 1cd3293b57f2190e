import StreamRelay

/// The relay, as JSON.
public struct RelayDocument: Codable, Hashable, Sendable {
    /// The relay's name.
    public var name: String
    /// Seconds since the relay was started.
    public var uptime: Double
    /// Whether it accepts new connections.
    public var accepting: Bool
    /// Whether it is shutting down.
    public var draining: Bool
    /// Connections of any kind.
    public var connections: Int
    /// Bytes of messages received since the relay was started.
    public var bytesReceived: Int
    /// Bytes of messages sent since the relay was started.
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
    /// If there are more streams, the next page is at `?after=` and this name.
    public var next: String?
    /// Sorted by name.
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

/// The response to an action that was performed.
public struct DoneDocument: Codable, Hashable, Sendable {
    public var done = true

    public init() {}
}

/// The log level to set.
public struct LogLevelDocument: Codable, Hashable, Sendable {
    /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
    public var level: String

    public init(level: String) {
        self.level = level
    }
}
