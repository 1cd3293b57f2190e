import ArgumentParser

/// How to reach a relay's admin listener.
struct AdminOptions: ParsableArguments {
    @OptionGroup var token: TokenOptions

    /// - Throws: ``Failure`` where a token is named that cannot be used, or must not be sent there.
    func client(at address: ListenAddress) throws(Failure) -> AdminClient {
        let secret = try token.token()
        // The admin listener speaks no TLS.
        guard secret == nil || address.isLoopback || token.allowClearToken else {
            throw Failure(
                .usage,
                "The token would cross the network in clear to \(address); reach it through an encrypted tunnel, or "
                    + "give --allow-clear-token if everybody on the way may read it."
            )
        }
        return AdminClient(address: address, token: secret)
    }
}

/// Where a relay's admin listener is, for commands that take it as a flag.
struct AdminFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The relay's admin listener.", valueName: "host:port"))
    var admin = ListenAddress(host: "127.0.0.1", port: 7451)

    @OptionGroup var options: AdminOptions

    /// - Throws: ``Failure``, as ``AdminOptions/client(at:)``.
    var client: AdminClient {
        get throws(Failure) { try options.client(at: admin) }
    }
}
