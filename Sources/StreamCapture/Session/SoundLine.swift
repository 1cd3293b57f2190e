#if Capture
    /// From a microphone to AAC, in a thread of its own.
    final class SoundLine {
        private let device: SoundDevice
        private let context: CaptureContext
        /// Whether the device was open once.
        private var wasOpen = false
        /// What the user was told last of a device that does not open.
        private var said = ""

        /// Between attempts to open a device that was there before, in microseconds.
        private static let pause: Int64 = 1_000_000

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
                guard let source = try open() else { continue }
                try record(source, branch)
                try branch.finish()
            }
        }

        /// Opens the device; one that was open before, and is now to be opened again because somebody watches, is tried
        /// for as long as it takes.
        private func open() throws(CaptureError) -> MicrophoneInput? {
            do throws(CaptureError) {
                let source = try MicrophoneInput(
                    device,
                    context.settings.audio,
                    clock: context.clock,
                    stop: context.controls.stopFlag,
                    announce: context.output.say
                )
                (wasOpen, said) = (true, "")
                return source
            } catch {
                guard wasOpen, error.code != .stopped else { throw error }
                if error.reason != said { context.output.say("\(error.reason) Pictures go on without sound.") }
                said = error.reason
                context.controls.pause(microseconds: Self.pause)
                return nil
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
