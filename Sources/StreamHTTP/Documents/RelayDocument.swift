import StreamRelay

/// The relay, as JSON.
package struct RelayDocument: Codable, Hashable, Sendable {
    /// The relay's name.
    package var name: String
    /// Seconds since the relay was started.
    package var uptime: Double
    /// Whether it accepts new connections.
    package var accepting: Bool
    /// Whether it is shutting down.
    package var draining: Bool
    /// Connections of any kind.
    package var connections: Int
    /// Bytes of messages received since the relay was started.
    package var bytesReceived: Int
    /// Bytes of messages sent since the relay was started.
    package var bytesSent: Int

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
package struct StreamsDocument: Codable, Hashable, Sendable {
    /// If there are more streams, the next page is at `?after=` and this name.
    package var next: String?
    /// Sorted by name.
    package var streams: [StreamDocument]

    package init(streams: [StreamDocument], next: String? = nil) {
        self.streams = streams
        self.next = next
    }
}

/// The connections of a relay, as JSON.
package struct ConnectionsDocument: Codable, Hashable, Sendable {
    package var connections: [ConnectionDocument]

    package init(_ connections: [ConnectionStatus]) {
        self.connections = connections.map(ConnectionDocument.init)
    }
}

/// The response to an action that was performed.
package struct DoneDocument: Codable, Hashable, Sendable {
    package var done = true

    package init() {}
}

/// The log level to set.
package struct LogLevelDocument: Codable, Hashable, Sendable {
    /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
    package var level: String

    package init(level: String) {
        self.level = level
    }
}
