import NIOCore
import StreamProtocol
import Synchronization

/// Who is connected how often, and who sends how much: what the limits for an address and for all addresses count.
///
/// Its lock is taken when connections and publishers come and go, and for what a peer sends only where that is limited.
final class PeerTable: Sendable {
    /// A connection's place, given back when it closes.
    struct Seat: Hashable, Sendable {
        fileprivate let address: PeerAddress
    }

    private struct Account {
        var connections = 0
        var streams = 0
        var opening: RateLimit
        var sending: RateLimit

        init(_ limits: RelayLimits.Share, now: NIODeadline) {
            opening = RateLimit(burst: limits.connections, now: now)
            sending = RateLimit(burst: limits.bytesPerSecond ?? 0, now: now)
        }

        mutating func mayOpen(_ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
            opening.take(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
        }

        mutating func maySend(_ bytes: Int, _ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
            guard let rate = limits.bytesPerSecond else { return true }
            return sending.take(bytes, rate: rate, burst: rate, now: now)
        }

        mutating func isForgettable(_ limits: RelayLimits.Share, now: NIODeadline) -> Bool {
            let rate = limits.bytesPerSecond ?? 0
            return connections == 0
                && opening.isFull(rate: limits.connectionsPerSecond, burst: limits.connections, now: now)
                && sending.isFull(rate: rate, burst: rate, now: now)
        }
    }

    private struct State {
        var limits: RelayLimits
        var all: Account
        var accounts: [PeerAddress: Account] = [:]
    }

    private let state: Mutex<State>
    /// Whether what peers send is counted at all; asked for every read, so it is not behind the lock.
    private let charges: Atomic<Bool>

    init(limits: RelayLimits, now: NIODeadline) {
        charges = Atomic(limits.boundsBytes)
        state = Mutex(State(limits: limits, all: Account(limits.all, now: now)))
    }

    /// Other limits hold from now on; nobody who is connected is thrown out.
    func apply(_ limits: RelayLimits) {
        state.withLock { $0.limits = limits }
        charges.store(limits.boundsBytes, ordering: .relaxed)
    }

    /// Counts a connection in. Its seat must be given back also where it is refused.
    ///
    /// - Returns: Why it may not stay, or `nil`.
    func open(from peer: SocketAddress?, at now: NIODeadline) -> (Seat, refusal: ProtocolError?) {
        let address = PeerAddress(peer)
        let refusal: ProtocolError? = state.withLock { state in
            let limits = state.limits
            var account = state.accounts[address] ?? Account(limits.perAddress, now: now)
            defer { state.accounts[address] = account }
            account.connections += 1
            state.all.connections += 1
            guard state.all.connections <= limits.all.connections else {
                return .tooMany(connections: limits.all.connections)
            }
            guard account.connections <= limits.perAddress.connections else {
                return .tooManyFromAddress(connections: limits.perAddress.connections)
            }
            guard account.mayOpen(limits.perAddress, now: now), state.all.mayOpen(limits.all, now: now) else {
                return .connectingTooFast
            }
            return nil
        }
        return (Seat(address: address), refusal)
    }

    func close(_ seat: Seat) {
        state.withLock { state in
            state.all.connections -= 1
            state.accounts[seat.address]?.connections -= 1
        }
    }

    /// Counts a publisher in.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyFromAddress``.
    func beginPublishing(_ seat: Seat) throws(ProtocolError) {
        try state.withLock { state throws(ProtocolError) in
            let limit = state.limits.perAddress.streams
            guard let account = state.accounts[seat.address], account.streams < limit else {
                throw .tooManyFromAddress(streams: limit)
            }
            state.accounts[seat.address]?.streams += 1
        }
    }

    func endPublishing(_ seat: Seat) {
        state.withLock { $0.accounts[seat.address]?.streams -= 1 }
    }

    /// Charges what a peer sent.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    func charge(_ bytes: Int, to seat: Seat, at now: NIODeadline) throws(ProtocolError) {
        guard charges.load(ordering: .relaxed) else { return }
        try state.withLock { state throws(ProtocolError) in
            let limits = state.limits
            guard state.accounts[seat.address]?.maySend(bytes, limits.perAddress, now: now) ?? true else {
                throw .sendingTooMuch(limits.perAddress.bytesPerSecond, who: "an address")
            }
            guard state.all.maySend(bytes, limits.all, now: now) else {
                throw .sendingTooMuch(limits.all.bytesPerSecond, who: "all publishers together")
            }
        }
    }

    /// Forgets who has been gone for long enough that nothing speaks against a new start.
    func tidy(at now: NIODeadline) {
        state.withLock { state in
            let limits = state.limits.perAddress
            for (address, var account) in state.accounts where account.isForgettable(limits, now: now) {
                state.accounts[address] = nil
            }
        }
    }
}

extension RelayLimits {
    fileprivate var boundsBytes: Bool { all.bytesPerSecond != nil || perAddress.bytesPerSecond != nil }
}

extension ProtocolError {
    fileprivate static func tooMany(connections: Int) -> ProtocolError {
        ProtocolError(.tooManyConnections, "This relay has all the \(connections) connections it may have.")
    }

    fileprivate static func tooManyFromAddress(connections: Int) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "Your address has all the \(connections) connections it may have here; close some."
        )
    }

    fileprivate static func tooManyFromAddress(streams: Int) -> ProtocolError {
        ProtocolError(
            .tooManyFromAddress,
            "Your address publishes all the \(streams) streams it may publish here; end one."
        )
    }

    fileprivate static var connectingTooFast: ProtocolError {
        ProtocolError(
            .connectingTooFast,
            "Connections come faster than this relay takes them; come back in a moment.",
            retryAfter: 1_000
        )
    }

    fileprivate static func sendingTooMuch(_ limit: Int?, who: String) -> ProtocolError {
        ProtocolError(
            .rateExceeded,
            "This relay takes \(limit ?? 0) bytes a second from \(who); lower the bit rate."
        )
    }
}
