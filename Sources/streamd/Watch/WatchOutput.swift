import Platform
import StreamClient
import StreamMedia
import StreamProtocol

/// Writes what a watcher receives, and prints changes of the stream on standard error.
actor WatchOutput {
    /// The output ends before the stream does.
    enum End: Error {
        /// As the user wants.
        case asWanted
        case failed(Failure)
    }

    private enum State {
        /// Nothing is written yet.
        case waiting
        case open(any OutputSink)
        /// A step failed, so no later one may be done: it would finish a file of which a part is missing.
        ///
        /// The sink is `nil` if a thread still writes to it, or if it was not opened.
        case failed((any OutputSink)?)
        case finished
    }

    private let open: @Sendable () async throws -> any OutputSink
    private let statistics: WatchStatistics?
    private var state = State.waiting
    /// Why the output did not end as the user wants; `nil` until it has ended.
    private(set) var failure: Failure?
    // It changes in place, so that the tables of a container are not copied.
    private var output: any StreamOutput
    private let isFile: Bool
    private var limit: DurationLimit?

    /// - Parameters:
    ///   - format: `nil` for one track in its own format.
    ///   - isFile: Whether the output can be written at any place.
    ///   - limit: When to end; `nil` for the end of the stream.
    ///   - open: Opens the output, before the first write.
    init(
        choice: TrackChoice,
        format: OutputFormat?,
        isFile: Bool,
        limit: DurationLimit?,
        statistics: WatchStatistics?,
        open: @escaping @Sendable () async throws -> any OutputSink
    ) {
        self.open = open
        self.limit = limit
        self.statistics = statistics
        self.isFile = isFile
        if let format, format.isContainer {
            output = ContainerOutput(choice, format: format, isFile: isFile)
        } else {
            output = ElementaryOutput(choice, codec: format?.codec)
        }
    }

    /// Handles an event; suspends while the output's reader is slow.
    func take(_ event: WatchEvent) async throws {
        switch event {
        case .connected(let welcome):
            statistics?.joined()
            if let history = welcome.history, welcome.state == .live {
                Terminal.printLine("The relay sends \(Double(history / 100) / 10) s of history.")
            }
        case .tracks(let table):
            statistics?.follow(table)
            try await perform(output.follow(table))
        case .frame(let frame): try await take(frame.protocolFrame)
        case .gap(let gap): take(gap)
        case .state(let state):
            if state == .interrupted { Terminal.printLine("The publisher is disconnected; waiting for its return.") }
        case .discontinuity(let discontinuity):
            // The epoch in the statistics shows the others.
            if discontinuity.isNewInstance { beginInstance() }
        case .clock(let estimate): statistics?.adopt(estimate)
        case .disconnected(let error, _) where error.ending?.code == .endOfStream:
            Terminal.printLine("The stream has ended; waiting for the next one.")
        case .disconnected(let error, let pause):
            Terminal.printLine("\(error.reason) Trying again in \(pause.inSeconds) s.")
        }
    }

    /// Finishes the output, after the last event. If a step failed, it only closes the output.
    ///
    /// - Parameter end: The error that ended the stream; `nil` at its own end.
    func finish(after end: (any Error)?) async {
        do {
            if let end { throw end }
        } catch {
            note(error)
        }
        do {
            switch state {
            case .finished: return
            case .failed(let sink): try await sink?.close()
            case .waiting, .open:
                try await perform(output.finish())
                if case .open(let sink) = state { try await sink.close() }
                // A file was asked for. A pipe may end empty by a signal.
                if case .waiting = state, isFile || !Task.isCancelled { throw Failure.nothingWritten }
            }
        } catch {
            note(error)
        }
        state = .finished
    }

    /// The first failure counts: others follow from it.
    private func note(_ error: any Error) {
        switch error {
        // The reader has what it wants.
        case is ByteSink.BrokenPipe, is CancellationError, End.asWanted: return
        case End.failed(let reason): failure = failure ?? reason
        case let error as any FailureConvertible: failure = failure ?? error.failure
        default: failure = failure ?? Failure.from(error) as? Failure ?? Failure(.failure, "\(error)")
        }
    }

    private func take(_ frame: Frame) async throws {
        guard output.contains(frame.header.track) else { return }
        let now = SystemClock.monotonicTime
        switch limit?.decide(frame.header, arrival: now) {
        case nil, .write: break
        case .skip: return
        case .end: throw End.asWanted
        }
        statistics?.received(frame)
        try await perform(output.take(frame, arrival: now))
    }

    private func take(_ gap: Gap) {
        guard output.contains(gap.track) else { return }
        output.take(gap)
        statistics?.missed(gap)
    }

    private func beginInstance() {
        limit?.beginInstance()
        output.beginInstance()
    }

    /// The file is created by the first action that writes.
    private func perform(_ actions: [OutputAction]) async throws {
        for action in actions {
            switch action {
            case .append(let bytes): try await write { try await $0.write(bytes) }
            case .file(let step): try await write { try await $0.perform(step) }
            case .note(let line): Terminal.printLine(line)
            case .end(let failure): throw End.failed(failure)
            }
        }
    }

    private func write(_ step: (any OutputSink) async throws -> Void) async throws {
        var sink: (any OutputSink)?
        do {
            sink = try await opened()
            if let sink { try await step(sink) }
        } catch {
            state = .failed(error is CancellationError ? nil : sink)
            note(error)
            throw error
        }
    }

    /// - Returns: `nil` if the output has ended.
    private func opened() async throws -> (any OutputSink)? {
        switch state {
        case .failed, .finished: return nil
        case .open(let sink): return sink
        case .waiting:
            let sink = try await open()
            state = .open(sink)
            return sink
        }
    }
}

extension Failure {
    static let nothingWritten = Failure(
        .unavailable,
        "The stream has sent no picture or sound with which an output can begin; nothing was written."
    )
}
