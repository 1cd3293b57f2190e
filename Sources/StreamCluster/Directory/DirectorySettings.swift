import StreamClient
import StreamProtocol

/// The settings of a directory that several relays share: where it is, and where other relays find this one.
public struct DirectorySettings: Hashable, Sendable {
    /// The etcd cluster that holds the directory.
    public var etcd: EtcdSettings
    /// Where other relays connect to this one. Its stream is empty. With the scheme `tls` they encrypt; without a
    /// scheme they do if their ``PeerSettings/security`` says so.
    public let advertised: RelayAddress
    /// What the keys in etcd begin with. All relays of a cluster have the same one. By default
    /// ``defaultKeyPrefix``.
    public var keyPrefix = DirectorySettings.defaultKeyPrefix

    /// The prefix of the keys in etcd: one key for each stream, its name behind the prefix.
    public static let defaultKeyPrefix = "/streamd/streams/"

    /// Makes settings.
    ///
    /// - Throws: ``DirectoryError`` with ``DirectoryError/Code/invalidSettings`` if the address names a stream, or an
    ///   address that other machines cannot connect to, such as `0.0.0.0`.
    public init(etcd: EtcdSettings, advertised: RelayAddress) throws(DirectoryError) {
        guard advertised.stream == .empty else {
            throw DirectoryError(
                .invalidSettings,
                "The address '\(advertised)' names a stream, and other relays ask for all streams there; write "
                    + "'\(advertised.endpoint)'."
            )
        }
        guard !["0.0.0.0", "::", "*"].contains(advertised.host) else {
            throw DirectoryError(
                .invalidSettings,
                "No other relay can connect to \(advertised.endpoint); write this machine's name or address, as in "
                    + "'tls://a.example:\(advertised.port)'."
            )
        }
        self.etcd = etcd
        self.advertised = advertised
    }
}

/// How a relay connects to the relays that a directory names.
public struct PeerSettings: Hashable, Sendable {
    /// The token for these relays. It is sent over TLS, and without TLS to this machine only.
    public var token: AccessToken?
    /// How their certificates are verified; `nil` for encryption only where an address begins with `tls://`, with this
    /// machine's authorities. It does not count for addresses with `streamd://`.
    public var security: ClientSecurity?

    /// Makes settings.
    public init(token: AccessToken? = nil, security: ClientSecurity? = nil) {
        self.token = token
        self.security = security
    }
}
