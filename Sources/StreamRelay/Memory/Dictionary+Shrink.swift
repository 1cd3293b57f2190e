/// The capacity up to which a dictionary keeps its memory.
private let keptCapacity = 1_024

extension Dictionary {
    /// Releases the memory of keys that were removed. A dictionary otherwise keeps room for as many as it ever had.
    mutating func shrink() {
        guard capacity > keptCapacity, count < capacity / 4 else { return }
        var smaller = Self(minimumCapacity: count)
        for (key, value) in self { smaller[key] = value }
        self = smaller
    }
}
