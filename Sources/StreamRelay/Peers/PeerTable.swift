import NIOCore
import Platform
import StreamProtocol

/// Counts connections, streams and bytes for each address, network and token, and for all together, and applies the
/// limits.
///
/// Its lock is taken when connections, sessions and publishers come and go, for bytes of clients that are not admitted
/// yet, and for a publisher's bytes only if they are limited. It is never taken for the bytes of an admitted viewer.
final class PeerTable: Sendable {
    /// The most refused connections that have time to read the reason. Further ones are closed without a message, so
    /// that a flood holds no descriptors that others need.
    static let maximumLingeringCloses = 1_000

    /// The most accounts of addresses, networks and tokens, about 300 bytes each. All connections of a relay with the
    /// standard limits need at most 60,000; the others belong to clients that left within the last seconds. When the
    /// table is full, unknown addresses are refused.
    static let maximumAccounts = 131_072

    /// The decision on a new connection.
    enum Decision: Hashable {
        case accepted
        /// Its address or network has reached a limit, so the connection may stay only to publish. It counts only once
        /// it publishes.
        ///
        /// - Parameter allowsLingeringClose: Whether the relay waits until the client has read the refusal.
        case publishOnly(ProtocolError, allowsLingeringClose: Bool)
        /// The connection is refused with a message.
        case refused(ProtocolError)
        /// The connection is closed without a message, because too many are being refused.
        case dropped(ProtocolError)
    }

    /// The refused connections of a period.
    struct Refusals: Hashable {
        var count = 0
        /// The address or network with the most refusals.
        var mostFrequent: PeerAddress?
        var mostFrequentCount = 0
    }

    private let state: Mutex<PeerAccounts>
    private let configuration: ConfigurationStore

    /// - Parameter maximumAccounts: See ``maximumAccounts``.
    init(_ configuration: ConfigurationStore, now: NIODeadline, maximumAccounts: Int = PeerTable.maximumAccounts) {
        self.configuration = configuration
        state = Mutex(PeerAccounts(configuration, maximumCount: maximumAccounts, now: now))
    }

    // MARK: Connections

    /// Counts a connection. The registration must be closed also if the connection is refused.
    func open(from peer: SocketAddress?, at now: NIODeadline) -> (Registration, Decision) {
        open(Registration(from: PeerAddress(peer)), at: now)
    }

    /// Counts a connection that a trusted proxy makes for itself. Only the limits of all clients together apply.
    func openForProxy(at now: NIODeadline) -> (Registration, Decision) {
        open(.none, at: now)
    }

    private func open(_ registration: Registration, at now: NIODeadline) -> (Registration, Decision) {
        state.withLock { state in
            var registration = registration
            if let refusal = state.refusalOfAddress(registration, at: now) {
                registration.state = .refused
                state.refusedConnections += 1
                return (
                    registration,
                    .publishOnly(refusal, allowsLingeringClose: state.refusedConnections <= Self.maximumLingeringCloses)
                )
            }
            if let refusal = state.refusalOfAll(registration, at: now) {
                registration.state = .refused
                state.refusedConnections += 1
                return (
                    registration,
                    state.refusedConnections <= Self.maximumLingeringCloses ? .refused(refusal) : .dropped(refusal)
                )
            }
            state.open(registration, at: now)
            registration.state = .counted
            return (registration, .accepted)
        }
    }

    func close(_ registration: Registration) {
        state.withLock { state in
            switch registration.state {
            case .uncounted: break
            case .refused: state.refusedConnections -= 1
            case .counted: state.close(registration)
            }
        }
    }

    /// Counts a session whose hello was accepted.
    ///
    /// A publisher whose address has reached its limit of connections is counted beyond it: an address may have as many
    /// such publishers as it may publish streams.
    ///
    /// - Throws: ``ProtocolError`` where the token's limits are reached, or the address has all those publishers too.
    func admit(
        _ registration: inout Registration,
        _ sharedLimits: Permissions.SharedLimits?,
        as role: Hello.Role,
        at now: NIODeadline
    ) throws(ProtocolError) {
        var admitted = registration
        try state.withLock { state throws(ProtocolError) in
            try state.admit(&admitted, sharedLimits, isViewer: role != .publish, at: now)
        }
        registration = admitted
    }

