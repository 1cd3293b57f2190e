import StreamProtocol

extension RelayCore {
    /// The goodbye for a client whose stream another relay has, where the operator sends clients there.
    ///
    /// A relay that asks for a stream is never sent on: it takes the stream from here, on the path that its hello has.
    ///
    /// - Returns: `nil` for a client that is served here.
    /// - Throws: ``ProtocolError`` while memory is short: that is the first reason to refuse a hello (`Protocol.md`, Rules
    ///   for a relay).
    func redirect(
        for hello: Hello,
        on connection: Connection,
        over carrier: Connection.Carrier
    ) throws(ProtocolError) -> Ending? {
        guard hello.role == .subscribe || hello.role == .publish, connection.mayBeRedirected(over: carrier),
            setting({ $0.redirectsClients(of: hello.stream) }),
            // A stream of this relay is served from here, also while its publisher is away.
            registry.stream(hello.stream)?.isPulled ?? true
        else { return nil }
        try checkMemory()
        return pulls.redirect(of: hello.stream, for: hello.role)?
            .ending(
                isEncrypted: connection.isEncrypted,
                reason: "Another relay serves '\(hello.stream)'; connect to that one."
            )
    }
}

extension Connection {
    /// Whether the client can follow a redirect.
    ///
    /// A player over HTTP gets no goodbye. A page that brings no token is served because it is a page of this relay, or
    /// one that its operator allows; another relay would take it for a page of another site.
    func mayBeRedirected(over carrier: Carrier) -> Bool { carrier != .http && (!isFromPage || hasValidToken) }
}
