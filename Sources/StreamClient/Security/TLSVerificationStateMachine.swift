/// Whether the relay behind a TLS connection is verified, and what happens to writes until then.
///
/// The value does no I/O. Each event returns the action that ``TLSVerificationHandler`` performs.
struct TLSVerificationStateMachine {
    enum Action: Equatable {
        case none
        /// Pass on the writes that were held.
        case release
        /// Fail the writes that were held, and report the failure.
        case fail(TLSFailure)
        /// Pass on the error; it is not from TLS.
        case forwardError
    }

    private let host: String
    private let checksName: Bool
    /// Whether writes wait, because the relay is not verified yet.
    private(set) var holdsWrites = true

    /// - Parameters:
    ///   - host: The host of the relay's address.
    ///   - checksName: Whether the certificate must contain `host`. The TLS library also accepts a certificate for the
    ///     peer's IP address, even if the host is a name. An attacker who redirects a name to its own address may have
    ///     such a certificate.
    init(host: String, checksName: Bool) {
        self.host = host
        self.checksName = checksName
    }

    /// The TLS library has accepted the relay's certificate.
    mutating func handshakeCompleted(_ certificate: PresentedCertificate?) -> Action {
        guard !checksName || certificate?.names.include(host) ?? false else {
            return .fail(.hostMismatch(certificate))
        }
        holdsWrites = false
        return .release
    }

    /// - Parameter certificate: What the relay presented, if the handshake came so far.
    func errorCaught(_ error: any Error, _ certificate: PresentedCertificate?) -> Action {
        switch TLSFailure(error, isReady: !holdsWrites, certificate: certificate) {
        // The close follows, as it does without TLS.
        case .truncation: .none
        case let failure?: .fail(failure)
        case nil: .forwardError
        }
    }
}