    /// Takes one of the checks of a publisher's token that an address has beyond its limits.
    func takePublisherCheck(_ registration: Registration, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(registration) { $0.takePublisherCheck(now: now) } }
    }

    /// Takes one of the TLS handshakes that an address has beyond its limits.
    func takeTLSHandshake(_ registration: Registration, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(registration) { $0.takeTLSHandshake(now: now) } }
    }

    /// Takes one of the requests of HTTP that an address has beyond its limits.
    func takeHTTPRequest(_ registration: Registration, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(registration) { $0.takeHTTPRequest(now: now) } }
    }

    // MARK: Streams

    /// Counts a publisher.
    ///
    /// - Parameters:
    ///   - predecessor: Where the stream's last publisher counts, if it still does. A stream counts once for the same
    ///     address and token.
    ///   - isNew: Whether no stream has this name, not even one that is only waited for.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyFromAddress``.
    func beginPublishing(
        _ registration: Registration,
        after predecessor: Registration? = nil,
        isNew: Bool = true
    ) throws(ProtocolError) {
        try state.withLock { state throws(ProtocolError) in
            try state.beginPublishing(registration, after: predecessor, isNew: isNew)
        }
    }

    /// Releases a publisher.
    ///
    /// - Parameter successor: Where the stream's new publisher counts.
    func endPublishing(_ registration: Registration, before successor: Registration? = nil) {
        state.withLock { $0.endPublishing(registration, before: successor) }
    }

    /// Counts a stream that exists because a viewer waits for it.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/tooManyFromAddress``.
    func beginWaiting(_ registration: Registration) throws(ProtocolError) {
        try state.withLock { state throws(ProtocolError) in try state.beginWaiting(registration) }
    }

    /// Counts a stream as one that is waited for: its publisher does not return, and its viewers still wait.
    func convertToWaiting(_ registration: Registration) {
        state.withLock { state in
            state.endPublishing(registration, before: nil)
            state.forEach(registration) { $0.waits += 1 }
        }
    }

    /// Releases a stream that was waited for.
    func endWaiting(_ registration: Registration) {
        state.withLock { $0.forEach(registration) { $0.waits -= 1 } }
    }

    // MARK: Bytes

    /// Charges a publisher's bytes.
    ///
    /// If all publishers together send too much, only those that send more than their fair share are refused. Otherwise
    /// one publisher that floods the relay would end all others.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/rateExceeded``.
    func charge(_ bytes: Int, to registration: Registration, at now: NIODeadline) throws(ProtocolError) {
        guard configuration.boundsBytes || registration.boundsBytes else { return }
        try state.withLock { state throws(ProtocolError) in try state.charge(bytes, to: registration, at: now) }
    }

    /// Charges bytes of a client that is not admitted yet to the credit that all such clients of its address share.
    ///
    /// - Returns: Whether any credit was left.
    func takeControlTraffic(_ bytes: Int, from registration: Registration, at now: NIODeadline) -> Bool {
        state.withLock { $0.allAllow(registration) { $0.takeControlTraffic(bytes, now: now) } }
    }

    // MARK: Housekeeping

    /// Forgets clients that left so long ago that their accounts are as good as new.
    ///
    /// - Returns: The refusals since the last call.
    @discardableResult
    func expire(at now: NIODeadline) -> Refusals { state.withLock { $0.expire(at: now) } }

    /// The number of accounts, for tests.
    var accountCount: Int { state.withLock { $0.count } }

    /// The number of accounts that memory is held for, for tests.
    var accountCapacity: Int { state.withLock { $0.capacity } }
}

extension PeerTable {
    /// A connection's place in the accounts, released when it closes.
    struct Registration: Hashable, Sendable {
        enum State: Hashable {
            /// The connection counts nowhere.
            case uncounted
            /// The connection is being refused, and takes no place.
            case refused
            case counted
        }

        /// Counts nowhere. Only the limits of all clients together apply.
        static let none = Registration(accounts: [])

        /// The accounts of its address, of the networks around it, and then of its token.
        fileprivate(set) var accounts: [PeerAccounts.Key]
        fileprivate(set) var state = State.uncounted
        /// The limits of its token; `nil` before admission, and if the token limits nothing.
        var tokenQuota: RelayLimits.Quota?
        var tokenViewers: Int?
        /// Whether it counts as a viewer of its token.
        var isViewer = false

        fileprivate init(accounts: [PeerAccounts.Key]) {
            self.accounts = accounts
        }

        fileprivate init(from address: PeerAddress) {
            self.init(accounts: address.withNetworks.map(PeerAccounts.Key.address))
        }

        /// Whether its token limits received bytes.
        var boundsBytes: Bool { tokenQuota?.bytesPerSecond != nil }

        /// The address that it counts for; `nil` if no limits by address apply.
        var address: PeerAddress? {
            if case .address(let address)? = accounts.first { address } else { nil }
        }

        /// Counts from now on, also for its token.
        mutating func take(_ sharedLimits: Permissions.SharedLimits?, isViewer: Bool) {
            state = .counted
            guard let sharedLimits else { return }
            accounts.append(.token(sharedLimits.identity))
            tokenQuota = sharedLimits.limits.quota
            tokenViewers = sharedLimits.limits.viewers
            self.isViewer = isViewer
        }
    }
}
