import StreamAccess
import StreamRelay

/// What every value allows by itself, but not all together.
extension RelaySettings {
    var contradictions: [SettingsMistake] {
        let sentences = [exposure, certificate, logs].compactMap { $0 }
        return sentences.map { SettingsMistake($0) }
    }

    /// Secure by default: nobody lets the world in without having said so.
    private var exposure: String? {
        guard !open, access.isEmpty else { return nil }
        guard let exposed = [listen, admin].compactMap({ $0 }).first(where: { !$0.isLoopback }) else { return nil }
        return Self.exposed(exposed.description)
    }

    /// - Parameter address: Where others could come in, as text.
    static func exposed(_ address: String) -> String {
        "\(address) can be reached from other machines, so everybody could publish and watch: say who may by "
            + "--token-file FILE ('streamd token new' makes tokens), or give --open if everybody may."
    }

    private var certificate: String? {
        if tls != nil, tlsCertificate != nil || tlsKey != nil {
            return "'tls: self-signed' and a certificate of your own exclude each other; take one of them away."
        }
        if (tlsCertificate == nil) != (tlsKey == nil) {
            return "A certificate and its key belong together; give both --tls-certificate and --tls-key."
        }
        if relay.requiresTLS, tls == nil, tlsCertificate == nil {
            return "'require-tls' needs a certificate; give --tls-certificate and --tls-key, or --tls self-signed."
        }
        return nil
    }

    private var logs: String? {
        let frame = relay.limits.frameLength
        for settings in [relay.stream] + relay.streamRules.map(\.settings) where settings.logBytes < frame {
            return "'log-bytes' (\(ByteCount(settings.logBytes))) must hold at least one frame of 'max-frame-bytes' "
                + "(\(ByteCount(frame)))."
        }
        return nil
    }
}
