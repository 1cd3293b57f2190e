import Platform
import StreamClient
import StreamMedia
import StreamProtocol

/// Receives the frames of a clip.
actor ClipRecorder {
    /// Why no more frames are taken.
    enum End: Error {
        /// The clip has all its frames.
        case complete
        /// The clip can take no more.
        case full
        /// No frame has come for ``silence``.
        case silent
    }

    /// The time without a frame after which the clip ends, as the publisher sends none: 2 s. It is longer than pauses of
    /// a network usually are.
    static let silence: Int64 = 2_000_000
    /// The time within which the first frame must come, 10 s.
    static let firstFrameTimeout: Int64 = 10_000_000

    private let choice: TrackChoice
    private(set) var collector: ClipCollector?
    private var lastArrival = SystemClock.monotonicTime

    init(_ choice: TrackChoice) {
        self.choice = choice
    }

    /// - Throws: ``End``, or ``Failure``.
    func take(_ event: WatchEvent) throws {
        switch event {
        case .connected(let welcome):
            guard let history = welcome.history else {
                throw Failure(.unavailable, "The relay keeps no history for viewers; update it.")
            }
            collector = ClipCollector(choice, history: Int64(history) * 1_000)
        case .tracks(let table): try collector?.follow(table)
        case .frame(let frame):
            lastArrival = SystemClock.monotonicTime
            switch collector?.take(frame.protocolFrame, arrival: lastArrival) {
            case .goesOn, nil: break
            case .isComplete: throw End.complete
            case .isFull: throw End.full
            }
        case .gap(let gap): collector?.take(gap)
        case .discontinuity(let discontinuity): if discontinuity.isNewInstance { collector?.beginInstance() }
        case .disconnected(let error, _): throw Failure(error)
        case .state, .clock: break
        }
    }

    /// Waits until no frame comes any more.
    ///
    /// - Throws: ``End/silent``, or ``Failure`` if there was none.
    func waitForSilence() async throws {
        while true {
            let isEmpty = collector?.isEmpty ?? true
            let rest = lastArrival + (isEmpty ? Self.firstFrameTimeout : Self.silence) - SystemClock.monotonicTime
            guard rest > 0 else {
                throw isEmpty ? Failure(.unavailable, "The relay has no picture or sound of the stream.") : End.silent
            }
            try await Task.sleep(for: .microseconds(rest))
        }
    }
}
