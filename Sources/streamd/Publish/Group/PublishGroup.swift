import Platform
import StreamClient
import StreamProtocol
import UnixSignals

/// Publishes the streams of a file, each with attempts of its own, and follows the file's changes.
final class PublishGroup: Sendable {
    /// How often the files are checked.
    private static let interval = Duration.seconds(1)

    private struct State {
        var schedule = PublishSchedule()
        var jobs: [StreamName: PublishJob] = [:]
        /// The signals for streams that have no job yet.
        var pending: [StreamName: UnixSignal] = [:]
        /// The signal for all of them.
        var end: UnixSignal?
        var watcher: FileWatcher<FileVersion?>
    }

    private let path: String
    private let isQuiet: Bool
    private let state: Mutex<State>
    private let actions: AsyncStream<PublishSchedule.Action>
    private let continuation: AsyncStream<PublishSchedule.Action>.Continuation

    init(_ file: StreamsFile, isQuiet: Bool) {
        path = file.path
        self.isQuiet = isQuiet
        (actions, continuation) = AsyncStream.makeStream()
        state = Mutex(State(watcher: FileWatcher(file.versions)))
        apply(file.streams)
    }

    /// Publishes until every stream has finished, or ``stop(_:)`` was called.
    func run() async {
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in hangups { self.reload() } }
            group.addTask { while (try? await Task.sleep(for: Self.interval)) != nil { self.checkFiles() } }
            for await action in actions {
                // What begins anew by itself stays in its task.
                group.addTask { await self.perform(action) }
            }
            group.cancelAll()
        }
    }

    /// Ends all streams, or interrupts them, as the signal does for a single one.
    ///
    /// - Returns: How long to wait for ``run()`` to return.
    @Sendable func stop(_ signal: UnixSignal) -> Duration {
        let (jobs, isDone) = state.withLock { state in
            state.schedule.stop()
            state.end = signal
            return (Array(state.jobs.values), state.schedule.isDone)
        }
        if isDone { continuation.finish() }
        return jobs.map { $0.stop(signal) }.max() ?? .zero
    }

    /// Publishes these streams and no others.
    private func apply(_ streams: [PublishSchedule.Stream]) {
        // In one step, so that a signal reaches no later attempt of its stream.
        let stops = state.withLock { state in
            state.schedule.apply(streams).compactMap { action -> (PublishJob, UnixSignal)? in
                guard case .stop(let name, let endsStream) = action else {
                    continuation.yield(action)
                    return nil
                }
                let signal: UnixSignal = endsStream ? .sigint : .sigterm
                guard let job = state.jobs[name] else {
                    state.pending[name] = signal
                    return nil
                }
                return (job, signal)
            }
        }
        for (job, signal) in stops { _ = job.stop(signal) }
    }

    /// Performs an action and those that follow from it.
    private func perform(_ first: PublishSchedule.Action) async {
        var next: PublishSchedule.Action? = first
        while let action = next {
            switch action {
            case .start(let stream): next = await publish(stream)
            case .wait(let name, let attempt, let time):
                guard (try? await Task.sleep(for: time)) != nil else { return }
                next = state.withLock { $0.schedule.waited(name, attempt: attempt) }
            case .stop: return
            }
        }
    }

    /// - Returns: What comes next.
    private func publish(_ stream: PublishSchedule.Stream) async -> PublishSchedule.Action? {
        let began = ContinuousClock.now
        var (outcome, message) = (PublishSchedule.Outcome.failed, "the input has ended.")
        do {
            let job = try PublishJob(try PublishOptions(words: stream.words), label: "\(stream.name)", isQuiet: isQuiet)
            let signal = state.withLock { state in
                state.jobs[stream.name] = job
                return state.pending.removeValue(forKey: stream.name) ?? state.end
            }
            if let signal { _ = job.stop(signal) }
            try await job.run()
            if job.isFile { (outcome, message) = (.finished, "the file has ended.") }
        } catch {
            message = (Failure.from(error) as? Failure)?.message ?? "\(error)"
        }
        let (next, isDone) = state.withLock { state in
            var generator = SystemRandomNumberGenerator()
            (state.jobs[stream.name], state.pending[stream.name]) = (nil, nil)
            let lasted = began.duration(to: .now)
            let next = state.schedule.ended(stream.name, outcome, after: lasted, using: &generator)
            return (next, state.schedule.isDone)
        }
        if isDone { continuation.finish() }
        switch next {
        case .wait(_, _, let time): report("\(stream.name): \(message) Trying again in \(time.inSeconds) s.")
        case nil where outcome == .finished: report("\(stream.name): \(message)")
        default: break
        }
        return next
    }

    private func checkFiles() {
        let isChanged = state.withLock { $0.watcher.observe(FileVersion.all(of: $0.watcher.files)) }
        if isChanged { reload() }
    }

    /// Reads the file again. If it has errors, the streams stay as they are.
    func reload() {
        do throws(SettingsErrors) {
            let file = try StreamsFile.read(path)
            state.withLock { $0.watcher = FileWatcher(file.versions) }
            apply(file.streams)
            report("\(path.quoted(upTo: Quotation.pathLength)) is read again.")
        } catch {
            state.withLock { $0.watcher = FileWatcher(FileVersion.all(of: $0.watcher.files)) }
            Terminal.printLine("streamd: The streams stay as they were. \(error)")
        }
    }

    private func report(_ message: String) {
        if !isQuiet { Terminal.printLine(message) }
    }
}
