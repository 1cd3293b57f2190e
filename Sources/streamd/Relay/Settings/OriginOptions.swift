import ArgumentParser
import Platform
import StreamClient
import StreamCluster
import StreamProtocol

/// The settings for the relays from which this one takes streams.
struct OriginOptions: Hashable, Sendable {
    var rules: [OriginRule] = []
    var tokenFile: String?
    var pins: Set<CertificateFingerprint> = []
    /// The PEM file of the authorities.
    var authorities: String?

    /// The files to watch for changes.
    var files: [String] { [tokenFile, authorities].compactMap(\.self) }

    /// Whether a certificate is verified by one of the settings.
    var hasTrust: Bool { !pins.isEmpty || authorities != nil }

    private func isEncrypted(_ rule: OriginRule) -> Bool {
        rule.address.scheme == .tls || rule.address.scheme == nil && hasTrust
    }

    /// What excludes or needs each other.
    ///
    /// - Parameter hasCluster: Whether a directory names relays, too.
    func contradiction(hasCluster: Bool) -> String? {
        if !pins.isEmpty, authorities != nil {
            return "'origin-pin' trusts one certificate and 'origin-ca' an authority; give one of the two."
        }
        if rules.isEmpty, tokenFile != nil || hasTrust && !hasCluster {
            return "'origin-token-file', 'origin-pin' and 'origin-ca' are for the relays that 'origin' names; name one."
        }
        if hasTrust, !hasCluster, let rule = rules.first, !rules.contains(where: isEncrypted) {
            return
                "'origin-pin' and 'origin-ca' verify certificates, and 'streamd://' asks for connections without TLS; "
                + "write 'tls://\(rule.address.endpoint)', or leave the certificates out."
        }
        if tokenFile != nil, let rule = rules.first(where: { !isEncrypted($0) && !$0.address.isOnThisMachine }) {
            return
                "The token of 'origin-token-file' is not sent to \(rule.address.endpoint), because others in the network "
                + "could read it; write 'tls://\(rule.address.endpoint)'."
        }
        return nil
    }

    /// Reads the token, and tries the authorities.
    ///
    /// - Throws: The error of a file.
    func read() throws(SettingsErrors) -> OriginSettings {
        do throws(Failure) {
            let trust: ClientSecurity.Trust? =
                pins.isEmpty ? authorities.map { .authorities(file: $0) } : .pins(pins)
            let security = trust.map { ClientSecurity(trust: $0) }
            if authorities != nil, let security {
                do throws(ClientError) { _ = try ClientTLSProvider(security) } catch { throw Failure(error) }
            }
            return OriginSettings(
                rules: rules,
                token: try tokenFile.map { path throws(Failure) in try TokenOptions.token(in: path) } ?? nil,
                security: security
            )
        } catch {
            throw SettingsErrors(all: [SettingsError(error.message)])
        }
    }
}

extension Setting {
    static let origin = Setting(
        "origin",
        "[pattern=]address",
        "The relay to take streams from that are not published here; may be repeated.",
        takes: "addresses of relays, each after a pattern of stream names where it does not have all, such as "
            + "'studio/*=tls://a.example:7450'",
        isList: true
    ) { (rules: OriginRules, settings) in
        settings.origins.rules = rules.rules
    }

    static let originTokenFile = file("origin-token-file", "The file with the token for these relays.") {
        path,
        settings in
        settings.origins.tokenFile = path
    }

    static let originPin = Setting(
        "origin-pin",
        "sha256:hex",
        "The fingerprint of these relays' certificate; may be repeated.",
        takes: "fingerprints of certificates, as relays print them: 'sha256:' and 64 digits",
        isList: true
    ) { (pins: CertificatePins, settings) in
        settings.origins.pins = pins.pins
    }

    static let originCA = file("origin-ca", "The authorities of these relays' certificates, PEM.") { path, settings in
        settings.origins.authorities = path
    }
}

extension RelayAddress {
    /// Whether no other machine can read what is sent there.
    var isOnThisMachine: Bool { host == "localhost" || Loopback.contains(numeric: host) }
}

/// Rules, separated by commas.
private struct OriginRules: ExpressibleByArgument {
    let rules: [OriginRule]

    init?(argument: String) {
        let parts = argument.listItems
        rules = parts.compactMap { OriginRule($0) }
        guard rules.count == parts.count else { return nil }
    }
}

/// Fingerprints, separated by commas.
private struct CertificatePins: ExpressibleByArgument {
    let pins: Set<CertificateFingerprint>

    init?(argument: String) {
        let parts = argument.listItems
        let pins = parts.compactMap { try? CertificateFingerprint($0) }
        guard pins.count == parts.count else { return nil }
        self.pins = Set(pins)
    }
}

extension String {
    /// The items of a list that is written with commas, without the white space around them.
    var listItems: [String] {
        split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
    }
}
