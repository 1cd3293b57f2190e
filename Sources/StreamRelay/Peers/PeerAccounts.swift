import NIOCore
import StreamProtocol

/// The accounts behind the lock of a ``PeerTable``.
struct PeerAccounts {
    /// Whose account it is.
    enum Key: Hashable, Sendable {
        case address(PeerAddress)
        /// The identity of a token that has limits of its own.
        case token(String)
    }

    typealias Seat = PeerTable.Seat

    var limits: RelayLimits
    /// Connections that are being turned away now.
    var leaving = 0
    private var all: PeerAccount
    private var accounts: [Key: PeerAccount] = [:]
    /// Addresses that publish.
    private var publishing = 0
    private let maximumCount: Int

    init(limits: RelayLimits, maximumCount: Int, now: NIODeadline) {
        self.limits = limits
        self.maximumCount = maximumCount
        all = PeerAccount(limits.all, now: now)
    }

    var count: Int { accounts.count }

    private func share(of key: Key, _ seat: Seat) -> RelayLimits.Share {
        switch key {
        case .address(let address): limits.share(of: address)
        case .token: seat.tokenShare ?? limits.all
        }
    }

    /// Finds the account or makes it.
    private mutating func with<Result>(
        _ key: Key,
        _ share: RelayLimits.Share,
        at now: NIODeadline,
        _ body: (inout PeerAccount) -> Result
    ) -> Result {
        body(&accounts[key, default: PeerAccount(share, now: now)])
    }

    /// Changes those accounts of the seat that there are.
    mutating func forEach(_ seat: Seat, _ body: (inout PeerAccount) -> Void) {
        for key in seat.accounts {
            guard var account = accounts[key] else { continue }
            body(&account)
            accounts[key] = account
        }
    }

    /// Asks the accounts of the seat, the address before the networks around it, until one says no.
    mutating func allAllow(_ seat: Seat, _ ask: (inout PeerAccount) -> Bool) -> Bool {
        seat.accounts.allSatisfy { key in
            guard var account = accounts[key] else { return true }
            defer { accounts[key] = account }
            return ask(&account)
        }
    }

    // MARK: Connections

    /// Says whether the address, or a network around it, has reached a limit. Nothing is taken for one that is refused, not
    /// even an account of its own where its network is full.
    mutating func refusalOfAddress(_ seat: Seat, at now: NIODeadline) -> ProtocolError? {
        for key in seat.accounts.reversed() {
            guard var account = accounts[key] else { continue }
            let share = share(of: key, seat)
            let isFull = account.connections >= share.connections
            guard isFull || !account.mayOpen(share, now: now) else { continue }
            account.refusals += 1
            accounts[key] = account
            return isFull ? .tooManyFromAddress(connections: share.connections, key) : .connectingTooFast
        }
        // An address that is not known has all its credit, but may have no limit above zero.
        for key in seat.accounts where accounts[key] == nil && share(of: key, seat).connections < 1 {
            return .tooManyFromAddress(connections: 0, key)
        }
        return nil
    }

    /// Says whether all together have reached a limit.
    mutating func refusalOfAll(_ seat: Seat, at now: NIODeadline) -> ProtocolError? {
        let hasRoom =
            accounts.count + seat.accounts.count <= maximumCount || seat.accounts.allSatisfy { accounts[$0] != nil }
        var refusal: ProtocolError?
        if !hasRoom {
            refusal = .tooManyAddresses
        } else if all.connections >= limits.all.connections {
            refusal = .tooMany(connections: limits.all.connections)
        } else if !all.mayOpen(limits.all, now: now) {
            refusal = .connectingTooFast
        }
        guard let refusal else { return nil }
        if hasRoom, let key = seat.accounts.first { with(key, share(of: key, seat), at: now) { $0.refusals += 1 } }
        return refusal
    }

    /// Counts a connection that may stay.
    mutating func open(_ seat: Seat, at now: NIODeadline) {
        for key in seat.accounts {
            let share = share(of: key, seat)
            with(key, share, at: now) { $0.open(share, now: now) }
        }
        all.open(limits.all, now: now)
    }

    mutating func close(_ seat: Seat) {
        all.connections -= 1
        forEach(seat) { $0.connections -= 1 }
        if seat.isViewer, let key = seat.accounts.last { accounts[key]?.viewers -= 1 }
    }

