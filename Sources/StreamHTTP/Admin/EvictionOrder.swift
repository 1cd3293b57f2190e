import NIOCore

/// Decides which connection an admin listener closes when it has too many: the one that has been idle for longest. New
/// connections and connections with a request that is being answered come last.
struct EvictionOrder {
    private struct Entry {
        var lastActivity: NIODeadline
        var isResponding = false
    }

    /// The most connections.
    let capacity: Int
    private var entries: [UInt64: Entry] = [:]
    private var lastID: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of connections.
    var count: Int { entries.count }

    /// Adds a new connection.
    ///
    /// - Returns: Its number, and the number of the connection to close for it.
    mutating func open(at now: NIODeadline) -> (id: UInt64, evicted: UInt64?) {
        let evicted = entries.count < capacity ? nil : evict()
        lastID += 1
        entries[lastID] = Entry(lastActivity: now)
        return (lastID, evicted)
    }

    /// Bytes arrived.
    mutating func recordActivity(_ id: UInt64, at now: NIODeadline) {
        entries[id]?.lastActivity = now
    }

    /// A whole request arrived, or its response is sent.
    mutating func setResponding(_ id: UInt64, _ isResponding: Bool, at now: NIODeadline) {
        entries[id]?.isResponding = isResponding
        entries[id]?.lastActivity = now
    }

    /// Removes the first connection in the order.
    ///
    /// - Returns: Its number; `nil` if there is none.
    mutating func evict() -> UInt64? {
        let first = entries.min { left, right in
            if left.value.isResponding != right.value.isResponding { return !left.value.isResponding }
            return (left.value.lastActivity, left.key) < (right.value.lastActivity, right.key)
        }
        if let first { entries[first.key] = nil }
        return first?.key
    }

    mutating func closed(_ id: UInt64) {
        entries[id] = nil
    }
}
