import ArgumentParser
import StreamClient

/// The directory that the doctor looks at, and what it does with the relays there. The flags that begin with `--cluster`
/// are those of `streamd relay`.
struct DirectoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Check the relays that find each other in this etcd; may be repeated for its members.",
            valueName: Setting.cluster.placeholder
        )
    )
    var cluster: [String] = []
    @Option(help: Setting.clusterUser.help) var clusterUser: String?
    @Option(help: Setting.clusterPasswordFile.help, completion: .file()) var clusterPasswordFile: String?
    @Option(help: Setting.clusterCA.help, completion: .file()) var clusterCa: String?
    @Option(help: Setting.clusterCertificate.help, completion: .file()) var clusterCertificate: String?
    @Option(help: Setting.clusterKey.help, completion: .file()) var clusterKey: String?
    @Option(help: Setting.clusterPrefix.help) var clusterPrefix: String?
    @Flag(help: "Check whether these relays reach each other: ask each for a stream of each other one.")
    var between = false
    @Option(
        help: ArgumentHelp(
            "Ask this relay too, which may have no streams; may be repeated. For --between.",
            valueName: "host:port"
        )
    )
    var also: [RelayArgument] = []

    /// The relays of `--also`.
    ///
    /// - Throws: ``Failure`` for a text that is no address.
    var namedRelays: [RelayAddress] {
        get throws(Failure) {
            var addresses: [RelayAddress] = []
            for relay in also { addresses.append(try relay.folder) }
            return addresses
        }
    }

    /// The settings of a relay with these values.
    ///
    /// - Throws: ``Failure`` if a value cannot be used, or if they contradict each other.
    var options: ClusterOptions {
        get throws(Failure) {
            var settings = RelaySettings()
            for (setting, value) in values {
                guard let value, !setting.store(value, &settings) else { continue }
                throw Failure(.usage, SettingsError(value, of: setting, at: .flag).description)
            }
            let options = settings.cluster
            if let contradiction = options.etcd.flatMap({ options.contradiction(of: $0) }) {
                throw Failure(.usage, contradiction)
            }
            return options
        }
    }

    private var values: [(Setting, String?)] {
        [
            (.cluster, cluster.joined(separator: ",")), (.clusterUser, clusterUser),
            (.clusterPasswordFile, clusterPasswordFile), (.clusterCA, clusterCa),
            (.clusterCertificate, clusterCertificate), (.clusterKey, clusterKey), (.clusterPrefix, clusterPrefix),
        ]
    }

    func validate() throws {
        guard !between || !cluster.isEmpty else {
            throw ValidationError(
                "--between is for --cluster; name etcd too, such as --cluster etcd://127.0.0.1:2379."
            )
        }
        guard also.isEmpty || between else {
            throw ValidationError("--also names relays for --between; add --between, or leave it out.")
        }
        let others = values.dropFirst().first { $0.1 != nil }
        guard let others, cluster.isEmpty else { return }
        throw ValidationError(
            "--\(others.0.key) is for --cluster; name etcd too, such as --cluster etcd://127.0.0.1:2379."
        )
    }
}
