#if Capture
    import StreamProtocol
    import Platform

    /// Captures and encodes an input and passes the frames to a sink, until the input ends or the capture is stopped.
    ///
    /// One thread reads each device or file, and one encodes pictures. The first failure ends all of them.
    public final class CaptureSession: Sendable {
        private let settings: CaptureSettings
        private let output: CaptureOutput
        private let controls: CaptureControls
        private let clock = CaptureClock()
        private let threads: CaptureThreads
        /// Frames are discarded from now on.
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
        /// - Throws: ``CaptureError`` if the input cannot be opened, read or encoded.
        public func run() async throws(CaptureError) {
            let context = context
            try threads.start(.input) { () throws(CaptureError) in
                try InputPipeline(context).run()
                // A separate microphone would not end by itself.
                context.controls.stop()
            }
            try await threads.wait()
            if !isStopped.load(ordering: .relaxed), !output.hasDeliveredFrames {
                throw CaptureError(emptyInput: settings.input)
            }
        }

        /// Makes ``run()`` end soon. The sink still receives the frames that are already encoded.
        public func stop() {
            isStopped.store(true, ordering: .relaxed)
            controls.stop()
            output.stop()
        }

        /// Requests a random access point, for a viewer or a queue that has lost frames.
        public func requestKeyFrame() {
            controls.requestKeyFrame()
        }

        /// Sets the number of viewers.
        public func setViewers(_ count: Int) {
            controls.setViewers(count)
        }

        /// Observes the uplink. Should be called a few times per second.
        ///
        /// - Returns: The encoder's new bit rate in bits per second; `nil` if it does not change.
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

    /// The state that all threads of a capture share.
    struct CaptureContext: Sendable {
        let settings: CaptureSettings
        let clock: CaptureClock
        let controls: CaptureControls
        let output: CaptureOutput
        let threads: CaptureThreads
    }
#endif
