import NIOCore
import StreamProtocol

/// A directory of streams that several relays share, as one relay sees it: which relay has the publisher of a stream,
/// and what this relay tells the others of its own publishers.
///
/// The directory is a hint. What is known stays known while etcd is away, and a publication ends only when etcd has
/// confirmed that another relay has its publisher. After a backup, it does not end for what only the backup has.
///
/// The value does no I/O and reads no clock. Each request among its actions is answered once, also if it fails; answers
/// to requests that no longer matter are ignored.
package struct DirectoryStateMachine<Generator: RandomNumberGenerator & Sendable>: Sendable {
    /// Where a stream is.
    package enum Location: Hashable, Sendable {
        /// The directory has not been read yet.
        case unknown
        /// No other relay has it.
        case absent
        /// Another relay has it, or had it a moment ago.
        case relay(String)
    }

    /// What the directory says of a publisher that comes to this relay.
    package enum Claim: Hashable, Sendable {
        /// The directory is not known as it is now.
        case unknown
        /// No other relay has a publisher of this name.
        case free
        /// Another relay has this publisher, which has come here.
        case moves
        /// Another relay has another publisher.
        case taken
    }

    private let limits: DirectoryLimits
    private var lease: LeaseState
    private var following: FollowingState
    private var publications: PublicationsState
    private var generator: Generator
    private let startedAt: NIODeadline
    private var lastFailure: NIODeadline?
    private var wasCurrent = false
    private var hasEnded = false

    /// - Parameters:
    ///   - relay: How this relay calls itself until its end.
    ///   - address: Where other relays connect to it.
    package init(
        _ relay: RelayID,
        at address: String,
        limits: DirectoryLimits = DirectoryLimits(),
        generator: Generator,
        now: NIODeadline
    ) {
        self.limits = limits
        self.generator = generator
        lease = LeaseState(at: now)
        following = FollowingState(at: now)
        publications = PublicationsState(relay, at: address, limits, now: now)
        startedAt = now
    }

    // MARK: What is known

    /// Whether the directory is known as it is.
    package func isCurrent(at now: NIODeadline) -> Bool { following.isCurrent(limits, at: now) }

    /// Whether it is worth a wait that the directory becomes known.
    package func isStarting(at now: NIODeadline) -> Bool { !following.isKnown && now - startedAt < limits.startTime }

    /// The lease of this relay; `nil` without one.
    package var leaseID: Int64? { lease.id }

    /// Publications that are registered, and those that are not yet.
    package var counts: (registered: Int, unregistered: Int) { publications.counts }

    /// The number of streams that are registered, those of this relay among them.
    package var streamCount: Int { following.view.items.values.count(where: { $0.registration != nil }) }

    package func location(of name: StreamName) -> Location {
        guard following.isKnown else { return .unknown }
        guard !publications.publishes(name) else { return .absent }
        if let item = following.view.items[name.description], let registration = item.registration {
            return publications.isOwn(item) ? .absent : .relay(registration.address)
        }
        guard let address = following.view.departed(name)?.address, address != publications.address
        else { return .absent }
        return .relay(address)
    }

    /// Whether another relay has a publisher of the stream now, as far as is known.
    package func isElsewhere(_ name: StreamName) -> Bool {
        guard !publications.publishes(name), let item = following.view.items[name.description] else { return false }
        return item.registration != nil && !publications.isOwn(item)
    }

    package func claim(_ name: StreamName, for publisher: PublisherDigest, at now: NIODeadline) -> Claim {
        // A publisher that this relay has returns to it. Which of two is right is decided with etcd.
        guard !publications.publishes(name) else { return .unknown }
        if let item = following.view.items[name.description], let registration = item.registration,
            !publications.isOwn(item)
        {
            if registration.publisher == publisher { return .moves }
            return isCurrent(at: now) && !publications.isDoubtful(item, at: now) ? .taken : .unknown
        }
        // Its relay may have ended, or be about to.
        if following.view.departed(name)?.publisher == publisher { return .moves }
        return isCurrent(at: now) ? .free : .unknown
    }

    /// The streams of other relays with their addresses, in no order.
    package func elsewhere() -> [(name: StreamName, address: String)] {
        following.view.items.values.compactMap { item in
            guard let registration = item.registration, !publications.isOwn(item), let name = try? StreamName(item.key)
            else { return nil }
            return (name: name, address: registration.address)
        }
    }

    // MARK: Publications

    /// A publication of this relay has begun, or its publisher has connected again.
    ///
    /// - Parameter publication: A number that is higher than those before.
    package mutating func publicationBegan(
        _ name: StreamName,
        by publisher: PublisherDigest,
        _ publication: UInt64,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        publications.began(name, publisher, publication, limits)
        return proceed(at: now)
    }

    /// A publication of this relay has ended. A number that is not the newest one of its name has no effect.
    package mutating func publicationEnded(
        _ name: StreamName,
        _ publication: UInt64,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        publications.ended(name, publication)
        return proceed(at: now)
    }

    // MARK: Time

    /// Time has passed. To be called a few times a second.
    package mutating func tick(at now: NIODeadline) -> [DirectoryAction] {
        guard !hasEnded else { return [] }
        var actions = lease.tick(limits, at: now).map { [$0] } ?? []
        publications.tick(at: now)
        actions += follow(following.tick(limits, at: now), at: now)
        return actions + proceed(at: now)
    }

    /// The relay ends.
    ///
    /// - Returns: The lease to give up.
    package mutating func end() -> Int64? {
        hasEnded = true
        return lease.id
    }

    // MARK: The lease

    /// - Parameter id: The lease that etcd has granted; `nil` if it has not.
    package mutating func leaseAnswered(_ id: Int64?, at now: NIODeadline) -> [DirectoryAction] {
        guard let id else {
            lastFailure = now
            lease.failed(limits, at: now, using: &generator)
            return proceed(at: now)
        }
        lease.granted(id, limits, at: now)
        publications.leaseGranted(in: following.view)
        return proceed(at: now)
    }

    /// - Parameter isThere: Whether etcd knows the lease; `nil` if the request has failed.
    package mutating func keepAnswered(_ id: Int64, isThere: Bool?, at now: NIODeadline) -> [DirectoryAction] {
        guard let isThere else {
            lastFailure = now
            lease.failed(limits, at: now, using: &generator)
            return proceed(at: now)
        }
        if isThere { lease.kept(id, limits, at: now) } else { leaseLost(id, at: now) }
        return proceed(at: now)
    }

    private mutating func leaseLost(_ id: Int64, at now: NIODeadline) {
        guard lease.lost(id, limits, at: now, using: &generator) else { return }
        publications.leaseLost(in: following.view, limits, at: now, using: &generator)
    }

    // MARK: Answers

    package mutating func writeAnswered(
        _ write: DirectoryWrite,
        _ answer: WriteAnswer,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        answered(write.stream, write.number, answer, lease: write.lease, at: now)
    }

    package mutating func removalAnswered(
        _ removal: DirectoryRemoval,
        _ answer: WriteAnswer,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        answered(removal.stream, removal.number, answer, lease: removal.lease, at: now)
    }

    private mutating func answered(
        _ name: StreamName,
        _ number: Int,
        _ answer: WriteAnswer,
        lease: Int64,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        if answer == .failed { lastFailure = now }
        let revisions = publications.answered(name, number, answer, lease: lease, limits, at: now, using: &generator)
        if answer == .leaseMissing { leaseLost(lease, at: now) }
        guard let revisions else { return proceed(at: now) }
        let step = following.answered(
            at: revisions.answer,
            known: revisions.known,
            limits,
            now: now,
            using: &generator
        )
        return follow(step, at: now) + proceed(at: now)
    }

    package mutating func pageReceived(
        _ number: Int,
        _ page: Result<DirectoryPage, RequestFailure>,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        switch page {
        case .success(let page):
            let step = following.received(page, for: number, limits, at: now, using: &generator)
            if publications.firstRevision == nil { publications.firstRevision = following.view.moment?.revision }
            return follow(step, at: now) + proceed(at: now)
        case .failure(let failure):
            if failure == .failed { lastFailure = now }
            following.readFailed(number, because: failure, limits, at: now, using: &generator)
            return proceed(at: now)
        }
    }

    package mutating func checkAnswered(
        _ number: Int,
        _ summary: DirectorySummary?,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        guard let summary else {
            lastFailure = now
            following.checkFailed(number, limits, at: now, using: &generator)
            return proceed(at: now)
        }
        return follow(following.checked(summary, for: number, limits, at: now, using: &generator), at: now)
            + proceed(at: now)
    }

    package mutating func watchOpened(
        _ number: Int,
        _ moment: DirectoryMoment,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        let step = following.watchOpened(number, moment, limits, at: now, using: &generator)
        return follow(step, at: now) + proceed(at: now)
    }

    package mutating func watched(
        _ number: Int,
        _ changes: [DirectoryChange],
        _ moment: DirectoryMoment,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        let step = following.watched(changes, for: number, moment, limits, at: now, using: &generator)
        return follow(step, at: now) + proceed(at: now)
    }

    package mutating func watchEnded(
        _ number: Int,
        because failure: RequestFailure,
        at now: NIODeadline
    ) -> [DirectoryAction] {
        following.watchEnded(number, because: failure, limits, at: now, using: &generator)
        return proceed(at: now)
    }

    // MARK: Parts

    /// Passes on what is known now.
    private mutating func follow(_ step: FollowingState.Step, at now: NIODeadline) -> [DirectoryAction] {
        if step.isRestored, let revision = following.view.moment?.revision {
            publications.restored(at: revision, limits, now: now)
        }
        let names = step.wasRead ? step.changed.union(publications.forgetAnswers()) : step.changed
        for name in names {
            let item = following.view.items[name.description]
            publications.changed(name, item, limits, at: now, using: &generator)
        }
        return step.actions + (step.changed.isEmpty ? [] : [.changed(step.changed)])
    }

    /// The writes that can be made now, and whether the directory is known as it is.
    private mutating func proceed(at now: NIODeadline) -> [DirectoryAction] {
        guard !hasEnded else { return [] }
        let around = PublicationsState.Surroundings(
            view: following.view,
            lease: lease.id,
            limits: limits,
            lastFailure: lastFailure,
            now: now
        )
        var actions = publications.takeActions(around)
        let isCurrent = isCurrent(at: now)
        if isCurrent != wasCurrent { actions.append(.becameCurrent(isCurrent)) }
        wasCurrent = isCurrent
        return actions
    }
}
