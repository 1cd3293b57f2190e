import StreamMedia
import StreamProtocol
import Synchronization

/// Where all threads of a capture put what is ready to be sent.
final class CaptureOutput: Sendable {
    private let state: Mutex<State>
    private let sink: any CaptureSink
    private let clock: CaptureClock
    private let sending = Mutex(Sending())

    private struct State {
        var board: TrackBoard
        var isRecorded = false
        var hasGivenFrames = false
    }

    private struct Sending {
        var task: Task<Void, Never>?
        var isStopped = false
    }

    init(_ sink: any CaptureSink, clock: CaptureClock) {
        self.sink = sink
        self.clock = clock
        state = Mutex(State(board: TrackBoard(expecting: [])))
    }

    /// Says what is to come. Comes first.
    ///
    /// - Parameters:
    ///   - tracks: Those that are announced together.
    ///   - isRecorded: Frames wait for the sink, and count as captured when they are sent.
    func expect(_ tracks: Set<TrackID>, isRecorded: Bool) {
        state.withLock { $0 = State(board: TrackBoard(expecting: tracks), isRecorded: isRecorded) }
    }

    /// Takes what a track's reader found.
    func take(_ event: MediaEvent) {
        // Under the lock also while the sink makes a thread wait: the other thread's frames belong behind this one's.
        state.withLock { state in
            let actions = state.board.take(event)
            perform(actions, &state)
        }
    }

    /// A track that was expected does not come: the others wait for it no longer.
    func forgo(_ track: TrackID) {
        state.withLock { state in
            let actions = state.board.forgo(track)
            perform(actions, &state)
        }
    }

    /// Nothing more comes: frames that waited for another track to show itself wait no longer.
    func finish() {
        state.withLock { state in
            let actions = state.board.finish()
            perform(actions, &state)
        }
    }

    /// Whether the sink has had any.
    var hasGivenFrames: Bool { state.withLock { $0.hasGivenFrames } }

    /// The input rests, until somebody watches.
    func rest() {
        state.withLock { state in
            let tracks = state.board.tracks
            if !tracks.isEmpty { sink.setTracks(tracks, beginningEpoch: true) }
        }
    }

    func say(_ sentence: String) {
        sink.say(sentence)
    }

    /// Recorded frames are not waited for any more.
    func stop() {
        sending.withLock { sending in
            sending.isStopped = true
            sending.task?.cancel()
        }
    }

    /// Blocks the thread until the sink has the frame.
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

    private func perform(_ actions: [TrackBoard.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .announce(let tracks): sink.setTracks(tracks, beginningEpoch: false)
            case .give(let frame):
                state.hasGivenFrames = true
                give(frame, isRecorded: state.isRecorded)
            }
        }
    }

    private func give(_ frame: MediaFrame, isRecorded: Bool) {
        var frame = frame
        if isRecorded {
            frame.captureTime = CaptureClock.wallNow
            send(frame)
        } else {
            frame.captureTime = clock.wallTime(of: frame.presentationTime)
            sink.offer(frame)
        }
    }
}
