#if Capture
    /// Records a microphone and encodes AAC, in its own thread.
    final class MicrophonePipeline {
        private let device: AudioDevice
        private let context: CaptureContext
        /// Whether the device has been open.
        private var wasOpen = false
        /// The last reported reason why the device does not open.
        private var lastMessage = ""

        /// The pause between attempts to open a lost device again, in microseconds.
        private static let retryInterval: Int64 = 1_000_000

        init(_ device: AudioDevice, _ context: CaptureContext) {
            self.device = device
            self.context = context
        }

        /// Records until the capture ends. The loss of the device does not end the capture: pictures continue without
        /// sound.
        ///
        /// - Throws: ``CaptureError`` if the device cannot be opened at first.
        func run() throws(CaptureError) {
            let branch = AudioBranch(context.settings.audio, to: context.output, timing: .live)
            while context.controls.waitUntilCaptureNeeded() {
                guard let source = try open() else { continue }
                try record(source, branch)
                try branch.finish()
            }
        }

        /// Opens the device. A device that was open before is tried until it opens or the capture ends.
        private func open() throws(CaptureError) -> MicrophoneInput? {
            do throws(CaptureError) {
                let source = try MicrophoneInput(
                    device,
                    context.settings.audio,
                    clock: context.clock,
                    stop: context.controls.stopFlag,
                    report: context.output.report
                )
                (wasOpen, lastMessage) = (true, "")
                return source
            } catch {
                guard wasOpen, error.code != .stopped else { throw error }
                if error.reason != lastMessage {
                    context.output.report("\(error.reason) The pictures continue without sound.")
                }
                lastMessage = error.reason
                context.controls.pause(microseconds: Self.retryInterval)
                return nil
            }
        }

        private func record(_ source: any PacketSource, _ branch: AudioBranch) throws(CaptureError) {
            guard let stream = source.bestStream(.audio) else { return }
            try branch.begin(stream)
            while context.controls.isCaptureNeeded {
                switch try source.advance() {
                case .packet(let packet): try branch.take(packet)
                case .reopened:
                    if let stream = source.bestStream(.audio) { try branch.begin(stream) }
                case .end: return
                }
            }
        }
    }
#endif
