import StreamProtocol

/// Takes streams from other relays. The module `StreamCluster` has the provider.
public protocol UpstreamProvider: Sendable {
    /// The relay that has a stream which is not published on this relay, as its operators know it.
    ///
    /// - Returns: `nil` if the stream comes from no other relay.
    func origin(of stream: StreamName) -> String?

    /// Whether another relay has a stream that is not published on this relay. Asked for each stream once a second. By
    /// default ``UpstreamPresence/possible`` for a stream with an origin.
    func presence(of stream: StreamName) -> UpstreamPresence

    /// Whether the operator has named the relay that has a stream, so that a ``PublicationRegistrar`` knows nothing of
    /// it. By default `true`.
    func isOriginFixed(_ stream: StreamName) -> Bool

    /// Where a client finds a stream that another relay has, if this relay's operator sends clients there. By default
    /// `nil`.
    ///
    /// - Parameter role: What the client wants to do: publish the stream, or watch it.
    /// - Returns: `nil` if the client is served here.
    func redirect(of stream: StreamName, for role: Hello.Role) -> RedirectTarget?

    /// Takes a stream: connects to the relay that has it, passes to `pull` what that sends, and connects again whenever
    /// the connection is lost. Calls `pull` for one event after the other.
    ///
    /// - Returns: Why connecting again does not help, or when its task is cancelled.
    func run(_ pull: Pull) async -> PullEnd
}

extension UpstreamProvider {
    /// ``UpstreamPresence/possible`` for a stream with an origin.
    public func presence(of stream: StreamName) -> UpstreamPresence { origin(of: stream) == nil ? .none : .possible }

    /// `true`.
    public func isOriginFixed(_ stream: StreamName) -> Bool { true }

    /// `nil`.
    public func redirect(of stream: StreamName, for role: Hello.Role) -> RedirectTarget? { nil }
}

/// Whether another relay has a stream.
public enum UpstreamPresence: Hashable, Sendable {
    /// No relay is known to have it.
    case none
    /// A relay has it if any has.
    case possible
    /// Another relay has its publisher now. Viewers who wait on this relay for another publisher find it there.
    case certain
}
