import Logging
import StreamAccess
import StreamRelay
import StreamTLS

/// What the parts of a relay are made from.
extension RelaySettings {
    var hasTLS: Bool { tls != nil || tlsCertificate != nil }

    /// How the relay itself is set up.
    var relayConfiguration: RelayConfiguration {
        var configuration = relay
        configuration.listener = .address(host: listen.host, port: listen.port)
        return configuration
    }

    /// Reads who may do what.
    func accessRules() throws(SettingsMistakes) -> (rules: AccessRules, warnings: [AccessWarning]) {
        do throws(AccessMistake) {
            var (rules, warnings) = try access.read()
            rules.allowsClearTokens = allowClearTokens
            // Where nobody needs a token to be let in, tokens are for those who control the relay.
            rules.withoutToken = open || access.isEmpty ? .everyStream : nil
            return (rules, warnings)
        } catch {
            throw SettingsMistakes(all: [SettingsMistake(error.description)])
        }
    }

    /// Makes sure that the certificate can be used, if it is in files.
    func checkCertificate() throws(SettingsMistakes) {
        guard let tlsCertificate, let tlsKey else { return }
        let logger = Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
        do throws(CertificateFault) {
            _ = try ServerCertificate(CertificateFiles(certificate: tlsCertificate, key: tlsKey), logger: logger)
        } catch {
            throw SettingsMistakes(all: [SettingsMistake(error.description)])
        }
    }
}
