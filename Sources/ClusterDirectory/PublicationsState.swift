import DequeModule
import NIOCore
import StreamProtocol

/// The publications of this relay, and their registrations in the directory: for each name what is wanted, what may be
/// there, and the request between both. One request of a name is outstanding at a time.
///
/// Decisions that end a publication need an answer of etcd: what is known may be old.
struct PublicationsState: Sendable {
    private struct Wanted: Hashable {
        let publisher: PublisherDigest
        /// The number of the publication, newest if its publisher has connected again.
        var publication: UInt64
    }

    private struct Record {
        /// `nil` after the publication's end, until its registration has gone.
        var wanted: Wanted?
        /// The revision at which the publisher was registered first; `nil` before that.
        var since: Int64?
        /// The highest revision at which this publication was written.
        var written: Int64?
        /// Whether the directory may have it with the lease of now.
        var mayExist = false
        var isRegistered = false
        var request: Request?
        /// What the last answer has said of the key, and of which revision.
        var answer: (item: DirectoryItem?, revision: Int64)?
        /// The mod revision of another relay's registration that etcd has confirmed.
        var confirmed: Int64?

        /// The newest that is known of the key.
        func item(_ key: String, in view: DirectoryView) -> DirectoryItem? {
            guard let answer, answer.revision > view.moment?.revision ?? 0 else { return view.items[key] }
            return answer.item
        }
        var pause = RetryPause()
        /// Answers in a row that another state was there than was known.
        var differences = 0
    }

    private struct Request: Hashable {
        let number: Int
        /// The revision that was known when it was made.
        let known: Int64
        /// What is written; `nil` for a removal.
        var registration: Registration?
    }

    /// What a record needs to decide.
    struct Surroundings {
        let view: DirectoryView
        let lease: Int64?
        let limits: DirectoryLimits
    }

    private let relay: RelayID
    /// Where other relays connect to this one.
    let address: String
    private var records: [StreamName: Record] = [:]
    /// The names to look at, in order.
    private var ready: Deque<StreamName> = []
    /// The names in ``ready``.
    private var isReady: Set<StreamName> = []
    /// The names to look at later.
    private var waiting: [StreamName: NIODeadline] = [:]
    private var inFlight = 0
    private var lastNumber = 0
    private var tokens: Double
    private var refilledAt: NIODeadline
    /// The newest revision when this relay began: registrations with its address up to there are those of its earlier
    /// life.
    var firstRevision: Int64?

