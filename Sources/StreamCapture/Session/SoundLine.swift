#if Capture
    /// From a microphone to AAC, in a thread of its own.
    final class SoundLine {
        private let device: SoundDevice
        private let context: CaptureContext

        init(_ device: SoundDevice, _ context: CaptureContext) {
            self.device = device
            self.context = context
        }

        /// Records until the capture ends. A device that is lost does not end it: pictures go on without sound.
        ///
        /// - Throws: ``CaptureError`` where the device cannot be opened at first.
        func run() throws(CaptureError) {
            let branch = SoundBranch(context.settings.audio, to: context.output, timing: .live)
            while context.controls.waitUntilWanted() {
                let source = try MicrophoneInput(
                    device,
                    context.settings.audio,
                    clock: context.clock,
                    stop: context.controls.stopFlag,
                    announce: context.output.say
                )
                try record(source, branch)
                try branch.finish()
            }
        }

        private func record(_ source: any PacketSource, _ branch: SoundBranch) throws(CaptureError) {
            guard let stream = source.bestStream(.audio) else { return }
            try branch.begin(stream)
            while context.controls.isWanted {
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
