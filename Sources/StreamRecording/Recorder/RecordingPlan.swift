import StreamProtocol

/// Decides which streams are recorded: those that are there, and are switched on.
struct RecordingPlan: Sendable {
    /// Streams that are recorded at the same time at most. Each has a thread, a connection and a queue.
    static let capacity = 1_000

    /// What is to be done.
    enum Action: Hashable, Sendable {
        /// Begin to record a stream of a source.
        case start(StreamName, source: Int)
        case stop(StreamName)
    }

    /// A stream that is known.
    struct Entry: Hashable, Sendable {
        let source: Int
        /// Whether the relay has it, or is to be asked for it all the time.
        var isPresent: Bool
        var isOn: Bool
        var isRunning = false
        var isStopping = false
    }

    private(set) var entries: [StreamName: Entry] = [:]
    private let isPaused: Bool
    private var isEnded = false

    /// - Parameter isPaused: Whether streams are switched off at first.
    init(isPaused: Bool) {
        self.isPaused = isPaused
    }

    /// A stream is to be recorded whenever it is there.
    mutating func add(_ name: StreamName, source: Int) -> [Action] {
        guard insert(name, source) else { return [] }
        return update(name)
    }

    /// A source has these streams, and no others.
    ///
    /// - Returns: What is to be done, and streams that another source, or too many streams, keep from being recorded.
    mutating func list(_ names: Set<StreamName>, source: Int) -> (actions: [Action], refused: [StreamName]) {
        for (name, entry) in entries where entry.source == source && !names.contains(name) {
            entries[name]?.isPresent = false
        }
        var actions: [Action] = []
        var refused: [StreamName] = []
        for name in names.sorted(by: { $0.description < $1.description }) {
            if insert(name, source) { actions += update(name) } else { refused.append(name) }
        }
        return (actions, refused)
    }

    private mutating func insert(_ name: StreamName, _ source: Int) -> Bool {
        if let known = entries[name], known.source == source || known.isPresent || known.isRunning {
            guard known.source == source else { return false }
            entries[name]?.isPresent = true
            return true
        }
        if entries[name] == nil, entries.count >= Self.capacity {
            // Streams that went away make room.
            guard let gone = entries.first(where: { !$0.value.isPresent && !$0.value.isRunning }) else { return false }
            entries[gone.key] = nil
        }
        let isOn = entries[name]?.isOn ?? !isPaused
        entries[name] = Entry(source: source, isPresent: true, isOn: isOn)
        return true
    }

    /// Switches a stream on or off.
    ///
    /// - Returns: `nil` if it is not known.
    mutating func set(_ name: StreamName, isOn: Bool) -> [Action]? {
        guard entries[name] != nil else { return nil }
        entries[name]?.isOn = isOn
        return update(name)
    }

    /// A recording has ended.
    mutating func ended(_ name: StreamName) -> [Action] {
        entries[name]?.isRunning = false
        entries[name]?.isStopping = false
        return update(name)
    }

    /// All recordings end.
    mutating func end() -> [Action] {
        isEnded = true
        return entries.keys.sorted { $0.description < $1.description }.flatMap { update($0) }
    }

    /// Whether no recording runs.
    var isIdle: Bool { !entries.values.contains(where: \.isRunning) }

    private mutating func update(_ name: StreamName) -> [Action] {
        guard let entry = entries[name] else { return [] }
        let isWanted = entry.isOn && !isEnded
        if isWanted, entry.isPresent, !entry.isRunning {
            entries[name]?.isRunning = true
            return [.start(name, source: entry.source)]
        }
        if !isWanted, entry.isRunning, !entry.isStopping {
            entries[name]?.isStopping = true
            return [.stop(name)]
        }
        return []
    }
}
