import NIOCore
import StreamProtocol
import Synchronization

/// Who is connected how often, and who sends how much: what the limits for an address, a network, a token and for all
/// together count.
///
/// Its lock is taken when connections, sessions and publishers come and go, for what clients send before they are
/// admitted, and for what a publisher sends only where that is limited. Never for what an admitted viewer sends.
final class PeerTable: Sendable {
    /// How many who are turned away may be told why at the same time. More are closed without a word: a flood must
    /// not hold descriptors that others need.
    static let farewells = 1_000

    /// Accounts of addresses, networks and tokens at the same time, about 300 bytes each. All connections of a relay with
    /// the standard limits need 60,000 at most; the others have left within the last seconds. Where there are as many,
    /// addresses that are not known are turned away.
    static let maximumAccounts = 131_072

    /// What becomes of a new connection.
    enum Verdict: Hashable {
        case stays
        /// Its address or network has reached a limit, so that it may stay only to publish. It takes no place until then.
        ///
        /// - Parameter isTold: Whether there is time to wait until the client has read why it must go.
        case publishesOnly(ProtocolError, isTold: Bool)
        /// It may not stay, and is told why.
        case refused(ProtocolError)
        /// It may not stay, and there are too many to tell them why.
        case dropped(ProtocolError)
    }

    /// Who was turned away in a while.
    struct Refusals: Hashable {
        var count = 0
        /// The address or network that was turned away most often.
        var most: PeerAddress?
        var ofMost = 0
    }

    private let state: Mutex<PeerAccounts>
    /// Whether what publishers send is counted at all; asked for every read, so it is not behind the lock.
    private let charges: Atomic<Bool>

    /// - Parameter maximumAccounts: See ``maximumAccounts``.
    init(limits: RelayLimits, now: NIODeadline, maximumAccounts: Int = PeerTable.maximumAccounts) {
        charges = Atomic(limits.boundsBytes)
        state = Mutex(PeerAccounts(limits: limits, maximumCount: maximumAccounts, now: now))
    }

    /// Other limits hold from now on; nobody who is connected is thrown out.
    func apply(_ limits: RelayLimits) {
        state.withLock { $0.limits = limits }
        charges.store(limits.boundsBytes, ordering: .relaxed)
    }

    // MARK: Connections

    /// Counts a connection in. Its seat must be given back also where it may not stay.
    func open(from peer: SocketAddress?, at now: NIODeadline) -> (Seat, Verdict) {
        open(Seat(from: PeerAddress(peer)), at: now)
    }

    /// Counts a connection in that a trusted proxy makes for itself: only the limits for all hold for it.
    func openForProxy(at now: NIODeadline) -> (Seat, Verdict) {
        open(.none, at: now)
    }

    private func open(_ seat: Seat, at now: NIODeadline) -> (Seat, Verdict) {
        state.withLock { state in
            var seat = seat
            if let refusal = state.refusalOfAddress(seat, at: now) {
                seat.state = .leaving
                state.leaving += 1
                return (seat, .publishesOnly(refusal, isTold: state.leaving <= Self.farewells))
            }
            if let refusal = state.refusalOfAll(seat, at: now) {
                seat.state = .leaving
                state.leaving += 1
                return (seat, state.leaving <= Self.farewells ? .refused(refusal) : .dropped(refusal))
            }
            state.open(seat, at: now)
            seat.state = .taken
            return (seat, .stays)
        }
    }

    func close(_ seat: Seat) {
        state.withLock { state in
            switch seat.state {
            case .uncounted: break
            case .leaving: state.leaving -= 1
            case .taken: state.close(seat)
            }
        }
    }

    /// Counts a session in whose hello was accepted.
    ///
    /// A publisher whose address has reached its limit of connections, by viewers or by others, is counted beside it:
    /// as many publishers may be there as the address may publish streams.
    ///
    /// - Throws: ``ProtocolError`` where the token's limits are reached, or the address has all those publishers too.
    func admit(
        _ seat: inout Seat,
        _ allowance: Pass.Allowance?,
        as role: Hello.Role,
        at now: NIODeadline
    ) throws(ProtocolError) {
        var admitted = seat
        try state.withLock { state throws(ProtocolError) in
            try state.admit(&admitted, allowance, isViewer: role != .publish, at: now)
        }
        seat = admitted
    }

