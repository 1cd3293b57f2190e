import NIOCore
import Platform
import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Admits clients with a valid token, by rules that can change while the relay runs.
public final class TokenAdmission: Admission {
    /// Signatures that may wait to be checked, in the whole relay. Each holds a token of up to 4 KiB; the bound limits
    /// memory and waiting time. Beyond it, clients are asked to retry.
    public static let maximumConcurrentChecks = 1024
    /// Milliseconds after which such a client may retry.
    private static let retryAfter: UInt32 = 1_000

    private let rules: Mutex<AccessRules>
    private let checks = Atomic<Int>(0)
    private let maximumConcurrentChecks: Int
    private let clock: @Sendable () -> Date

    /// - Parameter clock: Returns the time, for tokens that expire.
    public convenience init(_ rules: AccessRules, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.init(rules, maximumConcurrentChecks: Self.maximumConcurrentChecks, clock: clock)
    }

    init(_ rules: AccessRules, maximumConcurrentChecks: Int, clock: @escaping @Sendable () -> Date) {
        self.rules = Mutex(rules)
        self.maximumConcurrentChecks = maximumConcurrentChecks
        self.clock = clock
    }

    /// Applies `rules` from now on. Clients that were admitted stay.
    public func apply(_ rules: AccessRules) {
        self.rules.withLock { $0 = rules }
    }

    /// Decides at once, except for web tokens, whose signatures are checked in a task.
    public func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
        let rules = rules.withLock(\.self)
        do {
            switch try rules.decide(credentials, at: clock()) {
            case .admitted(let permissions): return eventLoop.makeSucceededFuture(permissions)
            case .signed(let token): return try check(token, rules, on: eventLoop)
            }
        } catch {
            return eventLoop.makeFailedFuture(error)
        }
    }

    /// Checks a signature outside of the event loop, so that the loop's viewers do not wait for it.
    private func check(
        _ token: AccessToken,
        _ rules: AccessRules,
        on eventLoop: any EventLoop
    ) throws(ProtocolError) -> EventLoopFuture<Permissions> {
        guard checks.add(1, ordering: .relaxed).newValue <= maximumConcurrentChecks else {
            checks.subtract(1, ordering: .relaxed)
            throw ProtocolError(
                .overloaded,
                "This relay has too many tokens to check; come back in a moment.",
                retryAfter: Self.retryAfter
            )
        }
        let now = clock()
        return eventLoop.makeFutureWithTask { [self] in
            defer { checks.subtract(1, ordering: .relaxed) }
            return try await rules.verify(token, at: now).permissions
        }
    }
}
