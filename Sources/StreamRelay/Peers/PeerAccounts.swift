import NIOCore
import StreamProtocol

/// The accounts behind the lock of a ``PeerTable``.
struct PeerAccounts {
    /// The owner of an account.
    enum Key: Hashable, Sendable {
        case address(PeerAddress)
        /// The identity of a token that has limits of its own.
        case token(String)
    }

    typealias Registration = PeerTable.Registration

    private let configuration: ConfigurationStore
    private var limits: RelayLimits { configuration.limits }
    /// Connections that are being refused now.
    var refusedConnections = 0
    private var all: PeerAccount
    private var accounts: [Key: PeerAccount] = [:]
    /// Addresses that publish.
    private var publishing = 0
    private let maximumCount: Int

    init(_ configuration: ConfigurationStore, maximumCount: Int, now: NIODeadline) {
        self.configuration = configuration
        self.maximumCount = maximumCount
        all = PeerAccount(configuration.limits.all, now: now)
    }

    var count: Int { accounts.count }
    var capacity: Int { accounts.capacity }

    private func quota(of key: Key, _ registration: Registration) -> RelayLimits.Quota {
        switch key {
        case .address(let address): limits.quota(of: address)
        case .token: registration.tokenQuota ?? limits.all
        }
    }

    /// Finds the account or makes it.
    private mutating func with<Result>(
        _ key: Key,
        _ quota: RelayLimits.Quota,
        at now: NIODeadline,
        _ body: (inout PeerAccount) -> Result
    ) -> Result {
        body(&accounts[key, default: PeerAccount(quota, now: now)])
    }

    /// Changes the existing accounts of the registration.
    mutating func forEach(_ registration: Registration, _ body: (inout PeerAccount) -> Void) {
        for key in registration.accounts {
            guard var account = accounts[key] else { continue }
            body(&account)
            accounts[key] = account
        }
    }

    /// Asks the accounts of the registration, the address before the networks around it, until one refuses.
    mutating func allAllow(_ registration: Registration, _ ask: (inout PeerAccount) -> Bool) -> Bool {
        registration.accounts.allSatisfy { key in
            guard var account = accounts[key] else { return true }
            defer { accounts[key] = account }
            return ask(&account)
        }
    }

    // MARK: Connections

    /// Whether the address, or a network around it, has reached a limit. A refused connection takes nothing, not even
    /// an account of its own if its network is full.
    mutating func refusalOfAddress(_ registration: Registration, at now: NIODeadline) -> ProtocolError? {
        for key in registration.accounts.reversed() {
            guard var account = accounts[key] else { continue }
            let quota = quota(of: key, registration)
            let isFull = account.connections >= quota.connections
            guard isFull || !account.mayOpen(quota, now: now) else { continue }
            account.refusals += 1
            accounts[key] = account
            return isFull ? .tooManyFromAddress(connections: quota.connections, key) : .connectingTooFast
        }
        // A new address has all its credit, but its limit may be zero.
        for key in registration.accounts where accounts[key] == nil && quota(of: key, registration).connections < 1 {
            return .tooManyFromAddress(connections: 0, key)
        }
        return nil
    }

    /// Whether all clients together have reached a limit.
    mutating func refusalOfAll(_ registration: Registration, at now: NIODeadline) -> ProtocolError? {
        let hasRoom =
            accounts.count + registration.accounts.count <= maximumCount
            || registration.accounts.allSatisfy { accounts[$0] != nil }
        var refusal: ProtocolError?
        if !hasRoom {
            refusal = .tooManyAddresses
        } else if all.connections >= limits.all.connections {
            refusal = .tooMany(connections: limits.all.connections)
        } else if !all.mayOpen(limits.all, now: now) {
            refusal = .connectingTooFast
        }
        guard let refusal else { return nil }
        if hasRoom, let key = registration.accounts.first {
            with(key, quota(of: key, registration), at: now) { $0.refusals += 1 }
        }
        return refusal
    }

    /// Counts a connection that is accepted.
    mutating func open(_ registration: Registration, at now: NIODeadline) {
        for key in registration.accounts {
            let quota = quota(of: key, registration)
            with(key, quota, at: now) { $0.open(quota, now: now) }
        }
        all.open(limits.all, now: now)
    }

    mutating func close(_ registration: Registration) {
        all.connections -= 1
        forEach(registration) { $0.connections -= 1 }
        if registration.isViewer, let key = registration.accounts.last { accounts[key]?.viewers -= 1 }
    }

