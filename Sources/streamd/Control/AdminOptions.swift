import ArgumentParser
import StreamClient

/// How to reach a relay's admin listener.
struct AdminOptions: ParsableArguments {
    /// What TLS calls HTTP/1.1, RFC 7301 6.
    private static let applicationProtocol = "http/1.1"

    @OptionGroup var token: TokenOptions
    @OptionGroup var security: SecurityOptions

    /// - Throws: ``Failure`` where a token is named that cannot be used or must not be sent there, or where the
    ///   authorities to trust cannot be read.
    func client(at admin: AdminAddress) throws(Failure) -> AdminClient {
        var configuration = ClientConfiguration(try admin.relay)
        try token.apply(to: &configuration)
        try security.apply(to: &configuration)
        let address = configuration.address
        guard address.scheme != .tls else {
            return AdminClient(address: address, token: configuration.token, tls: try opener(configuration))
        }
        guard configuration.token == nil || admin.address.isLoopback || configuration.allowsTokenInClear else {
            throw Failure(
                .refused,
                "The token is not sent to \(address.endpoint), because everybody on the way could read it; connect by "
                    + "TLS, as in 'tls://\(address.endpoint)', or allow tokens in clear (--allow-clear-token)."
            )
        }
        return AdminClient(address: address, token: configuration.token, tls: nil)
    }

    private func opener(_ configuration: ClientConfiguration) throws(Failure) -> TLSOpener {
        do throws(ClientError) {
            return try TLSOpener(
                configuration.security ?? ClientSecurity(),
                applicationProtocol: Self.applicationProtocol
            )
        } catch {
            throw Failure(error)
        }
    }
}

/// Where a relay's admin listener is, for commands that take it as a flag.
struct AdminFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The relay's admin listener; with tls:// in front, by TLS.", valueName: "host:port"))
    var admin = AdminAddress.local

    @OptionGroup var options: AdminOptions

    /// - Throws: ``Failure``, as ``AdminOptions/client(at:)``.
    var client: AdminClient {
        get throws(Failure) { try options.client(at: admin) }
    }
}
