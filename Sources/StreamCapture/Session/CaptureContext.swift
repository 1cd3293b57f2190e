#if Capture
    /// What all threads of a capture share.
    struct CaptureContext: Sendable {
        let settings: CaptureSettings
        let clock: CaptureClock
        let controls: CaptureControls
        let output: CaptureOutput
        let threads: CaptureThreads
    }
#endif
