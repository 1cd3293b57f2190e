#if Capture
    import StreamProtocol
    import Synchronization

    /// Captures, encodes, and gives the frames to a sink, until the input ends or it is stopped.
    ///
    /// One thread reads each device or file, one encodes pictures. What fails first ends all of them.
    public final class CaptureSession: Sendable {
        private struct State {
            var running = 0
            /// Nothing more comes.
            var isOver = false
            var failure: CaptureError?
            /// Nobody wants the rest.
            var isStopped = false
            var waiting: CheckedContinuation<Void, Never>?
        }

        private let settings: CaptureSettings
        private let output: CaptureOutput
        private let controls: CaptureControls
        private let clock = CaptureClock()
        private let state = Mutex(State())

        public init(_ settings: CaptureSettings, sink: any CaptureSink) {
            self.settings = settings
            output = CaptureOutput(sink, clock: clock)
            controls = CaptureControls(keepWarm: settings.keepWarm)
        }

        /// Captures until the input ends or ``stop()`` is called. Can be called once.
        ///
        /// - Throws: ``CaptureError`` where the input cannot be opened, read or encoded.
        public func run() async throws(CaptureError) {
            let context = context
            try start("input") { () throws(CaptureError) in
                try InputLine(context).run()
                // A microphone beside it would go on for ever.
                context.controls.stop()
            }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !state.isOver { state.waiting = continuation }
                    return state.isOver
                }
                if isOver { continuation.resume() }
            }
            let (failure, isStopped) = state.withLock { ($0.failure, $0.isStopped) }
            if let failure { throw failure }
            if !isStopped, !output.hasGivenFrames { throw CaptureError(nothingIn: settings.input) }
        }

        /// Ends ``run()`` soon; what is encoded already is still given to the sink.
        public func stop() {
            state.withLock { $0.isStopped = true }
            controls.stop()
            output.stop()
        }

        /// Somebody cannot go on without a random access point.
        public func requestKeyFrame() {
            controls.requestKeyFrame()
        }

        /// How many watch.
        public func setViewers(_ count: Int) {
            controls.setViewers(count)
        }

        /// Takes note of how the uplink does, a few times a second.
        ///
        /// - Returns: The encoder's bit rate from now on, in bits a second, where it changes.
        public func observe(_ uplink: RateController.Observation) -> Int? {
            controls.observe(uplink)
        }

        private var context: CaptureContext {
            CaptureContext(
                settings: settings,
                clock: clock,
                controls: controls,
                output: output,
                start: { [self] name, work throws(CaptureError) in try start(name, work) }
            )
        }

        /// Runs a part of the capture on a thread of its own.
        private func start(
            _ name: String,
            _ work: @escaping @Sendable () throws(CaptureError) -> Void
        ) throws(CaptureError) {
            state.withLock { $0.running += 1 }
            do throws(CaptureError) {
                try WorkerThread.start(name) { [self] in
                    do throws(CaptureError) {
                        try work()
                        ended(nil)
                    } catch {
                        ended(error.code == .stopped ? nil : error)
                    }
                }
            } catch {
                ended(error)
                throw error
            }
        }

        private func ended(_ failure: CaptureError?) {
            // Before the others are stopped, because they will say so: the first failure is the reason.
            let isLast = state.withLock { state in
                state.running -= 1
                state.failure = state.failure ?? failure
                return state.running == 0
            }
            if failure != nil { stop() }
            // Only threads that run start others.
            guard isLast else { return }
            output.finish()
            let waiting = state.withLock { state in
                state.isOver = true
                return state.waiting.take()
            }
            waiting?.resume()
        }
    }
#endif
