import NIOCore
import StreamProtocol

/// The publications of this relay, and their registrations in the directory: for each name what is wanted, what may be
/// there, and the request between both. One request of a name is outstanding at a time.
///
/// Decisions that end a publication need an answer of etcd: what is known may be old.
struct PublicationsState: Sendable {
    private typealias Record = PublicationRecord

    /// What a record needs to decide.
    struct Surroundings {
        let view: DirectoryView
        let lease: Int64?
        let limits: DirectoryLimits
        /// When a request has failed; `nil` if none has.
        let lastFailure: NIODeadline?
        let now: NIODeadline
    }

    private let relay: RelayID
    /// Where other relays connect to this one.
    let address: String
    private var records: [StreamName: Record] = [:]
    /// The names to look at. Those that another relay has too are urgent, because both have a publisher until then, and
    /// so are those that others may take now.
    private var ready = NameQueue()
    /// The names to look at later.
    private var waiting: [StreamName: NIODeadline] = [:]
    private var pace: WritePace
    private var lastNumber = 0
    private var restores: RestoreHistory
    /// The newest revision when this relay began: registrations with its address up to there are those of its earlier
    /// life.
    var firstRevision: Int64?

    init(_ relay: RelayID, at address: String, _ limits: DirectoryLimits, now: NIODeadline) {
        self.relay = relay
        self.address = address
        pace = WritePace(limits, now: now)
        restores = RestoreHistory(now: now)
    }

    /// Publications that are registered, and those that are not yet.
    var counts: (registered: Int, unregistered: Int) {
        records.values.reduce(into: (0, 0)) { counts, record in
            guard record.wanted != nil else { return }
            if record.isRegistered { counts.0 += 1 } else { counts.1 += 1 }
        }
    }

    /// Whether this relay has a publisher of the stream.
    func publishes(_ name: StreamName) -> Bool { records[name]?.wanted != nil }

    /// Whether a registration leads to this relay.
    func isOwn(_ item: DirectoryItem) -> Bool {
        guard let registration = item.registration else { return false }
        return registration.relay == relay || isOfEarlierLife(item)
    }

    private func isOfEarlierLife(_ item: DirectoryItem) -> Bool {
        item.registration?.address == address && firstRevision.map { item.modRevision <= $0 } ?? true
    }

    private func isOfOther(_ item: DirectoryItem?) -> Bool {
        guard let item else { return false }
        return item.registration != nil && !isOwn(item)
    }

    /// Whether a registration may be one that only a backup has.
    func isDoubtful(_ item: DirectoryItem, at now: NIODeadline) -> Bool { restores.isDoubtful(item, at: now) }

    // MARK: Events

    mutating func began(
        _ name: StreamName,
        _ publisher: PublisherDigest,
        _ publication: UInt64,
        _ limits: DirectoryLimits
    ) {
        let wanted = Record.Wanted(publisher: publisher, publication: publication)
        if var record = records[name] {
            if record.wanted.map({ $0.publisher != publisher }) ?? true {
                (record.age, record.written, record.isRegistered) = (nil, nil, false)
            }
            record.wanted = wanted
            records[name] = record
        } else {
            guard records.count < limits.publications else { return }
            records[name] = Record(wanted: wanted)
        }
        lookAt(name)
    }

    mutating func ended(_ name: StreamName, _ publication: UInt64) {
        guard records[name]?.wanted?.publication == publication else { return }
        records[name]?.wanted = nil
        records[name]?.isRegistered = false
        lookAt(name)
    }

    /// The registration of a stream has changed.
    ///
    /// - Parameter item: What it is now.
    mutating func changed(
        _ name: StreamName,
        _ item: DirectoryItem?,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        if records[name] == nil, item?.registration?.relay == relay {
            // A backup, or a write that was late, has brought the registration of a publication that has ended.
            records[name] = Record()
            return lookAt(name)
        }
        guard let record = records[name], record.request == nil else { return }
        if isOfOther(item) { return lookAt(name, isUrgent: true) }
        // Others lose theirs at the same moment, and all have to write theirs again after a backup.
        let isLost = item.map { $0.modRevision <= restores.revision } ?? true
        if isLost, waiting[name] != nil { return }
        if isLost, record.isRegistered {
            waiting[name] = now + limits.registrationSpread.random(using: &generator)
        } else {
            lookAt(name)
        }
    }

    /// Everything was read. What earlier answers have said may be of a directory that a backup has replaced.
    ///
    /// - Returns: The names to look at.
    mutating func forgetAnswers() -> Set<StreamName> {
        for name in Array(records.keys) { records[name]?.answer = nil }
        return Set(records.keys)
    }

