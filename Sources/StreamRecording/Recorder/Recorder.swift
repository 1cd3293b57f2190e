import Logging
import NIOCore
import Platform
import StreamProtocol

/// Records streams of relays, also those that appear later.
///
///     let recorder = Recorder(configuration)
///     try await recorder.run()            // until the task is cancelled
///
/// Each stream has a folder with a folder for each day, with MP4 files, a journal (JSON lines) and an HLS playlist. A
/// crash or a power failure costs a second of the stream at most, and the next start finishes the files.
public final class Recorder: Sendable {
    /// The pause before a recording that has ended begins again.
    private static let restartPause = Duration.seconds(1)
    /// The same after an error that a retry does not help at once.
    private static let failurePause = Duration.seconds(30)
    /// The least history that is fetched when a recording goes on after a crash.
    private static let resumeHistory = Duration.seconds(60)
    /// How long the relay may collect frames: a file is written several times a second at most, and fewer, longer messages
    /// are less work for both.
    private static let batch = Duration.milliseconds(100)

    private struct State {
        var plan: RecordingPlan
        var recordings: [StreamName: Recording] = [:]
        /// Where recordings go on that have ended, and why frames since then are missing.
        var positions: [StreamName: (points: [ResumePoint], reason: Gap.Reason)] = [:]
        /// Totals of recordings that have ended.
        var ended: [StreamName: RecordingStatus] = [:]
        var refused: Set<StreamName> = []
        /// Sources from which something has come, and those that were refused before.
        var sources = (accepted: Set<Int>(), refused: Set<Int>())
        var folder: RecorderFolder?
    }

    /// A recording that runs.
    private struct Recording {
        let writer: RecordingWriter
        let task: Task<Void, Never>
    }

    private let configuration: RecorderConfiguration
    private let state: Mutex<State>
    /// Passes the error of the last source when all are refused.
    private let refusal = AsyncStream.makeStream(of: ClientError.self)
    private var logger: Logger { configuration.logger }

    /// Makes a recorder, which does nothing until it runs.
    public init(_ configuration: RecorderConfiguration) {
        self.configuration = configuration
        state = Mutex(State(plan: RecordingPlan(isPaused: configuration.isPaused)))
    }

    /// Records until the task is cancelled. Then it finishes all files, and returns.
    ///
    /// - Throws: ``RecorderError`` or ``StorageError`` if the folder cannot be used; a `ClientError` if all sources are
    ///   refused.
    public func run() async throws {
        let folder = try RecorderFolder(configuration) { [weak self] in self?.growingBytes ?? 0 }
        state.withLock { $0.folder = folder }
        configuration.statusChanged()
        try folder.start(configuration.retention)
        let refused = await withTaskGroup(of: ClientError?.self) { group in
            for index in configuration.sources.indices {
                group.addTask { [self] in
                    await follow(index)
                    return nil
                }
            }
            group.addTask { [self] in await refusal.stream.first { _ in true } }
            var refused: ClientError?
            for await error in group {
                guard let error else { continue }
                refused = error
                group.cancelAll()
            }
            return refused
        }
        perform(state.withLock { $0.plan.end() })
        while let task = state.withLock({ $0.recordings.values.first?.task }) { await task.value }
        await onThread { folder.stop() }
        state.withLock { $0.folder = nil }
        if let refused { throw refused }
    }

    // MARK: Control

    /// Switches the recording of a stream on, or off. It begins as soon as the relay has the stream, with the history
    /// before it.
    ///
    /// - Returns: Whether the stream is known.
    public func setRecording(_ stream: StreamName, isOn: Bool) -> Bool {
        guard let actions = state.withLock({ $0.plan.set(stream, isOn: isOn) }) else { return false }
        logger.notice(isOn ? "recording switched on" : "recording switched off", metadata: ["stream": "\(stream)"])
        perform(actions)
        return true
    }

    /// The state of all streams that are known.
    public var status: RecorderStatus {
        let (entries, writers, ended, folder) = state.withLock { state in
            (state.plan.entries, state.recordings.mapValues(\.writer), state.ended, state.folder)
        }
        var status = RecorderStatus()
        for (name, entry) in entries {
            var stream = writers[name]?.status ?? RecordingStatus(stream: name, isOn: entry.isOn)
            stream.isOn = entry.isOn
            if let earlier = ended[name] { stream.add(earlier) }
            status.streams.append(stream)
        }
        status.streams.sort { $0.stream.description < $1.stream.description }
        guard let folder else { return status }
        status.free = Folder.space(at: folder.path)?.free
        (status.bytes, status.removed, _) = folder.retention.counts
        if let hooks = folder.hooks {
            (status.hooksWaiting, status.hooksCompleted, status.hooksFailed) = hooks.counts
        }
        return status
    }

    private var growingBytes: UInt64 {
        let writers = state.withLock { $0.recordings.values.map(\.writer) }
        return writers.reduce(0) { $0 + $1.status.bytes }
    }

    // MARK: Sources

    /// Follows a source until the task is cancelled.
    private func follow(_ index: Int) async {
        let source = configuration.sources[index]
        if let stream = source.selection.single {
            perform(state.withLock { $0.plan.add(stream, source: index) })
            // Only the end of the recorder ends it.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
            return
        }
        let lister = StreamLister(source.client, below: source.selection.folder ?? .empty)
        while !Task.isCancelled {
            do {
                for try await list in lister.lists { listed(list, index) }
            } catch {
                if refuses(index, error) { return }
                logger.error(
                    "streams not listed",
                    metadata: ["relay": "\(source.client.address.endpoint)", "reason": "\(Self.reason(error))"]
                )
            }
            try? await Task.sleep(for: Self.failurePause)
        }
    }

