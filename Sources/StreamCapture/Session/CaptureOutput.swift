import Platform
import StreamMedia
import StreamProtocol

/// Collects the output of all threads of a capture and passes it to the sink.
final class CaptureOutput: Sendable {
    private let state: Mutex<State>
    private let sink: any CaptureSink
    private let clock: CaptureClock
    private let sending = Mutex(Sending())

    private struct State {
        var collector: TrackCollector
        var isRecorded = false
        var hasDeliveredFrames = false
    }

    private struct Sending {
        var task: Task<Void, Never>?
        var isStopped = false
    }

    init(_ sink: any CaptureSink, clock: CaptureClock) {
        self.sink = sink
        self.clock = clock
        state = Mutex(State(collector: TrackCollector(expecting: [])))
    }

    /// Declares the expected tracks. Must be called first.
    ///
    /// - Parameters:
    ///   - tracks: The tracks that are announced together.
    ///   - isRecorded: The sink limits the pace of the frames; their capture time is the time of sending.
    func expect(_ tracks: Set<TrackID>, isRecorded: Bool) {
        state.withLock { $0 = State(collector: TrackCollector(expecting: tracks), isRecorded: isRecorded) }
    }

    /// Accepts an event of a track's reader.
    func take(_ event: MediaEvent) {
        // Holds the lock also while the sink blocks: frames of the other thread must follow this one.
        state.withLock { state in
            let actions = state.collector.take(event)
            perform(actions, &state)
        }
    }

    /// Stops waiting for a track that will not come.
    func stopWaiting(for track: TrackID) {
        state.withLock { state in
            let actions = state.collector.stopWaiting(for: track)
            perform(actions, &state)
        }
    }

    /// Ends the output. Frames that waited for another track are sent now.
    func finish() {
        state.withLock { state in
            let actions = state.collector.finish()
            perform(actions, &state)
        }
    }

    /// Whether the sink has received a frame.
    var hasDeliveredFrames: Bool { state.withLock { $0.hasDeliveredFrames } }

    /// Marks the pause of an input without viewers: the next frames begin a new epoch.
    func beginEpoch() {
        state.withLock { state in
            let tracks = state.collector.tracks
            if !tracks.isEmpty { sink.setTracks(tracks, beginningEpoch: true) }
        }
    }

    func report(_ message: String) {
        sink.report(message)
    }

    /// Stops waiting for the sink.
    func stop() {
        sending.withLock { sending in
            sending.isStopped = true
            sending.task?.cancel()
        }
    }

    /// Blocks the thread until the sink has accepted the frame.
    private func send(_ frame: MediaFrame) {
        let isSent = Guarded(false)
        let sink = sink
        let isStarted = sending.withLock { sending in
            guard !sending.isStopped else { return false }
            sending.task = Task {
                await sink.send(frame)
                isSent.change { $0 = true }
            }
            return true
        }
        if isStarted { _ = isSent.wait { $0 ? true : nil } }
    }

    private func perform(_ actions: [TrackCollector.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .announce(let tracks): sink.setTracks(tracks, beginningEpoch: false)
            case .deliver(let frame):
                state.hasDeliveredFrames = true
                deliver(frame, isRecorded: state.isRecorded)
            }
        }
    }

    private func deliver(_ frame: MediaFrame, isRecorded: Bool) {
        var frame = frame
        if isRecorded {
            frame.captureTime = .microseconds(CaptureClock.wallNow)
            send(frame)
        } else {
            frame.captureTime = .microseconds(clock.wallTime(of: frame.presentationTime.microseconds))
            sink.offer(frame)
        }
    }
}
