import StreamClient
import StreamProtocol

/// Which of several streams are published, which wait for their next attempt, and what a new file changes.
///
/// A value without I/O and without a clock: the caller performs the actions and says how they ended.
struct PublishSchedule: Sendable {
    typealias Stream = StreamsFile.Stream

    enum Action: Hashable, Sendable {
        case start(Stream)
        /// Ends a stream that is published, or interrupts it, so that its viewers wait.
        case stop(StreamName, endsStream: Bool)
        /// Calls ``waited(_:attempt:)`` after this time.
        case wait(StreamName, attempt: Int, Duration)
    }

    /// How an attempt ended.
    enum Outcome: Hashable, Sendable {
        /// A file was sent to its end.
        case finished
        /// The input or the relay failed, or a live input ended.
        case failed
    }

    private enum Phase {
        case running
        /// It was told to stop; then it begins again with these options, or is gone.
        case stopping(then: Stream?)
        case waiting
        case finished
    }

    private struct Entry {
        var stream: Stream
        var phase = Phase.running
        var backoff = Backoff()
        /// Tells a wait from earlier ones.
        var attempt = 0
    }

    private var entries: [StreamName: Entry] = [:]
    private var isStopping = false

    /// Whether nothing is left to do: every stream has finished, or was stopped.
    var isDone: Bool {
        entries.values.allSatisfy {
            switch $0.phase {
            case .running, .stopping: false
            case .waiting: isStopping
            case .finished: true
            }
        }
    }

    /// Publishes these streams and no others. Those that are as before go on.
    mutating func apply(_ streams: [Stream]) -> [Action] {
        guard !isStopping else { return [] }
        var actions: [Action] = []
        let names = Set(streams.map(\.name))
        for name in entries.keys.sorted(by: { $0.description < $1.description }) where !names.contains(name) {
            switch entries[name]?.phase {
            case .running:
                entries[name]?.phase = .stopping(then: nil)
                actions.append(.stop(name, endsStream: true))
            case .stopping: entries[name]?.phase = .stopping(then: nil)
            default: entries[name] = nil
            }
        }
        for stream in streams {
            let entry = entries[stream.name]
            switch entry?.phase {
            case .stopping: entries[stream.name]?.phase = .stopping(then: stream)
            case _ where entry?.stream == stream: break
            case .running:
                entries[stream.name]?.phase = .stopping(then: stream)
                actions.append(.stop(stream.name, endsStream: false))
            default:
                entries[stream.name] = Entry(stream: stream, attempt: (entry?.attempt ?? 0) + 1)
                actions.append(.start(stream))
            }
        }
        return actions
    }

    /// An attempt has ended.
    ///
    /// - Parameter lasted: How long it lasted.
    mutating func ended(
        _ name: StreamName,
        _ outcome: Outcome,
        after lasted: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> Action? {
        guard var entry = entries[name] else { return nil }
        defer { if entries[name] != nil { entries[name] = entry } }
        if case .stopping(let next?) = entry.phase, !isStopping {
            entry = Entry(stream: next, attempt: entry.attempt + 1)
            return .start(next)
        }
        guard case .running = entry.phase, !isStopping else {
            entries[name] = nil
            return nil
        }
        guard outcome == .failed else {
            entry.phase = .finished
            return nil
        }
        entry.phase = .waiting
        entry.attempt += 1
        return .wait(name, attempt: entry.attempt, entry.backoff.next(afterConnectionOf: lasted, using: &generator))
    }

    /// The wait of this attempt is over.
    mutating func waited(_ name: StreamName, attempt: Int) -> Action? {
        guard !isStopping, let entry = entries[name], case .waiting = entry.phase, entry.attempt == attempt else {
            return nil
        }
        entries[name]?.phase = .running
        return .start(entry.stream)
    }

    /// Begins nothing from now on.
    mutating func stop() { isStopping = true }
}
