import ClusterDirectory
import NIOCore
import StreamProtocol
import TestSupport

/// Relays that share a directory, in simulated time. Requests and answers take time, and get lost in partitions.
struct DirectorySimulation {
    typealias Machine = DirectoryStateMachine<SeededGenerator>

    struct Faults: OptionSet {
        let rawValue: Int

        static let partitions = Faults(rawValue: 1)
        static let lostAnswers = Faults(rawValue: 2)
        static let lostLeases = Faults(rawValue: 4)
        static let restores = Faults(rawValue: 8)
        static let compactions = Faults(rawValue: 16)
        static let kills = Faults(rawValue: 32)
        static let moves = Faults(rawValue: 64)
        static let deadWatches = Faults(rawValue: 128)
        static let slowAnswers = Faults(rawValue: 256)
    }

    /// A publisher's connection to a relay.
    struct Session: Hashable {
        let name: StreamName
        let publisher: PublisherDigest
        let number: UInt64
        let relay: Int
    }

    struct Relay {
        let id: RelayID
        var machine: Machine
        /// Whether its requests get no answer.
        var isCutOff = false
        var watch: (number: Int, next: Int64, isDead: Bool)?
        var isCurrent = false
    }

    /// What happens later.
    private enum Event {
        /// A request reaches etcd.
        case request(relay: RelayID, DirectoryAction)
        /// An answer reaches a relay.
        case answer(relay: RelayID, (inout Machine, NIODeadline) -> [DirectoryAction])
        case changes(relay: RelayID, number: Int, [DirectoryChange], DirectoryMoment)
    }

    static let lease = TimeAmount.seconds(5)
    static let step = TimeAmount.milliseconds(100)

    let faults: Faults
    private(set) var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
    var etcd = EtcdModel()
    private(set) var relays: [Relay] = []
    private(set) var sessions: Set<Session> = []
    /// When the sessions were registered first.
    private(set) var registeredAt: [Session: Int64] = [:]
    /// The relays that are gone, and when they went.
    private(set) var gone: [RelayID: NIODeadline] = [:]
    /// How many publishers were told that another relay has their stream.
    private(set) var refusals = 0
    /// Whether etcd does not run. Requests fail at once.
    private(set) var isDown = false
    private var events: [(time: NIODeadline, order: Int, event: Event)] = []
    private var order = 0
    private var lastNumber: UInt64 = 0
    private(set) var generator: SeededGenerator

    init(seed: UInt64, relays count: Int, faults: Faults) {
        generator = SeededGenerator(seed: seed)
        self.faults = faults
        for index in 0..<count { relays.append(makeRelay(index)) }
    }

    private mutating func makeRelay(_ index: Int) -> Relay {
        let id = RelayID(high: generator.next(), low: UInt64(index))
        let machine = Machine(
            id,
            at: "relay-\(index):7450",
            generator: SeededGenerator(seed: generator.next()),
            now: now
        )
        return Relay(id: id, machine: machine)
    }

    /// Whether all relays know the directory as it is.
    var isCurrent: Bool { relays.allSatisfy(\.isCurrent) }

    mutating func random(_ range: Range<Int>) -> Int { .random(in: range, using: &generator) }

    // MARK: What happens

    /// A publisher connects, unless its relay refuses it.
    mutating func connect(_ publisher: PublisherDigest, of name: StreamName, to relay: Int) {
        switch relays[relay].machine.claim(name, for: publisher, at: now) {
        case .taken: return
        case .unknown, .free, .moves: break
        }
        let other = sessions.first { $0.relay == relay && $0.name == name }
        guard other.map({ $0.publisher == publisher }) ?? true else { return }
        if let other { sessions.remove(other) }
        lastNumber += 1
        sessions.insert(Session(name: name, publisher: publisher, number: lastNumber, relay: relay))
        let actions = relays[relay].machine.publicationBegan(name, by: publisher, lastNumber, at: now)
        perform(actions, of: relay)
    }

