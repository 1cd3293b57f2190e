#if Capture
    /// The sound of an input that has pictures too: where it cannot be decoded, the pictures go on without it.
    final class SoundBesidePictures: PacketConsumer {
        private let sound: any PacketConsumer
        private let output: CaptureOutput
        private var isLost = false
        /// What the user was told last.
        private var said: String?

        init(_ sound: any PacketConsumer, _ output: CaptureOutput) {
            self.sound = sound
            self.output = output
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            isLost = false
            try attempt { () throws(CaptureError) in try sound.begin(stream) }
        }

        func take(_ packet: Packet) throws(CaptureError) {
            try attempt { () throws(CaptureError) in try sound.take(packet) }
        }

        func finish() throws(CaptureError) {
            try attempt { () throws(CaptureError) in try sound.finish() }
        }

        private func attempt(_ work: () throws(CaptureError) -> Void) throws(CaptureError) {
            guard !isLost else { return }
            do throws(CaptureError) {
                try work()
            } catch {
                guard error.code == .badData else { throw error }
                isLost = true
                if error.reason != said { output.say("\(error.reason) The pictures go on without sound.") }
                said = error.reason
                output.forgo(CaptureTracks.sound)
            }
        }
    }
#endif
