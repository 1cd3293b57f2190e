import StreamProtocol

/// The paths of streams (`Protocol.md`, Path). This relay takes no stream from another relay, so it is the only relay of
/// each path that it states.
extension RelayCore {
    /// Refuses a relay that would send a stream back to this one: both would wait for each other.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/relayLoop``.
    func checkPath(of hello: Hello) throws(ProtocolError) {
        guard hello.role == .relay, hello.path?.contains(id) == true else { return }
        throw ProtocolError(
            .relayLoop,
            "This relay waits for '\(hello.stream)' from the relay that asks for it; take the stream from another relay."
        )
    }

    /// The path of the welcome; `nil` for a client that is no relay.
    func path(for hello: Hello) -> RelayPath? { hello.role == .relay ? RelayPath(id) : nil }
}