    /// Takes one of the checks of a publisher's token that an address has beyond its limits.
    func mayCheckPublisher(_ seat: Seat, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(seat) { $0.mayCheckPublisher(now: now) } }
    }

    /// Takes one of the TLS handshakes that an address has beyond its limits.
    func mayShakeHands(_ seat: Seat, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(seat) { $0.mayShakeHands(now: now) } }
    }

    /// Takes one of the requests of HTTP that an address has beyond its limits.
    func mayRequest(_ seat: Seat, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(seat) { $0.mayRequest(now: now) } }
    }

    // MARK: Streams

    /// Counts a publisher in.
    ///
    /// - Parameters:
    ///   - predecessor: Where the stream was published from before, if it still counts there: from the same address and
    ///     with the same token it counts once.
    ///   - isNew: Whether there is no stream of this name, not even one that is waited for.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyFromAddress``.
    func beginPublishing(_ seat: Seat, after predecessor: Seat? = nil, isNew: Bool = true) throws(ProtocolError) {
        try state.withLock { state throws(ProtocolError) in
            try state.beginPublishing(seat, after: predecessor, isNew: isNew)
        }
    }

    /// Counts a publisher out.
    ///
    /// - Parameter successor: Where the stream is published from now.
    func endPublishing(_ seat: Seat, before successor: Seat? = nil) {
        state.withLock { $0.endPublishing(seat, before: successor) }
    }

    /// Counts a stream in that exists because a viewer waits for it.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyFromAddress``.
    func beginWaiting(_ seat: Seat) throws(ProtocolError) {
        try state.withLock { state throws(ProtocolError) in try state.beginWaiting(seat) }
    }

    /// Counts a stream, whose publisher does not come back but whose viewers still wait, as one that is waited for.
    func publisherStaysAway(_ seat: Seat) {
        state.withLock { state in
            state.endPublishing(seat, before: nil)
            state.forEach(seat) { $0.waits += 1 }
        }
    }

    /// Counts a stream out that was waited for.
    func endWaiting(_ seat: Seat) {
        state.withLock { $0.forEach(seat) { $0.waits -= 1 } }
    }

    // MARK: Bytes

    /// Charges what a publisher sent.
    ///
    /// Where all publishers together send too much, those are refused who send more than their part of it: otherwise
    /// one who floods the relay would have everybody thrown out.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    func charge(_ bytes: Int, to seat: Seat, at now: NIODeadline) throws(ProtocolError) {
        guard charges.load(ordering: .relaxed) || seat.boundsBytes else { return }
        try state.withLock { state throws(ProtocolError) in try state.charge(bytes, to: seat, at: now) }
    }

    /// Charges what a client sent that is not admitted yet to what all such clients of its address share.
    ///
    /// - Returns: Whether anything was left of that.
    func mayChat(_ bytes: Int, from seat: Seat, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(seat) { $0.mayChat(bytes, now: now) } }
    }

    // MARK: Housekeeping

    /// Forgets who has been gone for long enough that nothing speaks against a new start.
    ///
    /// - Returns: Who was turned away since the last time.
    @discardableResult
    func tidy(at now: NIODeadline) -> Refusals { state.withLock { $0.tidy(at: now) } }

    /// Accounts that are kept, for tests.
    var accountCount: Int { state.withLock { $0.count } }
}

extension PeerTable {
    /// A connection's place, given back when it closes.
    struct Seat: Hashable, Sendable {
        enum State: Hashable {
            /// It counts nowhere.
            case uncounted
            /// It takes no place from anybody, but is not gone yet.
            case leaving
            case taken
        }

        /// Counts nowhere, and has no limits but those for all.
        static let none = Seat(accounts: [])

        /// Where it counts: its address, the networks around it, and then its token.
        fileprivate(set) var accounts: [PeerAccounts.Key]
        fileprivate(set) var state = State.uncounted
        /// What its token may take; `nil` before a session is admitted, and where the token bounds nothing.
        var tokenShare: RelayLimits.Share?
        var tokenViewers: Int?
        /// Whether it counts as a viewer of its token.
        var isViewer = false

        fileprivate init(accounts: [PeerAccounts.Key]) {
            self.accounts = accounts
        }

        fileprivate init(from address: PeerAddress) {
            self.init(accounts: address.withNetworks.map(PeerAccounts.Key.address))
        }

        /// Whether what is received is bounded by its token.
        var boundsBytes: Bool { tokenShare?.bytesPerSecond != nil }

        /// The address that it counts for; `nil` for one without limits by address.
        var address: PeerAddress? {
            if case .address(let address)? = accounts.first { address } else { nil }
        }

        /// It takes a place from now on, and counts for its token.
        mutating func take(_ allowance: Pass.Allowance?, isViewer: Bool) {
            state = .taken
            guard let allowance else { return }
            accounts.append(.token(allowance.identity))
            tokenShare = allowance.limits.share
            tokenViewers = allowance.limits.viewers
            self.isViewer = isViewer
        }
    }
}

extension RelayLimits {
    fileprivate var boundsBytes: Bool { all.bytesPerSecond != nil || perAddress.bytesPerSecond != nil }
}
