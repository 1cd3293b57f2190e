import NIOCore
import StreamProtocol

/// The position of a client of the role list in the order of changes, and what it is sent next.
struct ListCursor {
    /// Changes that are looked at in one turn, so that a long list delays no frame.
    static let changesPerTurn = 1_024

    private let folder: StreamName
    private(set) var patterns: [StreamPattern]
    /// The number of the last change that was sent to the client.
    private var position: UInt64 = 0
    /// The number of the newest change when the list began. Streams that were gone by then are not in it.
    private var start: UInt64 = 0
    /// Whether the next message begins a list.
    private var isNew = true
    /// Whether the last message said that more follows.
    private var isIncomplete = false

    init(_ folder: StreamName, visibleBy patterns: [StreamPattern]) {
        self.folder = folder
        self.patterns = patterns
    }

    /// The token now allows other streams: the list begins again.
    mutating func apply(_ patterns: [StreamPattern]) {
        guard patterns != self.patterns else { return }
        self.patterns = patterns
        begin()
    }

    private mutating func begin() {
        position = 0
        isNew = true
    }

    /// The next message.
    ///
    /// - Parameter limit: Changes to look at.
    /// - Returns: The message, and the changes that were looked at; no message where the client knows everything, or
    ///   none of these changes concerns it.
    mutating func next(in directory: StreamDirectory, atMost limit: Int) -> (message: StreamList?, count: Int) {
        if position < directory.forgotten, !isNew { begin() }
        if isNew { start = directory.newest }
        let start = start
        let (entries, last, count) = directory.changes(after: position, atMost: limit) { entry, number in
            (entry.state != .gone || number > start) && isVisible(entry.name)
        }
        let isComplete = last == directory.newest
        position = last
        guard isNew || !entries.isEmpty || (isIncomplete && isComplete) else { return (nil, count) }
        let message = StreamList(isNew: isNew, hasMore: !isComplete, entries: entries)
        isNew = false
        isIncomplete = !isComplete
        return (message, count)
    }

    /// Whether every change was sent to the client.
    func isCurrent(in directory: StreamDirectory) -> Bool { !isNew && position == directory.newest }

    private func isVisible(_ name: StreamName) -> Bool {
        name.isBelow(folder) && (patterns.contains(.all) || patterns.contains { $0.matches(name) })
    }
}
