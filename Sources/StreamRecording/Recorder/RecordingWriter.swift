import Logging
import Platform
import StreamProtocol

/// Writes the recording of one stream, on a thread of its own: a disk that blocks delays this stream alone.
final class RecordingWriter: Sendable {
    /// Inputs that the thread takes at once.
    private static let batch = 64
    /// How often the thread tries to write what is left when the recording ends.
    private static let finalAttempts = 2

    private struct Shared {
        var queue = FrameQueue()
        var status: RecordingStatus
        var position: ResumePoint?
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let shared: Guarded<Shared>
    private let logger: Logger
    private let changed: @Sendable () -> Void
    /// Is called on the thread with each finished segment.
    private let finished: @Sendable (SegmentName, SegmentReport) -> Void

    /// - Parameter changed: Is called on the thread after a change of ``status``.
    init(
        _ stream: StreamName,
        logger: Logger,
        changed: @escaping @Sendable () -> Void,
        finished: @escaping @Sendable (SegmentName, SegmentReport) -> Void
    ) {
        shared = Guarded(Shared(status: RecordingStatus(stream: stream, isOn: true)))
        self.logger = logger
        self.changed = changed
        self.finished = finished
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - path: The stream's folder.
    ///   - segmenter: Before its first input.
    /// - Throws: ``StorageError`` if the system has no more threads.
    func start(_ path: String, _ segmenter: Segmenter, hasHook: Bool) throws(StorageError) {
        let stream = shared.change { $0.status.stream }
        let isStarted = SystemThread.start("rec \(stream)") { [self] in
            var work = RecordingWork(SegmentFolder(path, hasHook: hasHook), segmenter)
            run(&work)
        }
        guard !isStarted else { return }
        shared.change { $0.hasEnded = true }
        throw StorageError(path, EAGAIN)
    }

    /// Adds an input. It does not block.
    func append(_ input: RecordingInput) { shared.change { $0.queue.append(input) } }

    /// Ends the recording, and waits until the last file is finished.
    ///
    /// - Returns: What has been accounted for.
    func finish() async -> ResumePoint? {
        append(.end)
        await withCheckedContinuation { continuation in
            let hasEnded = shared.change { shared in
                if !shared.hasEnded { shared.waiters.append(continuation) }
                return shared.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
        return shared.change(\.position)
    }

    var status: RecordingStatus {
        shared.change { shared in
            var status = shared.status
            status.waiting = shared.queue.length
            return status
        }
    }

    // MARK: The thread

    private func run(_ work: inout RecordingWork) {
        var hasEnded = false
        while !hasEnded {
            for input in inputs(before: work.segmenter.deadline) {
                if case .end = input { hasEnded = true }
                work.segmenter.take(input)
            }
            settle(&work, isFinal: hasEnded)
        }
        let waiters = shared.change { shared in
            shared.hasEnded = true
            shared.position = work.segmenter.position
            defer { shared.waiters = [] }
            return shared.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func inputs(before deadline: Int64?) -> [RecordingInput] {
        let rest = deadline.map { max(0, $0 - SystemClock.monotonicTime) }
        let inputs: [RecordingInput]? = shared.wait(atMost: rest) { shared in
            var inputs: [RecordingInput] = []
            while inputs.count < Self.batch, let input = shared.queue.next() { inputs.append(input) }
            return inputs.isEmpty ? nil : inputs
        }
        return inputs ?? []
    }

    private func settle(_ work: inout RecordingWork, isFinal: Bool) {
        var failures = 0
        while let action = work.segmenter.next(at: isFinal ? .end : .now) {
            do {
                if let (name, report) = try work.perform(action) { finished(name, report) }
                note(failure: nil)
            } catch {
                failures += 1
                note(failure: "\(error)")
                work.segmenter.failed(at: .now, fileIsGone: (error as? StorageError)?.isGone ?? false)
                if isFinal, failures >= Self.finalAttempts { break }
            }
        }
        shared.change { shared in
            shared.status.recorded = work.segmenter.ledger.recorded
            shared.status.missing = work.segmenter.ledger.missing
            shared.status.written = work.written
            shared.status.segments = work.segments
            shared.status.bytes = work.segmenter.segment?.durableLength ?? 0
            shared.status.file = work.folder.growingName?.description
        }
        changed()
    }

    /// Logs the first failure, and the end of failures.
    private func note(failure: String?) {
        let (old, stream) = shared.change { shared in
            defer { shared.status.failure = failure }
            return (shared.status.failure, shared.status.stream)
        }
        if let failure, old == nil {
            logger.error("recording interrupted", metadata: ["stream": "\(stream)", "reason": "\(failure)"])
        } else if failure == nil, old != nil {
            logger.notice("recording resumed", metadata: ["stream": "\(stream)"])
        }
    }
}

/// The decisions of a recording, and the files that follow from them.
struct RecordingWork {
    let folder: SegmentFolder
    var segmenter: Segmenter
    private(set) var written: UInt64 = 0
    private(set) var segments: UInt64 = 0

    init(_ folder: SegmentFolder, _ segmenter: Segmenter) {
        self.folder = folder
        self.segmenter = segmenter
    }

    /// Performs an action, and reports its success.
    ///
    /// - Returns: A segment that is finished.
    mutating func perform(_ action: RecordingAction) throws -> (SegmentName, SegmentReport)? {
        let now = SystemClock.wallTime
        switch action {
        case .create(let start): try folder.create(start, at: now)
        case .write(let write):
            let before = segmenter.segment?.durableLength ?? 0
            try folder.perform(write.steps)
            written += write.length - min(before, write.length)
        case .missed(let frames): try folder.missed(frames, at: now)
        case .repair(let length):
            segmenter.succeeded(repaired: try folder.repair(length: length))
            return nil
        case .finished(let report):
            let name = try folder.finished(report, at: now)
            segmenter.succeeded()
            segments += 1
            return name.map { ($0, report) }
        }
        segmenter.succeeded()
        return nil
    }
}

extension Moment {
    /// By the system's clocks.
    static var now: Moment { Moment(monotonic: SystemClock.monotonicTime, wall: SystemClock.wallTime) }
    /// When nothing waits any longer.
    static var end: Moment { Moment(monotonic: .max, wall: SystemClock.wallTime) }
}
