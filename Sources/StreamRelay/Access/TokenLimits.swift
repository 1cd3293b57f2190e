/// What all who come with the same token may take of a relay together; `nil` for what the token does not bound.
public struct TokenLimits: Hashable, Sendable {
    /// The values that a limit may have.
    public static let range = 1...1_000_000_000

    /// Sessions at the same time, of publishers and viewers.
    public var connections: Int?
    /// Streams that are published, or whose publisher may come back. As many again may be waited for.
    public var streams: Int?
    /// Bytes received a second from publishers.
    public var bytesPerSecond: Int?
    /// Viewers at the same time, of all streams.
    public var viewers: Int?

    public init(connections: Int? = nil, streams: Int? = nil, bytesPerSecond: Int? = nil, viewers: Int? = nil) {
        self.connections = connections
        self.streams = streams
        self.bytesPerSecond = bytesPerSecond
        self.viewers = viewers
    }

    /// Whether nothing is bounded.
    public var isEmpty: Bool { self == TokenLimits() }

    /// The same as limits of a share. How fast connections come is bounded by address only: it is not known before that
    /// a token comes with them.
    var share: RelayLimits.Share {
        RelayLimits.Share(
            connections: connections ?? Self.range.upperBound,
            connectionsPerSecond: Self.range.upperBound,
            streams: streams ?? Self.range.upperBound,
            bytesPerSecond: bytesPerSecond
        )
    }
}
