import ClusterDirectory
import NIOCore

/// etcd, as far as a directory uses it: keys with revisions, leases, and the changes since a compaction.
struct EtcdModel {
    private struct Lease {
        let seconds: Int
        var end: NIODeadline
    }

    private(set) var moment = DirectoryMoment(cluster: 7, revision: 1)
    private(set) var items: [String: DirectoryItem] = [:]
    private(set) var changes: [(revision: Int64, change: DirectoryChange)] = []
    private var leases: [Int64: Lease] = [:]
    private var lastLease: Int64 = 100
    /// Changes up to here are not known any more.
    private var compacted: Int64 = 0

    // MARK: Leases

    mutating func grant(_ seconds: Int, at now: NIODeadline) -> Int64 {
        lastLease += 1
        leases[lastLease] = Lease(seconds: seconds, end: now + .seconds(Int64(seconds)))
        return lastLease
    }

    mutating func keep(_ id: Int64, at now: NIODeadline) -> Bool {
        guard let lease = leases[id] else { return false }
        leases[id]?.end = now + .seconds(Int64(lease.seconds))
        return true
    }

    mutating func revoke(_ id: Int64) {
        leases[id] = nil
        let gone = items.values.filter { $0.lease == id }.map(\.key).sorted()
        guard !gone.isEmpty else { return }
        // One revision removes all of them.
        moment.revision += 1
        for key in gone {
            items[key] = nil
            changes.append((moment.revision, .deleted(key: key, revision: moment.revision)))
        }
    }

    mutating func expireLeases(at now: NIODeadline) {
        for (id, lease) in leases.sorted(by: { $0.key < $1.key }) where lease.end <= now { revoke(id) }
    }

    /// All leases get their whole time, as after any start.
    mutating func renewLeases(at now: NIODeadline) {
        for (id, lease) in leases { leases[id]?.end = now + .seconds(Int64(lease.seconds)) }
    }

    mutating func revokeAllLeases() {
        for id in leases.keys.sorted() { revoke(id) }
    }

    func hasLease(_ id: Int64) -> Bool { leases[id] != nil }

    // MARK: Keys

    mutating func write(_ write: DirectoryWrite) -> WriteAnswer {
        guard items[write.key]?.modRevision == write.replaces else {
            return .differs(items[write.key], revision: moment.revision)
        }
        guard leases[write.lease] != nil else { return .leaseMissing }
        put(write.key, write.registration, lease: write.lease)
        return .done(revision: moment.revision)
    }

    mutating func put(_ key: String, _ registration: Registration?, lease: Int64 = 0) {
        moment.revision += 1
        let item = DirectoryItem(
            key: key,
            registration: registration,
            createRevision: items[key]?.createRevision ?? moment.revision,
            modRevision: moment.revision,
            lease: lease
        )
        items[key] = item
        changes.append((moment.revision, .put(item)))
    }

    mutating func remove(_ removal: DirectoryRemoval) -> WriteAnswer {
        guard items[removal.key]?.lease == removal.lease else {
            return .differs(items[removal.key], revision: moment.revision)
        }
        moment.revision += 1
        items[removal.key] = nil
        changes.append((moment.revision, .deleted(key: removal.key, revision: moment.revision)))
        return .done(revision: moment.revision)
    }

    /// A page of the keys of now. A page of an earlier revision is refused, as after a compaction.
    func page(_ read: DirectoryRead) -> Result<DirectoryPage, RequestFailure> {
        if let revision = read.revision, revision != moment.revision { return .failure(.compacted) }
        let sorted = items.values.filter { item in read.after.map { item.key > $0 } ?? true }.sorted { $0.key < $1.key }
        let page = Array(sorted.prefix(read.limit))
        return .success(DirectoryPage(moment: moment, items: page, hasMore: sorted.count > page.count))
    }

    func summary(isWhole: Bool) -> DirectorySummary {
        let newest = isWhole ? items.values.max { $0.modRevision < $1.modRevision } : nil
        return DirectorySummary(moment: moment, count: items.count, newest: newest, isWhole: isWhole)
    }

    /// - Returns: `nil` if some of the changes are not known any more.
    func changes(from revision: Int64) -> [DirectoryChange]? {
        guard revision > compacted else { return nil }
        return changes.filter { $0.revision >= revision }.map(\.change)
    }

    mutating func compact() {
        compacted = moment.revision
        changes = []
    }

    /// The directory becomes what it was, in a cluster with another number, as a restored one should have. (The small
    /// revisions of a course would soon be the same as before.)
    mutating func restore(_ backup: EtcdModel, at now: NIODeadline) {
        let (last, cluster) = (lastLease, moment.cluster)
        self = backup
        (lastLease, moment.cluster) = (last, cluster + 1)
        renewLeases(at: now)
    }
}
