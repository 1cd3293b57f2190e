import StreamProtocol
import StreamRelay

/// Where the viewers of a stream are to go.
package struct MoveDocument: Codable, Hashable, Sendable {
    /// The address of another relay.
    package var to: String

    package init(to: String) {
        self.to = to
    }
}

/// The viewers of a stream that were sent to another relay, as JSON.
package struct MovedDocument: Codable, Hashable, Sendable {
    /// The name of the stream.
    package var stream: String
    /// The address of the other relay.
    package var to: String
    /// Viewers that were sent there.
    package var moved: Int
    /// Viewers that stay, because they cannot follow.
    package var left: Int

    init(_ stream: StreamName, _ target: RedirectTarget, _ viewers: MovedViewers) {
        self.stream = stream.description
        to = target.description
        moved = viewers.moved
        left = viewers.left
    }
}
