#if Capture
    /// What all threads of a capture share.
    struct CaptureContext: Sendable {
        let settings: CaptureSettings
        let clock: CaptureClock
        let controls: CaptureControls
        let output: CaptureOutput
        /// Runs a part of the capture on a thread of its own.
        let start:
            @Sendable (_ name: String, _ work: @escaping @Sendable () throws(CaptureError) -> Void)
                throws(CaptureError) -> Void
    }
#endif