    /// Counts a session for its token, and a publisher for its address if it was not counted yet.
    mutating func admit(
        _ registration: inout Registration,
        _ sharedLimits: Permissions.SharedLimits?,
        isViewer: Bool,
        at now: NIODeadline
    ) throws(ProtocolError) {
        if let sharedLimits {
            let (account, limits) = (accounts[.token(sharedLimits.identity)], sharedLimits.limits)
            if let limit = limits.connections, account?.connections ?? 0 >= limit {
                throw .tooManyFromToken(connections: limit)
            }
            if isViewer, let limit = limits.viewers, account?.viewers ?? 0 >= limit {
                throw .tooManyFromToken(viewers: limit)
            }
            guard account != nil || accounts.count < maximumCount else { throw .tooManyAddresses }
        }
        if registration.state == .refused { try admitPublisher(registration, at: now) }
        if let sharedLimits {
            with(.token(sharedLimits.identity), sharedLimits.limits.quota, at: now) { account in
                account.ownLimits = sharedLimits.limits.quota
                account.connections += 1
                if isViewer { account.viewers += 1 }
            }
        }
        registration.take(sharedLimits, isViewer: isViewer)
    }

    /// Counts a publisher whose address has reached a limit.
    private mutating func admitPublisher(_ registration: Registration, at now: NIODeadline) throws(ProtocolError) {
        guard accounts.count + registration.accounts.count <= maximumCount else { throw .tooManyAddresses }
        guard all.connections < limits.all.connections else { throw .tooMany(connections: limits.all.connections) }
        for key in registration.accounts {
            let quota = quota(of: key, registration)
            let most = quota.connections.addingReportingOverflow(quota.streams)
            guard most.overflow || accounts[key]?.connections ?? 0 < most.partialValue else {
                throw .tooManyFromAddress(connections: quota.connections, key)
            }
        }
        for key in registration.accounts { with(key, quota(of: key, registration), at: now) { $0.connections += 1 } }
        all.connections += 1
        refusedConnections -= 1
    }

    // MARK: Streams

    mutating func beginPublishing(
        _ registration: Registration,
        after predecessor: Registration?,
        isNew: Bool
    ) throws(ProtocolError) {
        let others = registration.accounts.filter { predecessor?.accounts.contains($0) != true }
        for key in others {
            let limit = quota(of: key, registration).streams
            guard let account = accounts[key], account.streams < limit else {
                throw .tooManyFromAddress(streams: limit, key)
            }
            // A publisher that leaves its streams to viewers that wait must not take all names.
            guard !isNew || account.waits < limit || account.streams + account.waits - limit < limit else {
                throw .tooManyFromAddress(waits: limit, key)
            }
        }
        for key in others { accounts[key]?.streams += 1 }
        if let address = registration.accounts.first, others.contains(address), accounts[address]?.streams == 1 {
            publishing += 1
        }
    }

    mutating func endPublishing(_ registration: Registration, before successor: Registration?) {
        let others = registration.accounts.filter { successor?.accounts.contains($0) != true }
        for key in others { accounts[key]?.streams -= 1 }
        if let address = registration.accounts.first, others.contains(address), accounts[address]?.streams == 0 {
            publishing -= 1
        }
    }

    mutating func beginWaiting(_ registration: Registration) throws(ProtocolError) {
        for key in registration.accounts {
            let limit = quota(of: key, registration).streams
            guard accounts[key]?.waits ?? 0 < limit else { throw .tooManyFromAddress(waits: limit, key) }
        }
        forEach(registration) { $0.waits += 1 }
    }

    // MARK: Bytes

    mutating func charge(_ bytes: Int, to registration: Registration, at now: NIODeadline) throws(ProtocolError) {
        for key in registration.accounts {
            let quota = quota(of: key, registration)
            guard accounts[key]?.takeBytes(bytes, quota, now: now) != false else {
                throw .sendingTooMuch(quota.bytesPerSecond, by: key)
            }
        }
        guard let rate = limits.all.bytesPerSecond else { return }
        let senders = publishing
        let isWithinFairShare =
            registration.accounts.first
            .flatMap { accounts[$0]?.takeFairShare(bytes, of: rate, among: senders, now: now) } ?? true
        guard !all.takeBytes(bytes, limits.all, now: now) else { return }
        guard isWithinFairShare else { throw .sendingTooMuch(rate, by: nil) }
        all.takeUnconditionally(bytes, rate: rate)
    }

    // MARK: Housekeeping

    mutating func expire(at now: NIODeadline) -> PeerTable.Refusals {
        var refusals = PeerTable.Refusals()
        // The same limits hold for thousands of accounts.
        let limits = limits
        for key in Array(accounts.keys) {
            guard var account = accounts[key] else { continue }
            if case .address(let address) = key {
                refusals.count += account.refusals
                if account.refusals > refusals.mostFrequentCount {
                    refusals.mostFrequent = address
                    refusals.mostFrequentCount = account.refusals
                }
            }
            account.refusals = 0
            accounts[key] = isExpired(&account, key, limits, at: now) ? nil : account
        }
        accounts.shrink()
        return refusals
    }

    private func isExpired(
        _ account: inout PeerAccount,
        _ key: Key,
        _ limits: RelayLimits,
        at now: NIODeadline
    ) -> Bool {
        switch key {
        case .address(let address): account.isExpired(limits.quota(of: address), now: now)
        case .token: account.isExpired(account.ownLimits ?? limits.all, now: now)
        }
    }
}
