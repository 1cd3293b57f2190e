import Platform

extension ClientError {
    /// A TLS connection failed.
    static func tls(
        _ failure: TLSFailure,
        _ address: RelayAddress,
        _ security: ClientSecurity,
        now: Int = time(nil)
    ) -> ClientError {
        let relay = address.endpoint
        switch failure {
        case .untrusted(let certificate):
            return refused(certificate, of: relay, by: security, now: now)
        case .hostMismatch(let certificate):
            return ClientError(
                .certificateRefused,
                "The certificate of \(relay) is not for '\(address.host)'\(naming(certificate)); connect by a name that it "
                    + "has, or \(pinning(certificate))."
            )
        case .notTLS:
            return ClientError(
                .notEncrypted,
                "\(relay) does not speak TLS, or no version of it from 1.2 on; check host and port, give the relay a "
                    + "certificate, or connect without TLS."
            )
        case .refused:
            return ClientError(.connectionLost, "\(relay) takes no more connections for now.")
        case .handshakeInterrupted:
            return ClientError(.connectionLost, "The connection to \(relay) ended in the middle of the TLS handshake.")
        case .truncation:
            return .lost(address)
        case .other(let words):
            return ClientError(.connectionLost, "TLS with \(relay) failed: \(words).")
        }
    }

    private static func refused(
        _ certificate: PresentedCertificate?,
        of relay: String,
        by security: ClientSecurity,
        now: Int
    ) -> ClientError {
        let shown = certificate.map { "\($0.fingerprint)" } ?? "a certificate that cannot be read"
        if case .pins(let pins) = security.trust {
            let pinned = pins.map(\.description).sorted().joined(separator: " or ")
            return ClientError(
                .certificateRefused,
                "\(relay) shows \(shown), and the pin is \(pinned); pin the new one only if the relay's operator "
                    + "confirms that it was changed."
            )
        }
        if let certificate, certificate.notAfter < now {
            return ClientError(
                .certificateNotValidNow,
                "The certificate of \(relay) has expired; ask the relay's operator to renew it, and check this machine's"
                    + " clock."
            )
        }
        if let certificate, certificate.notBefore > now {
            return ClientError(
                .certificateNotValidNow,
                "The certificate of \(relay) is not valid yet; check this machine's clock."
            )
        }
        return ClientError(
            .certificateRefused,
            "No authority that is trusted here vouches for the certificate of \(relay); trust its authority, or "
                + "\(pinning(certificate))."
        )
    }

    /// The names of a certificate; only a few, because they are not trusted.
    private static func naming(_ certificate: PresentedCertificate?) -> String {
        guard let names = certificate?.names.names, !names.isEmpty else { return "" }
        let shown = names.prefix(3).map { name in
            String(name.unicodeScalars.filter { (0x21...0x7E).contains($0.value) }.prefix(100).map(Character.init))
        }
        return " but for \(shown.joined(separator: ", "))" + (names.count > 3 ? " and others" : "")
    }

    /// How to trust a certificate that is the right one.
    private static func pinning(_ certificate: PresentedCertificate?) -> String {
        guard let certificate else { return "pin the certificate that the relay prints when it starts" }
        return "if the relay prints the same fingerprint when it starts, pin it: \(certificate.fingerprint)"
    }

    /// The token would be sent in clear text.
    static func tokenInClear(_ address: RelayAddress) -> ClientError {
        ClientError(
            .tokenInClear,
            "The token is not sent to \(address.endpoint), because others in the network could read it; connect by TLS, "
                + "as in 'tls://\(address.endpoint)/\(address.stream)', or allow tokens in clear."
        )
    }

    /// A relay redirected the client from an encrypted connection to an unencrypted one.
    static func insecureRedirect(_ target: RelayAddress) -> ClientError {
        ClientError(
            .notEncrypted,
            "The relay sends this client on to \(target.endpoint) without TLS; tell its operator to redirect to "
                + "'tls://…', or connect to \(target.endpoint) directly if that is meant."
        )
    }

    /// The address asks for an unencrypted connection, and the settings for TLS.
    static func contradiction(_ address: RelayAddress) -> ClientError {
        ClientError(
            .invalidSecurity,
            "'streamd://' asks for a connection without TLS, and the settings ask for TLS; write "
                + "'tls://\(address.endpoint)/\(address.stream)', or leave out the settings."
        )
    }

    static func unreadableAuthorities(_ security: ClientSecurity) -> ClientError {
        guard case .authorities(let path) = security.trust else {
            return ClientError(
                .invalidSecurity,
                "The authorities that this machine trusts cannot be read; install ca-certificates, or name a file."
            )
        }
        return ClientError(.invalidSecurity, "\(path) cannot be read as certificates of authorities; name a PEM file.")
    }
}
