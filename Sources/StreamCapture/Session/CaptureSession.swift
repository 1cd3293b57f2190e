#if Capture
    import StreamProtocol
    import Synchronization

    /// Captures, encodes, and gives the frames to a sink, until the input ends or it is stopped.
    ///
    /// One thread reads each device or file, one encodes pictures. What fails first ends all of them.
    public final class CaptureSession: Sendable {
        private let settings: CaptureSettings
        private let output: CaptureOutput
        private let controls: CaptureControls
        private let clock = CaptureClock()
        private let threads: CaptureThreads
        /// The rest is not wanted.
        private let isStopped = Atomic(false)

        public init(_ settings: CaptureSettings, sink: any CaptureSink) {
            self.settings = settings
            let output = CaptureOutput(sink, clock: clock)
            let controls = CaptureControls(keepWarm: settings.keepWarm)
            self.output = output
            self.controls = controls
            threads = CaptureThreads(
                stop: {
                    controls.stop()
                    output.stop()
                },
                finish: { output.finish() }
            )
        }

        /// Captures until the input ends or ``stop()`` is called. Can be called once.
        ///
        /// - Throws: ``CaptureError`` where the input cannot be opened, read or encoded.
        public func run() async throws(CaptureError) {
            let context = context
            try threads.start(.input) { () throws(CaptureError) in
                try InputLine(context).run()
                // A microphone beside it would go on for ever.
                context.controls.stop()
            }
            try await threads.wait()
            if !isStopped.load(ordering: .relaxed), !output.hasGivenFrames {
                throw CaptureError(nothingIn: settings.input)
            }
        }

        /// Ends ``run()`` soon; what is encoded already is still given to the sink.
        public func stop() {
            isStopped.store(true, ordering: .relaxed)
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
                threads: threads
            )
        }
    }
#endif
