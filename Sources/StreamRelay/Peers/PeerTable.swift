import NIOCore
import StreamProtocol
import Synchronization

/// Who is connected how often, and who sends how much: what the limits for an address and for all addresses count.
///
/// Its lock is taken when connections and publishers come and go, and for what a publisher sends only where that is
/// limited.
final class PeerTable: Sendable {
    /// How many who are turned away may be told why at the same time. More are closed without a word: a flood must
    /// not hold descriptors that others need.
    static let farewells = 1_000

    /// A connection's place, given back when it closes.
    struct Seat: Hashable, Sendable {
        fileprivate let address: PeerAddress
        /// One who is turned away takes no place from anybody.
        fileprivate let isTaken: Bool
    }

    /// What becomes of a new connection.
    enum Verdict: Hashable {
        case stays
        /// It may not stay, and is told why.
        case refused(ProtocolError)
        /// It may not stay, and there are too many to tell them why.
        case dropped(ProtocolError)
    }

    /// Who was turned away in a while.
    struct Refusals: Hashable {
        var count = 0
        /// The address that was turned away most often.
        var most: PeerAddress?
        var ofMost = 0
    }

    private struct State {
        var limits: RelayLimits
        var all: PeerAccount
        var accounts: [PeerAddress: PeerAccount] = [:]
        /// Who is being turned away now.
        var leaving = 0
        /// Addresses that publish.
        var publishing = 0
    }

    private let state: Mutex<State>
    /// Whether what publishers send is counted at all; asked for every read, so it is not behind the lock.
    private let charges: Atomic<Bool>

    init(limits: RelayLimits, now: NIODeadline) {
        charges = Atomic(limits.boundsBytes)
        state = Mutex(State(limits: limits, all: PeerAccount(limits.all, now: now)))
    }

    /// Other limits hold from now on; nobody who is connected is thrown out.
    func apply(_ limits: RelayLimits) {
        state.withLock { $0.limits = limits }
        charges.store(limits.boundsBytes, ordering: .relaxed)
    }

    /// Counts a connection in. Its seat must be given back also where it may not stay.
    func open(from peer: SocketAddress?, at now: NIODeadline) -> (Seat, Verdict) {
        let address = PeerAddress(peer)
        return state.withLock { state in
            var account = state.accounts[address] ?? PeerAccount(state.limits.perAddress, now: now)
            defer { state.accounts[address] = account }
            guard let refusal = Self.refusal(of: &account, &state.all, state.limits, now: now) else {
                account.connections += 1
                state.all.connections += 1
                return (Seat(address: address, isTaken: true), .stays)
            }
            account.refusals += 1
            state.leaving += 1
            let isTold = state.leaving <= Self.farewells
            return (Seat(address: address, isTaken: false), isTold ? .refused(refusal) : .dropped(refusal))
        }
    }

    private static func refusal(
        of account: inout PeerAccount,
        _ all: inout PeerAccount,
        _ limits: RelayLimits,
        now: NIODeadline
    ) -> ProtocolError? {
        // One address is looked at first, so that one who is refused takes nothing from all.
        guard account.connections < limits.perAddress.connections else {
            return .tooManyFromAddress(connections: limits.perAddress.connections)
        }
        guard account.mayOpen(limits.perAddress, now: now) else { return .connectingTooFast }
        guard all.connections < limits.all.connections else { return .tooMany(connections: limits.all.connections) }
        return all.mayOpen(limits.all, now: now) ? nil : .connectingTooFast
    }

    func close(_ seat: Seat) {
        state.withLock { state in
            if seat.isTaken {
                state.all.connections -= 1
                state.accounts[seat.address]?.connections -= 1
            } else {
                state.leaving -= 1
            }
        }
    }

    /// Counts a publisher in.
    ///
    /// - Parameter predecessor: Where the stream was published from before, if it still counts there: from the same
    ///   address it counts once.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyFromAddress``.
    func beginPublishing(_ seat: Seat, after predecessor: Seat? = nil) throws(ProtocolError) {
        guard predecessor?.address != seat.address else { return }
        try state.withLock { state throws(ProtocolError) in
            let limit = state.limits.perAddress.streams
            guard let account = state.accounts[seat.address], account.streams < limit else {
                throw .tooManyFromAddress(streams: limit)
            }
            state.accounts[seat.address]?.streams += 1
            if account.streams == 0 { state.publishing += 1 }
        }
    }

    /// Counts a publisher out.
    ///
    /// - Parameter successor: Where the stream is published from now.
    func endPublishing(_ seat: Seat, before successor: Seat? = nil) {
        guard successor?.address != seat.address else { return }
        state.withLock { state in
            state.accounts[seat.address]?.streams -= 1
            if state.accounts[seat.address]?.streams == 0 { state.publishing -= 1 }
        }
    }

    /// Charges what a publisher sent.
    ///
    /// Where all publishers together send too much, those are refused who send more than their part of it: otherwise
    /// one who floods the relay would have everybody thrown out.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    func charge(_ bytes: Int, to seat: Seat, at now: NIODeadline) throws(ProtocolError) {
        guard charges.load(ordering: .relaxed) else { return }
        try state.withLock { state throws(ProtocolError) in
            let limits = state.limits
            guard var account = state.accounts[seat.address] else { return }
            defer { state.accounts[seat.address] = account }
            guard account.maySend(bytes, limits.perAddress, now: now) else {
                throw .sendingTooMuch(limits.perAddress.bytesPerSecond, who: "an address")
            }
            guard let rate = limits.all.bytesPerSecond else { return }
            let keepsToShare = account.keepsToShare(bytes, of: rate, among: state.publishing, now: now)
            guard !state.all.maySend(bytes, limits.all, now: now) else { return }
            guard keepsToShare else { throw .sendingTooMuch(rate, who: "all publishers together") }
            state.all.owe(bytes)
        }
    }

    /// Charges what somebody sent who does not publish.
    ///
    /// - Parameter isLetIn: One who is goes on, whatever others at the address do; what it says is at the cost of those
    ///   who come after it.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    func chat(_ bytes: Int, from seat: Seat, isLetIn: Bool, at now: NIODeadline) throws(ProtocolError) {
        let isBearable = state.withLock { state in
            guard !isLetIn else {
                state.accounts[seat.address]?.chatted(bytes)
                return true
            }
            return state.accounts[seat.address]?.mayChat(bytes, now: now) ?? true
        }
        guard isBearable else { throw .talkingTooMuch }
    }

    /// Forgets who has been gone for long enough that nothing speaks against a new start.
    ///
    /// - Returns: Who was turned away since the last time.
    @discardableResult
    func tidy(at now: NIODeadline) -> Refusals {
        state.withLock { state in
            let limits = state.limits.perAddress
            var refusals = Refusals()
            for (address, var account) in state.accounts {
                refusals.count += account.refusals
                if account.refusals > refusals.ofMost {
                    refusals.most = address
                    refusals.ofMost = account.refusals
                }
                account.refusals = 0
                state.accounts[address] = account.isForgettable(limits, now: now) ? nil : account
            }
            return refusals
        }
    }
}

extension RelayLimits {
    fileprivate var boundsBytes: Bool { all.bytesPerSecond != nil || perAddress.bytesPerSecond != nil }
}
