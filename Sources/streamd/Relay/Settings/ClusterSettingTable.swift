import ArgumentParser
import StreamClient
import StreamCluster
import StreamProtocol

/// The settings of relays that find each other in a directory.
extension Setting {
    static let cluster = Setting(
        "cluster",
        "etcd://host:port",
        "The etcd in which relays find each other's streams; may be repeated for its members.",
        takes: "the members of an etcd cluster, such as etcd://a.example:2379,b.example:2379, or etcds:// for TLS; a "
            + "user is set by 'cluster-user'",
        isList: true
    ) { (members: EtcdMembers, settings) in
        settings.cluster.etcd = members.etcd
    }

    static let advertise = Setting(
        "advertise",
        "host:port",
        "The address at which the other relays of the cluster reach this one.",
        takes: "the address at which other relays reach this one, with its port, such as tls://a.example:7450; 0.0.0.0 "
            + "and [::] are none"
    ) { (address: AdvertisedAddress, settings) in
        settings.cluster.advertised = address.address
    }

    static let clusterTokenFile = file("cluster-token-file", "The file with the token for the other relays.") {
        path,
        settings in
        settings.cluster.tokenFile = path
    }

    static let clusterUser = Setting(
        "cluster-user",
        "name",
        "The user for etcd's authentication.",
        takes: "the name of a user of etcd, up to 256 bytes without ':'",
        where: { (1...256).contains($0.utf8.count) && !$0.utf8.contains(UInt8(ascii: ":")) }
    ) { (name: String, settings) in
        settings.cluster.user = name
    }

    static let clusterPasswordFile = file("cluster-password-file", "The file with this user's password.") {
        path,
        settings in
        settings.cluster.passwordFile = path
    }

    static let clusterCA = file("cluster-ca", "The authorities of etcd's certificates, PEM.") { path, settings in
        settings.cluster.authorities = path
    }

    static let clusterCertificate = file("cluster-certificate", "The certificate that etcd asks for, PEM.") {
        path,
        settings in
        settings.cluster.certificate = path
    }

    static let clusterKey = file("cluster-key", "The private key of this certificate, PEM.") { path, settings in
        settings.cluster.key = path
    }

    static let clusterPrefix = Setting(
        "cluster-prefix",
        "text",
        "The beginning of the keys in etcd; each cluster of relays has its own.",
        default: ClusterOptions.defaultPrefix,
        takes: "a text that begins and ends with '/', such as /studio/, up to 200 letters, digits and -_./"
    ) { (prefix: ClusterPrefix, settings) in
        settings.cluster.prefix = prefix.text
    }
}

/// Members of an etcd cluster, separated by commas. Each of them may have the scheme.
struct EtcdMembers: ExpressibleByArgument {
    let etcd: EtcdSettings

    init?(argument: String) {
        var items = argument.listItems
        guard let scheme = ["etcd://", "etcds://"].first(where: { items[0].hasPrefix($0) }) else { return nil }
        items = items.map { $0.hasPrefix(scheme) ? String($0.dropFirst(scheme.count)) : $0 }
        guard let etcd = try? EtcdSettings(scheme + items.joined(separator: ",")) else { return nil }
        self.etcd = etcd
    }
}

/// The beginning of the keys of a cluster of relays.
struct ClusterPrefix: ExpressibleByArgument {
    /// In bytes. etcd takes long keys, but each has this beginning.
    private static let maximumLength = 200

    let text: String

    /// Without the last slash, one cluster's keys could begin with those of another.
    init?(argument: String) {
        guard argument.hasPrefix("/"), argument.hasSuffix("/"), argument.utf8.count <= Self.maximumLength,
            argument.utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        text = argument
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "/"):
            true
        default: false
        }
    }
}

/// A relay's address with its port, at which other machines can connect.
private struct AdvertisedAddress: ExpressibleByArgument {
    let address: RelayAddress

    init?(argument: String) {
        guard let address = try? RelayAddress(argument, defaultStream: .empty), address.stream == .empty,
            argument.hasSuffix(":\(address.port)"), !Self.isWildcard(address.host)
        else { return nil }
        self.address = address
    }

    /// Whether the address stands for all addresses of a machine, in any way of writing it.
    private static func isWildcard(_ host: String) -> Bool {
        host.lowercased().replacing("::ffff:", with: "").allSatisfy { "0.:".contains($0) }
    }
}
