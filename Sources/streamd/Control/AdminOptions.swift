import ArgumentParser
import StreamClient

/// The options that commands need to reach a relay's admin listener.
struct AdminOptions: ParsableArguments {
    /// The ALPN name of HTTP/1.1, RFC 7301 6.
    private static let applicationProtocol = "http/1.1"

    @OptionGroup var token: TokenOptions
    @OptionGroup var security: SecurityOptions

    /// - Throws: ``Failure`` if the token cannot be used or must not be sent to this address, or if the trusted
    ///   authorities cannot be read.
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
                "The token is not sent to \(address.endpoint), because others could read it on the network; connect with "
                    + "TLS ('tls://\(address.endpoint)'), or allow tokens without TLS (--allow-clear-token)."
            )
        }
        return AdminClient(address: address, token: configuration.token, tls: nil)
    }

    private func opener(_ configuration: ClientConfiguration) throws(Failure) -> ClientTLSProvider {
        do throws(ClientError) {
            return try ClientTLSProvider(
                configuration.security ?? ClientSecurity(),
                applicationProtocol: Self.applicationProtocol
            )
        } catch {
            throw Failure(error)
        }
    }
}

/// The address of a relay's admin listener, for commands that take it as an option.
struct AdminFlags: AdminFlagGroup {
    @Option(
        help: ArgumentHelp(
            "The address of the relay's admin listener; tls:// in front selects TLS.",
            valueName: "host:port"
        )
    )
    var admin = AdminAddress.local

    @OptionGroup var options: AdminOptions

    /// - Throws: ``Failure``, as ``AdminOptions/client(at:)``.
    var client: AdminClient {
        get throws(Failure) { try options.client(at: admin) }
    }
}

/// The address of a relay's admin listener in user input: `host:port`, a port of this machine, or either after
/// `tls://`.
struct AdminAddress: ExpressibleByArgument, Hashable {
    /// The default of `streamd relay`.
    static let local = AdminAddress(ListenAddress(host: "127.0.0.1", port: 7451))

    /// The default of `streamd record`.
    static let recorder = AdminAddress(ListenAddress(host: "127.0.0.1", port: 7452))

    private static let encrypted = "\(RelayAddress.Scheme.tls)://"

    let address: ListenAddress
    let isEncrypted: Bool

    private init(_ address: ListenAddress) {
        self.address = address
        isEncrypted = false
    }

    init?(argument: String) {
        isEncrypted = argument.hasPrefix(Self.encrypted)
        let rest = isEncrypted ? String(argument.dropFirst(Self.encrypted.count)) : argument
        guard let address = ListenAddress(argument: rest) else { return nil }
        self.address = address
    }

    /// The same address in the form that relay clients use.
    ///
    /// - Throws: ``Failure`` if the text is not a valid address.
    var relay: RelayAddress {
        get throws(Failure) {
            do throws(ClientError) {
                return try RelayAddress((isEncrypted ? Self.encrypted : "") + address.description)
            } catch {
                throw Failure(error)
            }
        }
    }

    var defaultValueDescription: String { address.description }
}
