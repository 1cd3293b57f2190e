import NIOCore

/// Which connection an admin listener closes for a newcomer where it has all that it may have: one that has been silent
/// for longest. A probe that has just come and a request that is being answered are the last to go.
struct EvictionOrder {
    private struct Entry {
        var lastHeard: NIODeadline
        var isAnswering = false
    }

    /// The most connections at a time.
    let capacity: Int
    private var entries: [UInt64: Entry] = [:]
    private var lastID: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Connections that there are.
    var count: Int { entries.count }

    /// Takes a new connection in.
    ///
    /// - Returns: Its number, and that of the one that must be closed for it.
    mutating func open(at now: NIODeadline) -> (id: UInt64, evicted: UInt64?) {
        let evicted = entries.count < capacity ? nil : evict()
        lastID += 1
        entries[lastID] = Entry(lastHeard: now)
        return (lastID, evicted)
    }

    /// Bytes came.
    mutating func heard(_ id: UInt64, at now: NIODeadline) {
        entries[id]?.lastHeard = now
    }

    /// A whole request came, or its answer is sent.
    mutating func setAnswering(_ id: UInt64, _ isAnswering: Bool, at now: NIODeadline) {
        entries[id]?.isAnswering = isAnswering
        entries[id]?.lastHeard = now
    }

    /// Takes out the connection that is to go first.
    ///
    /// - Returns: Its number; `nil` where there is none.
    mutating func evict() -> UInt64? {
        let first = entries.min { left, right in
            if left.value.isAnswering != right.value.isAnswering { return !left.value.isAnswering }
            return (left.value.lastHeard, left.key) < (right.value.lastHeard, right.key)
        }
        if let first { entries[first.key] = nil }
        return first?.key
    }

    mutating func closed(_ id: UInt64) {
        entries[id] = nil
    }
}
