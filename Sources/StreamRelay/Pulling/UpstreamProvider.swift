import StreamProtocol

/// Takes streams from other relays. The module `StreamCluster` has the provider.
public protocol UpstreamProvider: Sendable {
    /// The relay that has a stream which is not published on this relay, as its operators know it.
    ///
    /// - Returns: `nil` if the stream comes from no other relay.
    func origin(of stream: StreamName) -> String?

    /// Takes a stream: connects to the relay that has it, passes to `pull` what that sends, and connects again whenever
    /// the connection is lost. Calls `pull` for one event after the other.
    ///
    /// - Returns: Why connecting again does not help, or when its task is cancelled.
    func run(_ pull: Pull) async -> PullEnd
}