    /// etcd has come back with a backup, or is another one. All relays write again what they have, so that what they
    /// have not stands out.
    mutating func restored(at revision: Int64, _ limits: DirectoryLimits, now: NIODeadline) {
        restores.noticed(at: revision, limits, now: now)
        firstRevision = revision
        for name in Array(records.keys) {
            records[name]?.age?.restores += 1
            records[name]?.confirmed = nil
            if records[name]?.written != nil { records[name]?.written = revision }
        }
    }

    /// The lease has gone, and all registrations with it.
    mutating func leaseLost(
        in view: DirectoryView,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        for (name, record) in records {
            records[name]?.mayExist = record.request != nil
            records[name]?.isRegistered = false
            if record.wanted == nil {
                lookAt(name)
            } else if isOfOther(record.item(name.description, in: view)) {
                // Both have a publisher, so this one is looked at as soon as there is a lease.
                waiting[name] = nil
            } else {
                waiting[name] = now + limits.registrationSpread.random(using: &generator)
            }
        }
    }

    /// There is a lease again.
    mutating func leaseGranted(in view: DirectoryView) {
        for (name, record) in records where record.wanted != nil && waiting[name] == nil && !record.isRegistered {
            lookAt(name, isUrgent: isOfOther(record.item(name.description, in: view)))
        }
    }

    private mutating func lookAt(_ name: StreamName, isUrgent: Bool = false) {
        waiting[name] = nil
        ready.append(name, isUrgent: isUrgent || !publishes(name))
    }

    // MARK: Requests

    /// Time has passed: what waited is due.
    mutating func tick(at now: NIODeadline) {
        let due = waiting.filter { $0.value <= now }
        for name in due.keys { lookAt(name) }
    }

    /// The next requests, as many as may be made now.
    mutating func takeActions(_ around: Surroundings) -> [DirectoryAction] {
        pace.refill(around.limits, at: around.now)
        var actions: [DirectoryAction] = []
        while pace.allowsRequest(around.limits, at: around.now), let name = ready.popFirst() {
            guard let action = next(name, around) else { continue }
            actions.append(action)
        }
        return actions
    }

    /// What the record of a name needs; `nil` if that is nothing now.
    private mutating func next(_ name: StreamName, _ around: Surroundings) -> DirectoryAction? {
        guard var record = records[name], record.request == nil else { return nil }
        let item = record.item(name.description, in: around.view)
        guard let wanted = record.wanted else {
            // A registration of this relay may go with an earlier lease, which a backup has brought back.
            let isThere = item?.registration?.relay == relay
            let lease = isThere ? item?.lease : (record.mayExist ? around.lease : nil)
            guard let lease else {
                records[name] = nil
                return nil
            }
            let request = makeRequest(around)
            record.request = request
            records[name] = record
            return .remove(DirectoryRemoval(number: request.number, stream: name, lease: lease))
        }
        // Without a lease, the record waits for one.
        guard let lease = around.lease else {
            record.isRegistered = false
            records[name] = record
            return nil
        }
        switch decide(record, wanted, item, lease, around) {
        case .registered(let item):
            (record.isRegistered, record.mayExist, record.differences) = (true, true, 0)
            (record.age, record.written, record.confirmed) = (item.age, item.modRevision, nil)
            records[name] = record
            return nil
        case .wait(let end):
            // It is asked for again after that.
            (record.isRegistered, record.confirmed) = (false, nil)
            records[name] = record
            waiting[name] = min(end, around.now + around.limits.settlingTime)
            return nil
        case .refuse(let refusal):
            records[name] = nil
            return .refuse(name, publication: wanted.publication, refusal)
        case .write(let age, let replaces):
            var request = makeRequest(around)
            let registration = Registration(
                address: address,
                publisher: wanted.publisher,
                relay: relay,
                since: age?.revision,
                restores: age?.restores ?? 0
            )
            request.registration = registration
            (record.request, record.mayExist, record.isRegistered) = (request, true, false)
            records[name] = record
            return .write(
                DirectoryWrite(
                    number: request.number,
                    stream: name,
                    registration: registration,
                    lease: lease,
                    replaces: replaces
                )
            )
        }
    }

    private mutating func makeRequest(_ around: Surroundings) -> Record.Request {
        lastNumber += 1
        pace.requestBegan()
        return Record.Request(
            number: lastNumber,
            known: around.view.moment?.revision ?? 0,
            restores: restores.count
        )
    }