    /// Counts a session for its token, and a publisher that was not counted yet for its address.
    mutating func admit(
        _ seat: inout Seat,
        _ allowance: Pass.Allowance?,
        isViewer: Bool,
        at now: NIODeadline
    ) throws(ProtocolError) {
        if let allowance {
            let (account, limits) = (accounts[.token(allowance.identity)], allowance.limits)
            if let limit = limits.connections, account?.connections ?? 0 >= limit {
                throw .tooManyFromToken(connections: limit)
            }
            if isViewer, let limit = limits.viewers, account?.viewers ?? 0 >= limit {
                throw .tooManyFromToken(viewers: limit)
            }
            guard account != nil || accounts.count < maximumCount else { throw .tooManyAddresses }
        }
        if seat.state == .leaving { try letPublish(seat, at: now) }
        if let allowance {
            with(.token(allowance.identity), allowance.limits.share, at: now) { account in
                account.ownLimits = allowance.limits.share
                account.connections += 1
                if isViewer { account.viewers += 1 }
            }
        }
        seat.take(allowance, isViewer: isViewer)
    }

    /// Counts a publisher whose address has reached a limit.
    private mutating func letPublish(_ seat: Seat, at now: NIODeadline) throws(ProtocolError) {
        guard accounts.count + seat.accounts.count <= maximumCount else { throw .tooManyAddresses }
        guard all.connections < limits.all.connections else { throw .tooMany(connections: limits.all.connections) }
        for key in seat.accounts {
            let share = share(of: key, seat)
            let most = share.connections.addingReportingOverflow(share.streams)
            guard most.overflow || accounts[key]?.connections ?? 0 < most.partialValue else {
                throw .tooManyFromAddress(connections: share.connections, key)
            }
        }
        for key in seat.accounts { with(key, share(of: key, seat), at: now) { $0.connections += 1 } }
        all.connections += 1
        leaving -= 1
    }

    // MARK: Streams

    mutating func beginPublishing(_ seat: Seat, after predecessor: Seat?, isNew: Bool) throws(ProtocolError) {
        let others = seat.accounts.filter { predecessor?.accounts.contains($0) != true }
        for key in others {
            let limit = share(of: key, seat).streams
            guard let account = accounts[key], account.streams < limit else {
                throw .tooManyFromAddress(streams: limit, key)
            }
            // One who leaves its streams to viewers who wait must not take all names that there are.
            guard !isNew || account.waits < limit || account.streams + account.waits - limit < limit else {
                throw .tooManyFromAddress(waits: limit, key)
            }
        }
        for key in others { accounts[key]?.streams += 1 }
        if let address = seat.accounts.first, others.contains(address), accounts[address]?.streams == 1 {
            publishing += 1
        }
    }

    mutating func endPublishing(_ seat: Seat, before successor: Seat?) {
        let others = seat.accounts.filter { successor?.accounts.contains($0) != true }
        for key in others { accounts[key]?.streams -= 1 }
        if let address = seat.accounts.first, others.contains(address), accounts[address]?.streams == 0 {
            publishing -= 1
        }
    }

    mutating func beginWaiting(_ seat: Seat) throws(ProtocolError) {
        for key in seat.accounts {
            let limit = share(of: key, seat).streams
            guard accounts[key]?.waits ?? 0 < limit else { throw .tooManyFromAddress(waits: limit, key) }
        }
        forEach(seat) { $0.waits += 1 }
    }

    // MARK: Bytes

    mutating func charge(_ bytes: Int, to seat: Seat, at now: NIODeadline) throws(ProtocolError) {
        for key in seat.accounts {
            let share = share(of: key, seat)
            guard accounts[key]?.maySend(bytes, share, now: now) != false else {
                throw .sendingTooMuch(share.bytesPerSecond, by: key)
            }
        }
        guard let rate = limits.all.bytesPerSecond else { return }
        let senders = publishing
        let keepsToShare =
            seat.accounts.first
            .flatMap { accounts[$0]?.keepsToShare(bytes, of: rate, among: senders, now: now) } ?? true
        guard !all.maySend(bytes, limits.all, now: now) else { return }
        guard keepsToShare else { throw .sendingTooMuch(rate, by: nil) }
        all.owe(bytes, rate: rate)
    }

    // MARK: Housekeeping

    mutating func tidy(at now: NIODeadline) -> PeerTable.Refusals {
        var refusals = PeerTable.Refusals()
        for key in Array(accounts.keys) {
            guard var account = accounts[key] else { continue }
            if case .address(let address) = key {
                refusals.count += account.refusals
                if account.refusals > refusals.ofMost {
                    refusals.most = address
                    refusals.ofMost = account.refusals
                }
            }
            account.refusals = 0
            accounts[key] = isForgettable(&account, key, at: now) ? nil : account
        }
        return refusals
    }

    private func isForgettable(_ account: inout PeerAccount, _ key: Key, at now: NIODeadline) -> Bool {
        switch key {
        case .address(let address): account.isForgettable(limits.share(of: address), now: now)
        case .token: account.isForgettable(account.ownLimits ?? limits.all, now: now)
        }
    }
}
