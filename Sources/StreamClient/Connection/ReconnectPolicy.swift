import NIOCore
import StreamProtocol

/// Decides after a failed connection whether to retry, to follow a redirect, or to fail.
struct ReconnectPolicy {
    /// Redirects in a row that are followed. A site needs one or two; more is a loop.
    static let maximumRedirects = 5

    enum Decision {
        case retry(after: Duration)
        /// Connect to another relay.
        case redirect(RelayAddress, after: Duration)
        case fail(ClientError)
    }

    /// Where to connect next.
    private(set) var address: RelayAddress
    /// Whether any relay has welcomed this client yet.
    private(set) var hasBeenWelcomed = false

    private let initialAddress: RelayAddress
    private let retriesFirstAttempt: Bool
    private let followsNextStream: Bool
    private var backoff: Backoff
    private var welcomedAt: NIODeadline?
    private var redirectCount = 0
    /// Whether a connection has ended with a redirect, and none has lasted for ``Backoff/stableAfter`` since.
    private var wasRedirectedEarly = false

    /// - Parameters:
    ///   - retriesFirstAttempt: Whether to retry if the very first attempt fails.
    ///   - followsNextStream: Whether to wait for the next stream of the same name when a stream has ended.
    init(_ address: RelayAddress, backoff: Backoff, retriesFirstAttempt: Bool, followsNextStream: Bool = false) {
        self.address = address
        self.initialAddress = address
        self.backoff = backoff
        self.retriesFirstAttempt = retriesFirstAttempt
        self.followsNextStream = followsNextStream
    }

    /// A relay has welcomed this client.
    mutating func welcomed(at now: NIODeadline) {
        hasBeenWelcomed = true
        welcomedAt = now
        redirectCount = 0
    }

    /// The attempt failed, or the connection was lost.
    ///
    /// - Parameter retriesAnyway: Whether to retry also where the relay says that it does not help, because the next hello
    ///   is another.
    mutating func failed(
        _ error: ClientError,
        retriesAnyway: Bool = false,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Decision {
        let lasted = welcomedAt.map { Duration(now - $0) }
        welcomedAt = nil
        if let lasted, lasted >= backoff.stableAfter { wasRedirectedEarly = false }
        if let ending = error.ending, ending.code == .redirect, let target = ending.redirect {
            return redirect(target, after: pause(beforeRedirectAfter: lasted, using: &generator))
        }
        address = initialAddress
        if !retriesAnyway, let final = permanentError(error) { return .fail(final) }
        let requested = Duration.milliseconds(Int64(error.ending?.retryAfter ?? 0))
        return .retry(after: backoff.next(afterConnectionOf: lasted, requested: requested, using: &generator))
    }

    /// A relay that drains welcomes a client and redirects it later. Relays that do both again and again would keep the
    /// client busy, and themselves.
    ///
    /// - Parameter lasted: How long the connection lasted; `nil` for a redirect in place of a welcome.
    private mutating func pause(
        beforeRedirectAfter lasted: Duration?,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        guard let lasted else { return .zero }
        defer { wasRedirectedEarly = true }
        return wasRedirectedEarly ? backoff.next(afterConnectionOf: lasted, using: &generator) : .zero
    }

    private mutating func redirect(_ target: String, after pause: Duration) -> Decision {
        redirectCount += 1
        guard redirectCount <= Self.maximumRedirects else {
            return .fail(
                ClientError(
                    .redirectLoop,
                    "Relays sent this client on \(redirectCount) times in a row, the last time to '\(target)'; "
                        + "check which relay serves the stream."
                )
            )
        }
        do throws(ClientError) {
            var next = try RelayAddress(target, defaultStream: address.stream)
            guard address.scheme != .tls || next.scheme != .streamd else { throw ClientError.insecureRedirect(next) }
            next.scheme = next.scheme ?? address.scheme
            address = next
            return .redirect(address, after: pause)
        } catch {
            return .fail(error)
        }
    }

    /// Whether only a person can help. The wrong relay may be asking for the token.
    private static func isPermanent(_ code: ClientError.Code) -> Bool {
        [.certificateRefused, .certificateNotValidNow, .notEncrypted, .tokenInClear, .invalidSecurity].contains(code)
    }

    /// The error to fail with if a retry cannot help.
    private func permanentError(_ error: ClientError) -> ClientError? {
        if let ending = error.ending {
            if followsNextStream, ending.code == .endOfStream { return nil }
            let mayHelp = ending.isRetryable && ending.code != .replaced && ending.code != .endOfStream
            return mayHelp && (retriesFirstAttempt || hasBeenWelcomed) ? nil : error
        }
        if Self.isPermanent(error.code) { return error }
        if hasBeenWelcomed { return nil }
        return !retriesFirstAttempt || error.code == .protocolViolation ? error : nil
    }
}
