import ClusterDirectory
import NIOCore
import StreamProtocol
import TestSupport

/// A machine of relay `a`, with what a test needs to answer its requests.
struct MachineFixture {
    typealias Machine = DirectoryStateMachine<SeededGenerator>

    static let relay = RelayID(high: 1, low: 1)
    static let otherRelay = RelayID(high: 2, low: 2)
    static let publisher = digest("a")
    static let otherPublisher = digest("b")
    static let lease: Int64 = 77

    let limits: DirectoryLimits
    var machine: Machine
    var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    /// The newest watch.
    private(set) var watch = 0

    init(limits: DirectoryLimits = DirectoryLimits()) {
        self.limits = limits
        machine = Machine(
            Self.relay,
            at: "tls://a:7450",
            limits: limits,
            generator: SeededGenerator(seed: 1),
            now: now
        )
    }

    private static func digest(_ digit: String) -> PublisherDigest {
        PublisherDigest(String(repeating: digit, count: PublisherDigest.length)).unsafelyUnwrapped
    }

    static func registration(
        _ publisher: PublisherDigest,
        of relay: RelayID = MachineFixture.relay,
        since: Int64? = nil,
        restores: Int = 0
    ) -> Registration {
        Registration(
            address: relay == Self.relay ? "tls://a:7450" : "tls://b:7450",
            publisher: publisher,
            relay: relay,
            since: since,
            restores: restores
        )
    }

    static func item(
        _ registration: Registration?,
        of key: String = "live",
        at revision: Int64,
        lease: Int64 = 1
    ) -> DirectoryItem {
        DirectoryItem(
            key: key,
            registration: registration,
            createRevision: revision,
            modRevision: revision,
            lease: lease
        )
    }

    static func moment(_ revision: Int64, cluster: UInt64 = 7) -> DirectoryMoment {
        DirectoryMoment(cluster: cluster, revision: revision)
    }

    /// Publications that are registered, and those that are not.
    var counts: [Int] { [machine.counts.registered, machine.counts.unregistered] }

    // MARK: Steps

    mutating func tick(after time: TimeAmount = .zero) -> [DirectoryAction] {
        now = now + time
        return machine.tick(at: now)
    }

    /// Gives the machine a lease, and a directory with these keys at a revision, and opens its watch.
    mutating func start(_ items: [DirectoryItem] = [], at revision: Int64 = 10) -> [DirectoryAction] {
        var actions = tick()
        let read = actions.reads.first?.number ?? 0
        actions = machine.leaseAnswered(Self.lease, at: now)
        actions += machine.pageReceived(read, .success(page(items, at: revision)), at: now)
        actions += tick()
        open(actions)
        actions += machine.watchOpened(watch, Self.moment(revision), at: now)
        return actions
    }

    /// Lets a check find that etcd has come back with a backup: these keys at a lower revision. Reads and watches that.
    mutating func restore(_ items: [DirectoryItem], at revision: Int64) -> [DirectoryAction] {
        let check = tick(after: limits.checkInterval).checks.first ?? 0
        let summary = DirectorySummary(moment: Self.moment(revision), count: items.count, newest: items.first)
        _ = machine.checkAnswered(check, summary, at: now)
        let read = tick(after: limits.shortestPause).reads.first?.number ?? 0
        var actions = machine.pageReceived(read, .success(page(items, at: revision)), at: now)
        actions += tick()
        open(actions)
        actions += machine.watchOpened(watch, Self.moment(revision), at: now)
        return actions
    }

    private mutating func open(_ actions: [DirectoryAction]) {
        for case .watch(let number, _) in actions { watch = number }
    }

    func page(_ items: [DirectoryItem], at revision: Int64, hasMore: Bool = false) -> DirectoryPage {
        DirectoryPage(moment: Self.moment(revision), items: items, hasMore: hasMore)
    }

    mutating func publish(
        _ publisher: PublisherDigest = MachineFixture.publisher,
        number: UInt64 = 1
    ) -> [DirectoryAction] {
        machine.publicationBegan(.live, by: publisher, number, at: now)
    }

    /// Answers the only write.
    mutating func answer(_ actions: [DirectoryAction], _ answer: WriteAnswer) -> [DirectoryAction] {
        guard let write = actions.writes.first else { return [] }
        return machine.writeAnswered(write, answer, at: now)
    }

    mutating func watched(_ changes: [DirectoryChange], at revision: Int64) -> [DirectoryAction] {
        machine.watched(watch, changes, Self.moment(revision), at: now)
    }
}

extension [DirectoryAction] {
    var writes: [DirectoryWrite] { compactMap { if case .write(let write) = $0 { write } else { nil } } }
    var removals: [DirectoryRemoval] { compactMap { if case .remove(let removal) = $0 { removal } else { nil } } }
    var reads: [DirectoryRead] { compactMap { if case .read(let read) = $0 { read } else { nil } } }
    var checks: [Int] { compactMap { if case .check(let number, _) = $0 { number } else { nil } } }
    var watches: [Int64] { compactMap { if case .watch(_, let revision) = $0 { revision } else { nil } } }
    var refusals: [PublicationRefusal] {
        compactMap { if case .refuse(_, _, let refusal) = $0 { refusal } else { nil } }
    }
}