    init(_ relay: RelayID, at address: String, _ limits: DirectoryLimits, now: NIODeadline) {
        self.relay = relay
        self.address = address
        tokens = Double(limits.writeBurst)
        refilledAt = now
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

    // MARK: Events

    mutating func began(
        _ name: StreamName,
        _ publisher: PublisherDigest,
        _ publication: UInt64,
        _ limits: DirectoryLimits
    ) {
        let wanted = Wanted(publisher: publisher, publication: publication)
        if var record = records[name] {
            if record.wanted.map({ $0.publisher != publisher }) ?? true {
                (record.since, record.written, record.isRegistered) = (nil, nil, false)
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
            // A backup has a registration whose publication has ended.
            records[name] = Record(mayExist: true)
            return lookAt(name)
        }
        guard let record = records[name], record.request == nil else { return }
        // Others lose theirs at the same moment.
        if item == nil, waiting[name] != nil { return }
        if item == nil, record.isRegistered {
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

    /// The lease has gone, and all registrations with it.
    mutating func leaseLost(
        _ limits: DirectoryLimits,
        at now: NIODeadline,
        using generator: inout some RandomNumberGenerator
    ) {
        for name in Array(records.keys) {
            guard let record = records[name] else { continue }
            if record.wanted == nil, record.request == nil {
                records[name] = nil
                continue
            }
            records[name]?.mayExist = record.request != nil
            records[name]?.isRegistered = false
            waiting[name] = now + limits.registrationSpread.random(using: &generator)
        }
    }

    private mutating func lookAt(_ name: StreamName) {
        waiting[name] = nil
        if isReady.insert(name).inserted { ready.append(name) }
    }

    // MARK: Requests

    /// Time has passed: what waited is due.
    mutating func tick(at now: NIODeadline) {
        let due = waiting.filter { $0.value <= now }
        for name in due.keys { lookAt(name) }
    }

    /// The next requests, as many as may be made now.
    mutating func takeActions(_ around: Surroundings, at now: NIODeadline) -> [DirectoryAction] {
        refill(around.limits, at: now)
        var actions: [DirectoryAction] = []
        while inFlight < around.limits.writesInFlight, tokens >= 1, let name = ready.popFirst() {
            isReady.remove(name)
            guard let action = next(name, around) else { continue }
            actions.append(action)
        }
        return actions
    }

    private mutating func refill(_ limits: DirectoryLimits, at now: NIODeadline) {
        guard now > refilledAt else { return }
        let gained = Double((now - refilledAt).nanoseconds) * Double(limits.writesPerSecond) / 1e9
        tokens = min(Double(limits.writeBurst), tokens + gained)
        refilledAt = now
    }

    /// What the record of a name needs; `nil` if that is nothing now.
    private mutating func next(_ name: StreamName, _ around: Surroundings) -> DirectoryAction? {
        guard var record = records[name], record.request == nil else { return nil }
        guard let wanted = record.wanted else {
            guard record.mayExist, let lease = around.lease else {
                records[name] = nil
                return nil
            }
            let request = makeRequest(around)
            record.request = request
            records[name] = record
            return .remove(DirectoryRemoval(number: request.number, key: name.description, lease: lease))
        }
        // Without a lease, the record waits for one.
        guard let lease = around.lease else {
            record.isRegistered = false
            records[name] = record
            return nil
        }
        switch decide(record, wanted, record.item(name.description, in: around.view), lease, around.view) {
        case .registered(let item):
            (record.isRegistered, record.mayExist, record.differences) = (true, true, 0)
            (record.since, record.written, record.confirmed) = (item.since, item.modRevision, nil)
            records[name] = record
            return nil
        case .refuse(let refusal):
            records[name] = nil
            return .refuse(name, publication: wanted.publication, refusal)
        case .write(let since, let replaces):
            var request = makeRequest(around)
            let registration = Registration(address: address, publisher: wanted.publisher, relay: relay, since: since)
            request.registration = registration
            (record.request, record.mayExist, record.isRegistered) = (request, true, false)
            records[name] = record
            return .write(
                DirectoryWrite(
                    number: request.number,
                    key: name.description,
                    registration: registration,
                    lease: lease,
                    replaces: replaces
                )
            )
        }
    }

    private mutating func makeRequest(_ around: Surroundings) -> Request {
        lastNumber += 1
        inFlight += 1
        tokens -= 1
        return Request(number: lastNumber, known: around.view.moment?.revision ?? 0)
    }

    // MARK: Decisions

    private enum Decision {
        case registered(DirectoryItem)
        case write(since: Int64?, replaces: Int64?)
        case refuse(PublicationRefusal)
    }

    private func decide(
        _ record: Record,
        _ wanted: Wanted,
        _ item: DirectoryItem?,
        _ lease: Int64,
        _ view: DirectoryView
    ) -> Decision {
        guard let item else { return .write(since: record.since, replaces: nil) }
        // A publisher that comes now is younger than everything that is known.
        let newest = max(item.modRevision, view.moment?.revision ?? 0)
        guard let other = item.registration else {
            return .write(since: record.since ?? newest, replaces: item.modRevision)
        }
        let isSamePublisher = other.publisher == wanted.publisher
        if other.relay == relay {
            if isSamePublisher, item.lease == lease { return .registered(item) }
            return .write(since: isSamePublisher ? item.since : record.since ?? newest, replaces: item.modRevision)
        }
        if isOfEarlierLife(item) {
            return .write(since: isSamePublisher ? item.since : record.since ?? newest, replaces: item.modRevision)
        }
        if isSamePublisher {
            // The publisher has moved: to this relay if it was not registered here before.
            guard let written = record.written, written < item.modRevision else {
                return .write(since: min(item.since, record.since ?? item.since), replaces: item.modRevision)
            }
            return lose(.moved, to: item, record)
        }
        if let since = record.since, since < item.since { return .write(since: since, replaces: item.modRevision) }
        return lose(.taken, to: item, record)
    }

    /// Another relay's registration stands in the way: asks etcd whether it is there, before the publication ends.
    private func lose(_ refusal: PublicationRefusal, to item: DirectoryItem, _ record: Record) -> Decision {
        record.confirmed == item.modRevision ? .refuse(refusal) : .write(since: record.since, replaces: nil)
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
        inFlight -= 1
        record.request = nil
        defer { records[name] = record }
        switch answer {
        case .done(let revision):
            record.pause.reset()
            record.differences = 0
            lookAt(name)
            guard let registration = request.registration else {
                (record.mayExist, record.isRegistered) = (false, false)
                (record.since, record.written, record.answer) = (nil, nil, (nil, revision))
                return (revision, request.known)
            }
            let isWanted = record.wanted?.publisher == registration.publisher
            if isWanted { (record.since, record.written) = (registration.since ?? revision, revision) }
            let item = DirectoryItem(
                key: name.description,
                registration: registration,
                createRevision: revision,
                modRevision: revision,
                lease: lease
            )
            record.answer = (item, revision)
            return (revision, request.known)
        case .differs(let item, let revision):
            record.pause.reset()
            (record.answer, record.confirmed) = ((item, revision), item?.modRevision)
            if request.registration == nil {
                (record.mayExist, record.since, record.written) = (false, nil, nil)
            }
            record.differences += 1
            // The directory changes quickly, or is another one than was known.
            if record.differences > 2 {
                waiting[name] = now + limits.shortestPause.random(from: 0.5, using: &generator)
            } else {
                lookAt(name)
            }
            return (revision, request.known)
        case .leaseMissing:
            record.mayExist = false
            waiting[name] = now + limits.registrationSpread.random(using: &generator)
            return nil
        case .failed:
            waiting[name] = now + record.pause.next(limits, using: &generator)
            return nil
        }
    }

    /// There is a lease again.
    mutating func leaseGranted() {
        for (name, record) in records where record.wanted != nil && waiting[name] == nil && !record.isRegistered {
            lookAt(name)
        }
    }
}
