import StreamMedia
import StreamProtocol
import Synchronization

/// Where all threads of a capture put what is ready to be sent.
final class CaptureOutput: Sendable {
    private let board: Mutex<TrackBoard>
    private let sink: any CaptureSink
    private let clock: CaptureClock
    private let isRecorded: Bool
    private let sending = Mutex(Sending())

    private struct Sending {
        var task: Task<Void, Never>?
        var isStopped = false
    }

    /// - Parameter isRecorded: Frames wait for the sink, and count as captured when they are sent.
    init(_ sink: any CaptureSink, clock: CaptureClock, isRecorded: Bool) {
        self.sink = sink
        self.clock = clock
        self.isRecorded = isRecorded
        board = Mutex(TrackBoard(expecting: []))
    }

    /// Says which tracks are to be announced together. Comes before any of them does.
    func expect(_ tracks: Set<TrackID>) {
        board.withLock { $0 = TrackBoard(expecting: tracks) }
    }

    /// Takes what a track's reader found.
    func take(_ event: MediaEvent) {
        // Under the lock also while the sink makes a thread wait: the other thread's frames belong behind this one's.
        board.withLock { board in
            for action in board.take(event) { perform(action) }
        }
    }

    /// A track will not come.
    func abandon(_ track: TrackID) {
        board.withLock { board in
            for action in board.abandon(track) { perform(action) }
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

    private func perform(_ action: TrackBoard.Action) {
        switch action {
        case .announce(let tracks): sink.setTracks(tracks)
        case .give(var frame) where isRecorded:
            frame.captureTime = CaptureClock.wallNow
            send(frame)
        case .give(var frame):
            frame.captureTime = clock.wallTime(of: frame.presentationTime)
            sink.offer(frame)
        }
    }
}
