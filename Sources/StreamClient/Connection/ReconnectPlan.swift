import NIOCore
import StreamProtocol

/// What to do when a connection could not be made or was lost: come back, go elsewhere, or give up.
struct ReconnectPlan {
    /// Redirects in a row that are followed. A well-run site needs one or two; more is a circle.
    static let redirects = 5

    enum Decision {
        case retry(after: Duration)
        /// Another relay, at once.
        case follow(RelayAddress)
        case giveUp(any Error)
    }

    /// Where to connect next.
    private(set) var address: RelayAddress
    /// Whether any relay has welcomed this client yet.
    private(set) var hasBeenWelcomed = false

    private let home: RelayAddress
    private let isPatient: Bool
    private var backoff: Backoff
    private var welcomedAt: NIODeadline?
    private var hops = 0

    /// - Parameter isPatient: Whether to go on trying where the very first attempt fails.
    init(_ address: RelayAddress, backoff: Backoff, isPatient: Bool) {
        self.address = address
        self.home = address
        self.backoff = backoff
        self.isPatient = isPatient
    }

    /// A relay has welcomed this client.
    mutating func welcomed(at now: NIODeadline) {
        hasBeenWelcomed = true
        welcomedAt = now
        hops = 0
    }

    /// The attempt failed, or the connection was lost.
    mutating func failed(
        _ error: ClientError,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> Decision {
        let lasted = welcomedAt.map { Duration(now - $0) }
        welcomedAt = nil
        if let ending = error.ending, ending.code == .redirect, let target = ending.redirect {
            return follow(target)
        }
        address = home
        if let final = finalError(error) { return .giveUp(final) }
        let requested = Duration.milliseconds(Int64(error.ending?.retryAfter ?? 0))
        return .retry(after: backoff.next(afterConnectionOf: lasted, requested: requested, using: &generator))
    }

    private mutating func follow(_ target: String) -> Decision {
        hops += 1
        guard hops <= Self.redirects else {
            return .giveUp(
                ClientError(
                    .redirectLoop,
                    "Relays sent this client on \(hops) times in a row, the last time to '\(target)'; "
                        + "check which relay serves the stream."
                )
            )
        }
        do {
            var next = try RelayAddress(target, defaultStream: address.stream)
            guard address.scheme != .tls || next.scheme != .streamd else { throw ClientError.insecureRedirect(next) }
            next.scheme = next.scheme ?? address.scheme
            address = next
            return .follow(address)
        } catch {
            return .giveUp(error)
        }
    }

    /// Whether only a person can help: the wrong relay may be asking for the token.
    private static func isForGood(_ code: ClientError.Code) -> Bool {
        [.certificateRefused, .notEncrypted, .tokenInClear, .invalidSecurity].contains(code)
    }

    /// What trying again cannot help.
    private func finalError(_ error: ClientError) -> (any Error)? {
        if let ending = error.ending {
            return ending.isRetryable && ending.code != .replaced ? nil : ending
        }
        if Self.isForGood(error.code) { return error }
        if hasBeenWelcomed { return nil }
        return !isPatient || error.code == .protocolViolation ? error : nil
    }
}
