import NIOCore

/// The backups with which etcd has come back, as far as a relay has noticed.
struct RestoreHistory: Sendable {
    private(set) var count = 0
    /// The revision when the last one was noticed. Keys that were changed last up to there may be of publications that
    /// have ended since the backup was made.
    private(set) var revision: Int64 = 0
    /// Until then, relays have written again what they have, and the leases of relays that are gone have ended.
    private(set) var settled: NIODeadline

    init(now: NIODeadline) { settled = now }

    /// etcd has come back with a backup, or is another one.
    mutating func noticed(at revision: Int64, _ limits: DirectoryLimits, now: NIODeadline) {
        count += 1
        self.revision = revision
        settled = now + limits.restoreTime
    }

    /// Whether a registration may be one that only a backup has.
    func isDoubtful(_ item: DirectoryItem, at now: NIODeadline) -> Bool {
        item.modRevision <= revision && now < settled
    }
}
