import DequeModule
import NIOCore
import StreamProtocol

/// What a relay knows of a directory: its keys, and the registrations that have gone a moment ago.
struct DirectoryView: Sendable {
    private struct Departure {
        let name: StreamName
        let until: NIODeadline
    }

    private(set) var items: [String: DirectoryItem] = [:]
    /// The bytes of all keys.
    private var keyBytes = 0
    /// Every change up to here is known. Later ones may be.
    private(set) var moment: DirectoryMoment?
    /// The registrations that have gone.
    private var departed: [StreamName: (registration: Registration, until: NIODeadline)] = [:]
    private var departures: Deque<Departure> = []
    /// Whether there are keys that are not remembered.
    private(set) var isIncomplete = false

    /// The revision at which a key was changed last; `nil` without any.
    var newestRevision: Int64? { items.values.lazy.map(\.modRevision).max() }

    /// The registration of the stream that went a moment ago.
    func departed(_ name: StreamName) -> Registration? { departed[name]?.registration }

    /// Everything was read.
    ///
    /// - Returns: The streams whose registrations are others now.
    mutating func replace(
        with new: [String: DirectoryItem],
        _ moment: DirectoryMoment,
        isIncomplete: Bool,
        from limits: DirectoryLimits,
        at now: NIODeadline
    ) -> Set<StreamName> {
        let old = items
        items = new
        keyBytes = new.keys.reduce(0) { $0 + $1.utf8.count }
        self.moment = moment
        self.isIncomplete = isIncomplete
        var changed: Set<StreamName> = []
        for (key, item) in old where new[key]?.registration != item.registration {
            guard let name = try? StreamName(key) else { continue }
            changed.insert(name)
            if new[key]?.registration == nil { depart(name, item, limits, at: now) }
        }
        for (key, item) in new where item.registration != nil && old[key]?.registration != item.registration {
            guard let name = try? StreamName(key) else { continue }
            changed.insert(name)
            departed[name] = nil
        }
        return changed
    }

    /// A watch has told everything up to a revision.
    mutating func reached(_ revision: Int64) {
        guard let moment, revision > moment.revision else { return }
        self.moment?.revision = revision
    }

    /// A key has this value now.
    ///
    /// - Returns: The stream, if its registration is another one than before.
    mutating func put(_ item: DirectoryItem, _ limits: DirectoryLimits) -> StreamName? {
        let old = items[item.key]
        guard old.map({ $0.modRevision < item.modRevision }) ?? true else { return nil }
        if old == nil {
            guard limits.allow(item.key, beside: items.count, keyBytes) else {
                isIncomplete = true
                return nil
            }
            keyBytes += item.key.utf8.count
        }
        items[item.key] = item
        guard old?.registration != item.registration, let name = try? StreamName(item.key) else { return nil }
        if item.registration != nil { departed[name] = nil }
        return name
    }

    /// A key was removed at a revision.
    ///
    /// - Returns: The stream, if it was registered.
    mutating func delete(
        _ key: String,
        at revision: Int64,
        _ limits: DirectoryLimits,
        now: NIODeadline
    ) -> StreamName? {
        guard let old = items[key], old.modRevision < revision else { return nil }
        items[key] = nil
        keyBytes -= key.utf8.count
        guard old.registration != nil, let name = try? StreamName(key) else { return nil }
        depart(name, old, limits, at: now)
        return name
    }

    private mutating func depart(
        _ name: StreamName,
        _ item: DirectoryItem,
        _ limits: DirectoryLimits,
        at now: NIODeadline
    ) {
        guard let registration = item.registration, departures.count < limits.items else { return }
        let until = now + limits.departureTime
        departed[name] = (registration, until)
        departures.append(Departure(name: name, until: until))
    }

    /// Forgets where streams were long ago.
    ///
    /// - Returns: These streams.
    mutating func expire(at now: NIODeadline) -> Set<StreamName> {
        var expired: Set<StreamName> = []
        while let first = departures.first, first.until <= now {
            departures.removeFirst()
            guard departed[first.name]?.until == first.until else { continue }
            departed[first.name] = nil
            expired.insert(first.name)
        }
        return expired
    }
}
