import DequeModule
import NIOCore
import Platform
import StreamProtocol

/// The streams of a relay in the order of their changes. A client that lists them is a position in this order.
///
/// Each change of a stream gets the next number. The directory keeps the last change of each stream, so it is as long
/// as the relay has streams, plus a bounded number of streams that are gone.
struct StreamDirectory: Sendable {
    /// The streams that are gone and still have their place. A client that was not told of one before it is forgotten
    /// begins its list again.
    static let maximumGone = 1_024

    private struct Change {
        let number: UInt64
        let name: StreamName
    }

    private struct Record {
        var entry: StreamList.Entry
        var number: UInt64
    }

    private var records: [StreamName: Record] = [:]
    /// In order. A change that a later one has replaced stays until the next ``compact()``.
    private var changes: Deque<Change> = []
    private var goneCount = 0
    /// The number of the newest change.
    private(set) var newest: UInt64 = 0
    /// The number of the newest change that was forgotten.
    private(set) var forgotten: UInt64 = 0

    /// Takes the streams of this moment.
    mutating func update(_ entries: [StreamList.Entry]) {
        var present: Set<StreamName> = []
        present.reserveCapacity(entries.count)
        for entry in entries {
            present.insert(entry.name)
            if records[entry.name]?.entry != entry { record(entry) }
        }
        if records.count - goneCount > present.count {
            let lost = records.values.filter { $0.entry.state != .gone && !present.contains($0.entry.name) }
            for record in lost.map(\.entry.name).sorted(by: { $0.description < $1.description }) {
                self.record(StreamList.Entry(name: record, state: .gone, kinds: []))
            }
        }
        if goneCount > Self.maximumGone || changes.count > 2 * records.count + Self.maximumGone { compact() }
    }

    private mutating func record(_ entry: StreamList.Entry) {
        if records[entry.name]?.entry.state == .gone { goneCount -= 1 }
        if entry.state == .gone { goneCount += 1 }
        newest += 1
        records[entry.name] = Record(entry: entry, number: newest)
        changes.append(Change(number: newest, name: entry.name))
    }

    /// Forgets changes that were replaced, and the oldest streams that are gone.
    private mutating func compact() {
        changes.removeAll { records[$0.name]?.number != $0.number }
        guard goneCount > Self.maximumGone / 2 else { return }
        var excess = goneCount - Self.maximumGone / 2
        for change in changes where excess > 0 && records[change.name]?.entry.state == .gone {
            records[change.name] = nil
            forgotten = change.number
            goneCount -= 1
            excess -= 1
        }
        changes.removeAll { records[$0.name] == nil }
    }

    /// The changes after this number, oldest first, as far as they go into one message.
    ///
    /// - Parameters:
    ///   - limit: Changes to look at.
    ///   - isWanted: Whether the relay sends the client the change of this number.
    /// - Returns: The entries, the number of the last change that was looked at, and how many were.
    func changes(
        after number: UInt64,
        atMost limit: Int,
        where isWanted: (StreamList.Entry, UInt64) -> Bool
    ) -> (entries: [StreamList.Entry], last: UInt64, count: Int) {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].number > number { high = middle } else { low = middle + 1 }
        }
        var entries: [StreamList.Entry] = []
        var (last, count, length) = (number, 0, 0)
        for change in changes[low...] {
            guard count < limit else { return (entries, last, count) }
            if let record = records[change.name], record.number == change.number,
                isWanted(record.entry, change.number)
            {
                length += record.entry.length
                guard length <= StreamList.maximumEntriesLength else { return (entries, last, count) }
                entries.append(record.entry)
            }
            count += 1
            last = change.number
        }
        return (entries, newest, count)
    }
}

/// The directory that all lists of a relay share. May be used from any thread.
///
/// Nothing is gathered while no client lists streams.
final class SharedStreamDirectory: Sendable {
    /// The time between two looks at the streams: changes within it are sent together.
    static let refreshInterval = TimeAmount.milliseconds(200)

    private struct State {
        var directory = StreamDirectory()
        var refreshedAt: NIODeadline?
    }

    private let state = Mutex(State())

    /// The directory, not older than the interval.
    ///
    /// - Parameter elsewhere: Returns the streams of other relays.
    func current(
        of registry: StreamRegistry,
        and elsewhere: () -> [StreamList.Entry] = { [] },
        at now: NIODeadline
    ) -> StreamDirectory {
        state.withLock { state in
            if let refreshedAt = state.refreshedAt, now - refreshedAt < Self.refreshInterval { return state.directory }
            state.refreshedAt = now
            var entries = registry.all().map(\.listEntry)
            // A stream that only has waiting viewers here may be live elsewhere.
            let known = Set(entries.filter { $0.state != .waiting }.map(\.name))
            let others = elsewhere().filter { !known.contains($0.name) }
            if !others.isEmpty {
                let names = Set(others.map(\.name))
                entries.removeAll { names.contains($0.name) }
            }
            state.directory.update(entries + others)
            return state.directory
        }
    }
}
