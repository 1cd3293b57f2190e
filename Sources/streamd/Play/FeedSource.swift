#if Player
    import ArgumentParser
    import StreamCapture
    import StreamClient
    import StreamMedia
    import StreamPlayback
    import StreamProtocol
    import Platform

    /// Plays what 'streamd publish' takes, without a relay.
    final class FeedSource: PlayerSource {
        private struct State {
            var numbering = FeedNumbering()
            var pass: (@Sendable (WatchEvent) -> Void)?
            var requestKeyFrame: @Sendable () -> Void = {}
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        /// The argument, as the user typed it.
        private let input: String
        private let report: @Sendable (String) -> Void
        private let state = Mutex(State())

        init(_ input: String, report: @escaping @Sendable (String) -> Void) {
            (self.input, self.report) = (input, report)
        }

        var name: String { input == "-" ? "standard input" : input }
        var canRewind: Bool { false }
        var isLocal: Bool { true }

        func run(history: Duration, _ receive: @escaping @Sendable (WatchEvent) -> Void) async throws {
            state.withLock { $0.pass = receive }
            receive(.state(.live))
            let feed = try makeFeed()
            do {
                try await withTaskCancellationHandler {
                    try await feed.run()
                } onCancel: {
                    feed.stop()
                    pause(false)
                }
            } catch {
                #if Capture
                    if let error = error as? CaptureError { throw Failure(error) }
                #endif
                throw error
            }
        }

        func requestKeyFrame(_ track: TrackID) {
            state.withLock { $0.requestKeyFrame }()
        }

        func pause(_ isPaused: Bool) {
            let waiting = state.withLock { state in
                state.numbering.isPaused = isPaused
                defer { if !isPaused { state.waiting = [] } }
                return isPaused ? [] : state.waiting
            }
            for continuation in waiting { continuation.resume() }
            if !isPaused { state.withLock { $0.requestKeyFrame }() }
        }

        private func makeFeed() throws -> any PlayFeed {
            let factory = MediaFeedFactory(try PublishOptions.parse(["--", input]))
            if let source = try factory.elementaryStream() {
                return ElementaryStreamFeed(source: source, to: self, rate: nil, speed: 1, loops: false)
            }
            #if Capture
                let session = CaptureSession(
                    try factory.captureSettings(),
                    sink: FeedSink(source: self, printMessage: report)
                )
                state.withLock { $0.requestKeyFrame = { session.requestKeyFrame() } }
                return session
            #else
                throw Failure(
                    .unavailable,
                    "This streamd was built without capture and plays only relays' streams and .h264 and .aac files."
                )
            #endif
        }

        /// Passes the events in order, whatever threads they come from.
        fileprivate func pass(_ events: (inout FeedNumbering) -> [WatchEvent]) {
            state.withLock { state in
                for event in events(&state.numbering) { state.pass?(event) }
            }
        }
    }

    extension FeedSource: MediaReceiver {
        func follow(_ tracks: [Track]) throws {
            pass { $0.follow(tracks, beginningEpoch: false) }
        }

        func receive(live frame: MediaFrame) {
            pass { $0.number(frame, dropsWhilePaused: true) }
        }

        func receive(recorded frame: MediaFrame) async throws {
            await withCheckedContinuation { continuation in
                let isPaused = state.withLock { state in
                    if state.numbering.isPaused { state.waiting.append(continuation) }
                    return state.numbering.isPaused
                }
                if !isPaused { continuation.resume() }
            }
            pass { $0.number(frame, dropsWhilePaused: false) }
        }
    }

    /// Reads an input.
    private protocol PlayFeed: Sendable {
        func run() async throws
        func stop()
    }

    extension ElementaryStreamFeed: PlayFeed {}

    #if Capture
        extension CaptureSession: PlayFeed {}

        /// A player as the capture's threads see it.
        private struct FeedSink: CaptureSink {
            let source: FeedSource
            let printMessage: @Sendable (String) -> Void

            func setTracks(_ tracks: [Track], beginningEpoch: Bool) {
                source.pass { $0.follow(tracks, beginningEpoch: beginningEpoch) }
            }

            func offer(_ frame: MediaFrame) {
                source.receive(live: frame)
            }

            func send(_ frame: MediaFrame) async {
                // Only a cancelled task fails, and its capture ends.
                try? await source.receive(recorded: frame)
            }

            func report(_ message: String) {
                printMessage(message)
            }
        }
    #endif
#endif