    mutating func disconnect(_ session: Session) {
        guard sessions.remove(session) != nil else { return }
        let actions = relays[session.relay].machine.publicationEnded(session.name, session.number, at: now)
        perform(actions, of: session.relay)
    }

    mutating func cutOff(_ relay: Int, _ isCutOff: Bool) {
        relays[relay].isCutOff = isCutOff
        guard isCutOff, relays[relay].watch != nil else { return }
        if faults.contains(.deadWatches), Bool.random(using: &generator) {
            relays[relay].watch?.isDead = true
        } else {
            endWatch(of: relay)
        }
    }

    /// etcd ends, or begins again with what it had.
    mutating func setDown(_ isDown: Bool) {
        self.isDown = isDown
        guard isDown else { return }
        for relay in relays.indices where relays[relay].watch != nil { endWatch(of: relay) }
    }

    /// The relay ends without a word, and starts again.
    mutating func kill(_ relay: Int) {
        gone[relays[relay].id] = now
        sessions = sessions.filter { $0.relay != relay }
        let isCutOff = relays[relay].isCutOff
        relays[relay] = makeRelay(relay)
        relays[relay].isCutOff = isCutOff
    }

    mutating func restore(_ backup: EtcdModel) {
        etcd.restore(backup, at: now)
        for relay in relays.indices where relays[relay].watch != nil { endWatch(of: relay) }
    }

    private mutating func endWatch(of relay: Int) {
        guard let number = relays[relay].watch?.number else { return }
        relays[relay].watch = nil
        later(.answer(relay: relays[relay].id) { $0.watchEnded(number, because: .failed, at: $1) })
    }

    // MARK: Time

    mutating func run(for time: TimeAmount) {
        let end = now + time
        while now < end { advance() }
    }

    mutating func advance() {
        now = now + Self.step
        // Leases get their whole time when etcd begins again.
        if isDown { etcd.renewLeases(at: now) } else { etcd.expireLeases(at: now) }
        sendChanges()
        let due = events.filter { $0.time <= now }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
        events.removeAll { $0.time <= now }
        for event in due { handle(event.event) }
        for relay in relays.indices {
            let actions = relays[relay].machine.tick(at: now)
            perform(actions, of: relay)
        }
    }

    private mutating func later(_ event: Event, after delay: TimeAmount? = nil) {
        order += 1
        let longest: Int64 = faults.contains(.slowAnswers) ? 150 : 50
        let delay = delay ?? .milliseconds(Int64.random(in: 1...longest, using: &generator))
        events.append((now + delay, order, event))
    }

    private mutating func sendChanges() {
        for relay in relays.indices {
            guard let watch = relays[relay].watch, !watch.isDead, !relays[relay].isCutOff else { continue }
            guard let changes = etcd.changes(from: watch.next) else {
                let id = relays[relay].id
                relays[relay].watch = nil
                later(.answer(relay: id) { $0.watchEnded(watch.number, because: .compacted, at: $1) })
                continue
            }
            guard !changes.isEmpty else { continue }
            relays[relay].watch?.next = etcd.moment.revision + 1
            // What a watch tells stays in order.
            later(.changes(relay: relays[relay].id, number: watch.number, changes, etcd.moment), after: Self.step)
        }
    }

    private func index(_ relay: RelayID) -> Int? { relays.firstIndex { $0.id == relay } }

    private mutating func handle(_ event: Event) {
        switch event {
        case .request(let id, let action):
            guard let relay = index(id) else { return }
            if isDown {
                fail(action, id, after: .milliseconds(1))
            } else if relays[relay].isCutOff {
                fail(action, id)
            } else {
                serve(action, relay)
            }
        case .answer(let id, let answer):
            guard let relay = index(id) else { return }
            perform(answer(&relays[relay].machine, now), of: relay)
        case .changes(let id, let number, let changes, let moment):
            guard let relay = index(id), relays[relay].watch?.number == number, !relays[relay].isCutOff else { return }
            perform(relays[relay].machine.watched(number, changes, moment, at: now), of: relay)
        }
    }

