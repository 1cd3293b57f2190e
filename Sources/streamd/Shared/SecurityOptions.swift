import ArgumentParser
import StreamClient

/// The TLS options of a client.
struct SecurityOptions: ParsableArguments {
    @Flag(help: "Encrypt the connection, as an address with tls:// does.")
    var tls = false

    @Option(
        help: ArgumentHelp(
            "The fingerprint of the relay's certificate, as the relay prints it; no other certificate is trusted. "
                + "May be repeated. Implies --tls.",
            valueName: "sha256:hex"
        ),
        transform: { text in
            do throws(ClientError) {
                return try CertificateFingerprint(text)
            } catch {
                throw ValidationError(error.reason)
            }
        }
    )
    var pin: [CertificateFingerprint] = []

    @Option(
        help: ArgumentHelp("Trust the authorities in this PEM file, and no others. Implies --tls.", valueName: "file"),
        completion: .file()
    )
    var ca: String?

    func validate() throws {
        guard pin.isEmpty || ca == nil else {
            throw ValidationError("--pin trusts one certificate and --ca an authority; give one of the two.")
        }
    }

    /// - Throws: ``Failure`` if the address contradicts the options.
    func apply(to configuration: inout ClientConfiguration) throws(Failure) {
        guard let trust else { return }
        guard configuration.address.scheme != .streamd else {
            throw Failure(
                .usage,
                "An address with streamd:// excludes TLS, which --tls, --pin and --ca require; write tls://."
            )
        }
        configuration.address.scheme = .tls
        configuration.security = ClientSecurity(trust: trust)
    }

    /// The flags with which another client trusts the same relay. --tls is in the address.
    var viewerFlags: [String] {
        pin.flatMap { ["--pin", $0.description] } + (ca.map { ["--ca", $0] } ?? [])
    }

    private var trust: ClientSecurity.Trust? {
        if !pin.isEmpty { return .pins(Set(pin)) }
        return ca.map { .authorities(file: $0) } ?? (tls ? .system : nil)
    }
}