    // MARK: Decisions

    private enum Decision {
        case registered(DirectoryItem)
        case write(RegistrationAge?, replaces: Int64?)
        /// It may be settled soon.
        case wait(NIODeadline)
        case refuse(PublicationRefusal)
    }

    private func decide(
        _ record: Record,
        _ wanted: Record.Wanted,
        _ item: DirectoryItem?,
        _ lease: Int64,
        _ around: Surroundings
    ) -> Decision {
        guard let item else { return .write(record.age, replaces: nil) }
        // A publisher that comes now is younger than everything that is known.
        let newest = RegistrationAge(
            restores: 0,
            revision: max(item.modRevision, around.view.moment?.revision ?? 0)
        )
        guard let other = item.registration else {
            return .write(record.age ?? newest, replaces: item.modRevision)
        }
        let isSamePublisher = other.publisher == wanted.publisher
        let oldest = record.age.map { min($0, item.age) } ?? item.age
        if other.relay == relay, isSamePublisher, item.lease == lease, oldest == item.age { return .registered(item) }
        if isOwn(item) { return .write(isSamePublisher ? oldest : record.age ?? newest, replaces: item.modRevision) }
        if isSamePublisher {
            // The publisher has moved: to this relay if it was not registered here before.
            guard let written = record.written, written < item.modRevision else {
                return .write(oldest, replaces: item.modRevision)
            }
            return lose(.moved, to: item, record)
        }
        if let age = record.age, age < item.age { return .write(age, replaces: item.modRevision) }
        let end = endOfPatience(item, around)
        return around.now < end ? .wait(end) : lose(.taken, to: item, record)
    }

    /// Until when another relay may remove a registration that is in the way.
    private func endOfPatience(_ item: DirectoryItem, _ around: Surroundings) -> NIODeadline {
        if restores.isDoubtful(item, at: around.now) { return restores.settled }
        return around.lastFailure.map { $0 + around.limits.patience } ?? around.now
    }

    /// Another relay's registration stands in the way: asks etcd whether it is there, before the publication ends.
    private func lose(_ refusal: PublicationRefusal, to item: DirectoryItem, _ record: Record) -> Decision {
        record.confirmed == item.modRevision ? .refuse(refusal) : .write(record.age, replaces: nil)
    }

    // MARK: Answers

    /// A request was answered.
    ///
    /// - Parameter lease: The lease of the request.
    /// - Returns: The revision of the answer, and the one that was known before the request; `nil` for an answer without.
    mutating func answered(
        _ name: StreamName,
        _ number: Int,
        _ answer: WriteAnswer,
        lease: Int64,
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) -> (answer: Int64, known: Int64)? {
        guard var record = records[name], let request = record.request, request.number == number else { return nil }
        // An answer from before a backup says nothing of what is there now.
        let answer = request.restores == restores.count ? answer : .failed
        pace.requestEnded(hasFailed: answer == .failed, limits, at: now, using: &generator)
        record.request = nil
        defer { records[name] = record }
        switch answer {
        case .done(let revision):
            record.pause.reset()
            record.differences = 0
            lookAt(name)
            guard let registration = request.registration else {
                (record.mayExist, record.isRegistered) = (false, false)
                (record.age, record.written, record.answer) = (nil, nil, (nil, revision))
                return (revision, request.known)
            }
            let item = DirectoryItem(
                key: name.description,
                registration: registration,
                createRevision: revision,
                modRevision: revision,
                lease: lease
            )
            let isWanted = record.wanted?.publisher == registration.publisher
            if isWanted { (record.age, record.written) = (item.age, revision) }
            record.answer = (item, revision)
            return (revision, request.known)
        case .differs(let item, let revision):
            record.pause.reset()
            (record.answer, record.confirmed) = ((item, revision), item?.modRevision)
            if request.registration == nil {
                (record.mayExist, record.age, record.written) = (false, nil, nil)
            }
            record.differences += 1
            // The directory changes quickly, or is another one than was known.
            if record.differences > 2 {
                waiting[name] = now + limits.shortestPause.random(from: 0.5, using: &generator)
            } else {
                lookAt(name, isUrgent: isOfOther(item))
            }
            return (revision, request.known)
        case .leaseMissing:
            // The lease's loss says when it is written again.
            record.mayExist = false
            lookAt(name)
            return nil
        case .failed:
            waiting[name] = now + record.pause.next(limits, using: &generator)
            return nil
        }
    }
}