    // MARK: Actions

    private mutating func perform(_ actions: [DirectoryAction], of relay: Int) {
        for action in actions {
            switch action {
            case .refuse(let name, let number, _):
                refusals += 1
                sessions = sessions.filter { $0.relay != relay || $0.name != name || $0.number != number }
            case .changed: break
            case .becameCurrent(let isCurrent): relays[relay].isCurrent = isCurrent
            case .stopWatching(let number):
                if relays[relay].watch?.number == number { relays[relay].watch = nil }
            case .grantLease, .keepLease, .write, .remove, .read, .check, .watch:
                later(.request(relay: relays[relay].id, action))
            }
        }
    }

    /// The request does not reach etcd, or its answer not the relay.
    private mutating func fail(_ action: DirectoryAction, _ id: RelayID, after time: TimeAmount = .seconds(2)) {
        later(.answer(relay: id) { Self.failure(action, &$0, $1) }, after: time)
    }

    private static func failure(
        _ action: DirectoryAction,
        _ machine: inout Machine,
        _ now: NIODeadline
    ) -> [DirectoryAction] {
        switch action {
        case .grantLease: machine.leaseAnswered(nil, at: now)
        case .keepLease(let id): machine.keepAnswered(id, isThere: nil, at: now)
        case .write(let write): machine.writeAnswered(write, .failed, at: now)
        case .remove(let removal): machine.removalAnswered(removal, .failed, at: now)
        case .read(let read): machine.pageReceived(read.number, .failure(.failed), at: now)
        case .check(let number, _): machine.checkAnswered(number, nil, at: now)
        case .watch(let number, _): machine.watchEnded(number, because: .failed, at: now)
        case .refuse, .changed, .becameCurrent, .stopWatching: []
        }
    }

    private mutating func serve(_ action: DirectoryAction, _ relay: Int) {
        let id = relays[relay].id
        let isLost = faults.contains(.lostAnswers) && random(0..<20) == 0
        let answer: (inout Machine, NIODeadline) -> [DirectoryAction]
        switch action {
        case .grantLease(let seconds):
            let lease = etcd.grant(seconds, at: now)
            answer = { $0.leaseAnswered(lease, at: $1) }
        case .keepLease(let lease):
            let isThere = etcd.keep(lease, at: now)
            answer = { $0.keepAnswered(lease, isThere: isThere, at: $1) }
        case .write(let write):
            let result = etcd.write(write)
            if case .done(let revision) = result { register(write, at: revision, relay) }
            answer = { $0.writeAnswered(write, result, at: $1) }
        case .remove(let removal):
            let result = etcd.remove(removal)
            answer = { $0.removalAnswered(removal, result, at: $1) }
        case .read(let read):
            let page = etcd.page(read)
            answer = { $0.pageReceived(read.number, page, at: $1) }
        case .check(let number, let isWhole):
            let summary = etcd.summary(isWhole: isWhole)
            answer = { $0.checkAnswered(number, summary, at: $1) }
        case .watch(let number, let revision):
            guard etcd.changes(from: revision) != nil else {
                return later(.answer(relay: id) { $0.watchEnded(number, because: .compacted, at: $1) })
            }
            relays[relay].watch = (number, revision, false)
            let moment = etcd.moment
            return later(.answer(relay: id) { $0.watchOpened(number, moment, at: $1) }, after: .milliseconds(1))
        case .refuse, .changed, .becameCurrent, .stopWatching: return
        }
        if isLost { fail(action, id) } else { later(.answer(relay: id, answer)) }
    }

    private mutating func register(_ write: DirectoryWrite, at revision: Int64, _ relay: Int) {
        let session = sessions.first {
            $0.relay == relay && $0.name.description == write.key && $0.publisher == write.registration.publisher
        }
        if let session, registeredAt[session] == nil { registeredAt[session] = revision }
    }
}