    private func accept(_ source: Int) {
        state.withLock { _ = $0.sources.accepted.insert(source) }
    }

    /// Whether no source is left, because this one and all others were refused and nothing has ever come. The recorder
    /// then ends.
    private func refuses(_ source: Int, _ error: any Error) -> Bool {
        guard let error = error as? ClientError else { return false }
        let isLast = state.withLock { state in
            state.sources.refused.insert(source)
            return state.sources.accepted.isEmpty && state.sources.refused.count == configuration.sources.count
        }
        if isLast { refusal.continuation.yield(error) }
        return isLast
    }

    private func listed(_ list: [StreamList.Entry], _ source: Int) {
        accept(source)
        let names = Set(list.filter { $0.state == .live || $0.state == .interrupted }.map(\.name))
        let (actions, refused) = state.withLock { state in
            let (actions, refused) = state.plan.list(names, source: source)
            return (actions, refused.filter { state.refused.insert($0).inserted })
        }
        for name in refused {
            logger.warning(
                "stream not recorded",
                metadata: ["stream": "\(name)", "reason": "another relay has the name, or there are too many streams"]
            )
        }
        perform(actions)
    }

    private func perform(_ actions: [RecordingPlan.Action]) {
        for action in actions {
            switch action {
            case .start(let stream, let source): start(stream, source)
            case .stop(let stream): state.withLock { $0.recordings[stream]?.task }?.cancel()
            }
        }
        configuration.statusChanged()
    }

    // MARK: Recordings

    private func start(_ stream: StreamName, _ source: Int) {
        guard let folder = state.withLock({ $0.folder }) else { return }
        let writer = RecordingWriter(stream, logger: logger, changed: configuration.statusChanged) { name, report in
            folder.finished(stream, name, report)
        }
        // The task removes the entry, and must find it.
        state.withLock { state in
            let task = Task { [self] in await record(stream, source, writer, folder) }
            state.recordings[stream] = Recording(writer: writer, task: task)
        }
    }

    private func record(
        _ stream: StreamName,
        _ source: Int,
        _ writer: RecordingWriter,
        _ folder: RecorderFolder
    ) async {
        var pause = Self.restartPause
        let known = state.withLock { $0.positions[stream] }
        let recovered = await onThread { folder.recover(stream) }
        let (resume, reason) = known ?? (recovered, .disconnected)
        let segmenter = Segmenter(
            segmentDuration: max(1_000_000, configuration.segmentDuration.microseconds),
            line: .random(in: 1...UInt64.max),
            resume: resume,
            resumeReason: reason
        )
        do {
            try writer.start(folder.folder(of: stream), segmenter, hasHook: folder.hooks != nil)
            logger.info("recording", metadata: ["stream": "\(stream)"])
            do {
                try await watch(stream, source, writer, continues: !resume.isEmpty && reason == .disconnected)
            } catch {
                if !(error is CancellationError) { throw error }
            }
        } catch {
            if !refuses(source, error) {
                logger.error(
                    "stream not recorded",
                    metadata: ["stream": "\(stream)", "reason": "\(Self.reason(error))"]
                )
            }
            pause = Self.failurePause
        }
        let position = await Task { await writer.finish() }.value
        ended(stream, writer, position.map { [$0] } ?? resume)
        if !Task.isCancelled { try? await Task.sleep(for: pause) }
        perform(
            state.withLock { state in
                state.recordings[stream] = nil
                return state.plan.ended(stream)
            }
        )
    }

    private func ended(_ stream: StreamName, _ writer: RecordingWriter, _ points: [ResumePoint]) {
        state.withLock { state in
            let isOn = state.plan.entries[stream]?.isOn ?? false
            state.positions[stream] = (points, isOn ? .disconnected : .paused)
            var total = writer.status
            if let earlier = state.ended[stream] { total.add(earlier) }
            total.file = nil
            total.bytes = 0
            total.waiting = 0
            total.failure = nil
            state.ended[stream] = total
        }
        configuration.statusChanged()
    }

    /// Receives the stream until it ends, or the task is cancelled.
    private func watch(_ stream: StreamName, _ source: Int, _ writer: RecordingWriter, continues: Bool) async throws {
        var client = configuration.sources[source].client
        client.address.stream = stream
        client.logger = logger
        let history = continues ? max(configuration.history, Self.resumeHistory) : configuration.history
        let request = WatchRequest(batch: Self.batch, history: history > .zero ? history : nil)
        try await StreamWatcher(client, request: request).run { event in
            switch event {
            case .connected(let welcome):
                self.accept(source)
                writer.append(.instance(welcome.streamInstance))
            case .tracks(let table): writer.append(.tracks(table))
            case .frame(let frame):
                // Other frames share the memory that it was received in.
                writer.append(.frame(frame.protocolFrame.copied(with: ByteBufferAllocator()), .now))
            case .gap(let gap): writer.append(.gap(gap))
            case .discontinuity, .state, .clock, .disconnected: break
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? ClientError)?.reason ?? "\(error)"
    }

    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let isStarted = SystemThread.start("recorder") { continuation.resume(returning: work()) }
            // Without a thread, this one must do.
            if !isStarted { continuation.resume(returning: work()) }
        }
    }
}

extension RecordingStatus {
    /// Adds the totals of an earlier recording of the stream.
    fileprivate mutating func add(_ earlier: RecordingStatus) {
        segments += earlier.segments
        recorded += earlier.recorded
        missing += earlier.missing
        written += earlier.written
    }
}

extension Duration {
    /// Whole microseconds.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, 1 << 40) * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
