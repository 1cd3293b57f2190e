import NIOCore
import StreamProtocol
import StreamRelay
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Admits who shows a valid token, by rules that can change while the relay runs.
public final class TokenAdmission: Admission {
    /// Signatures that may wait to be checked at once, in the whole relay. Each holds a token of up to 4 KiB; the
    /// bound is there for memory and so that nobody waits long. Beyond it, clients are told to come back.
    public static let checksAtOnce = 1024
    /// Milliseconds after which whoever was turned away for that may come back.
    private static let retryAfter: UInt32 = 1_000

    private let rules: Mutex<AccessRules>
    private let checks = Atomic<Int>(0)
    private let checksAtOnce: Int
    private let clock: @Sendable () -> Date

    /// - Parameter clock: Says what time it is, for tokens that expire.
    public convenience init(_ rules: AccessRules, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.init(rules, checksAtOnce: Self.checksAtOnce, clock: clock)
    }

    init(_ rules: AccessRules, checksAtOnce: Int, clock: @escaping @Sendable () -> Date) {
        self.rules = Mutex(rules)
        self.checksAtOnce = checksAtOnce
        self.clock = clock
    }

    /// From now on `rules` hold. Who was admitted stays.
    public func apply(_ rules: AccessRules) {
        self.rules.withLock { $0 = rules }
    }

    public func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Pass> {
        let rules = rules.withLock(\.self)
        do {
            switch try rules.decide(credentials, at: clock()) {
            case .admitted(let pass): return eventLoop.makeSucceededFuture(pass)
            case .signed(let token): return try check(token, rules, on: eventLoop)
            }
        } catch {
            return eventLoop.makeFailedFuture(error)
        }
    }

    /// Checks a signature away from the event loop, whose viewers must not wait for it.
    private func check(
        _ token: AccessToken,
        _ rules: AccessRules,
        on eventLoop: any EventLoop
    ) throws(ProtocolError) -> EventLoopFuture<Pass> {
        guard checks.add(1, ordering: .relaxed).newValue <= checksAtOnce else {
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
            return try await rules.facts(of: token, at: now).pass
        }
    }
}
