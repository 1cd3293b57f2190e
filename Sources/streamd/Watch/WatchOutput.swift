import Platform
import StreamClient
import StreamMedia
import StreamProtocol

/// Writes what a watcher receives, and prints changes of the stream on standard error.
actor WatchOutput {
    /// The output ends before the stream does.
    struct End: Error {
        /// `nil` if it ends as the user wants.
        let failure: Failure?
    }

    private let target: OutputTarget
    private let statistics: WatchStatistics?
    private var sink: ByteSink?
    // One of these. A container changes in place, so that its tables are not copied.
    private var elementary: ElementaryOutput?
    private var container: ContainerOutput?
    private var limit: DurationLimit?

    /// - Parameters:
    ///   - format: `nil` for one track in its own format.
    ///   - limit: When to end; `nil` for the end of the stream.
    init(
        choice: TrackChoice,
        format: OutputFormat?,
        target: OutputTarget,
        limit: DurationLimit?,
        statistics: WatchStatistics?
    ) {
        self.target = target
        self.limit = limit
        self.statistics = statistics
        if let format, format.isContainer {
            container = ContainerOutput(choice, format: format, isFile: target.isFile)
        } else {
            elementary = ElementaryOutput(choice, codec: format?.codec)
        }
    }

    /// Handles an event; suspends while the output's reader is slow.
    func take(_ event: WatchEvent) async throws {
        switch event {
        case .connected(let welcome):
            if welcome.state != .live { Terminal.printLine("Waiting for the stream.") }
            if let history = welcome.history, welcome.state == .live {
                Terminal.printLine("The relay sends \(Double(history / 100) / 10) s of history.")
            }
        case .tracks(let table): try await perform(follow(table))
        case .frame(let frame): try await take(frame.protocolFrame)
        case .gap(let gap): take(gap)
        case .state(let state):
            if state == .interrupted { Terminal.printLine("The publisher is disconnected; waiting for its return.") }
        case .discontinuity(let discontinuity):
            // The epoch in the statistics shows the others.
            if discontinuity.isNewInstance { beginInstance() }
        case .clock(let estimate): statistics?.adopt(estimate)
        case .disconnected(let error, let pause):
            Terminal.printLine("\(error.reason) Trying again in \(pause.inSeconds) s.")
        }
    }

    /// Finishes the output, after the last event.
    func finish() async throws {
        let actions = container?.finish() ?? []
        try await perform(actions)
        try await sink?.close()
        sink = nil
    }

    private func follow(_ table: TrackTable) throws -> [OutputAction] {
        try elementary?.follow(table) ?? container?.follow(table) ?? []
    }

    private func take(_ frame: Frame) async throws {
        if let elementary, !elementary.contains(frame.header.track) { return }
        let now = SystemClock.monotonicTime
        switch limit?.decide(frame.header, arrival: now) {
        case nil, .write: break
        case .skip: return
        case .end: throw End(failure: nil)
        }
        statistics?.received(frame)
        let actions = try elementary?.take(frame) ?? container?.take(frame, arrival: now) ?? []
        try await perform(actions)
    }

    private func take(_ gap: Gap) {
        container?.take(gap)
        if elementary?.contains(gap.track) ?? true { statistics?.missed(gap) }
    }

    private func beginInstance() {
        limit?.beginInstance()
        container?.beginInstance()
    }

    /// The file is created by the first action that writes.
    private func perform(_ actions: [OutputAction]) async throws {
        for action in actions {
            switch action {
            case .append(let bytes): try await opened().write(bytes)
            case .file(let step): try await opened().perform(step)
            case .note(let line): Terminal.printLine(line)
            case .end(let failure): throw End(failure: failure)
            }
        }
    }

    private func opened() async throws -> ByteSink {
        if let sink { return sink }
        let opened = try await ByteSink.open(target)
        sink = opened
        return opened
    }
}
