#if Capture
    import Libav
    /// Processes the packets of one stream. Confined to the thread that reads them.
    protocol PacketConsumer: AnyObject {
        /// Starts a stream: for the first time, or after the input was opened again.
        ///
        /// - Throws: ``CaptureError`` if the stream's configuration cannot be read.
        func begin(_ stream: MediaStream) throws(CaptureError)

        /// Accepts a packet with times on the media clock.
        func take(_ packet: Packet) throws(CaptureError)

        /// Ends the stream. Emits everything that is still buffered.
        func finish() throws(CaptureError)
    }

    extension Packet {
        /// The decode and presentation times. A missing one equals the other.
        var times: (decode: Int64, presentation: Int64) {
            let presentation = presentationTime ?? decodeTime ?? 0
            return (decodeTime ?? presentation, presentation)
        }
    }

    /// The audio of an input with video. A failure to decode the audio does not end the video.
    final class OptionalAudioConsumer: PacketConsumer {
        private let audio: any PacketConsumer
        private let output: CaptureOutput
        private var hasFailed = false
        /// The last reported reason.
        private var lastMessage: String?

        init(_ audio: any PacketConsumer, _ output: CaptureOutput) {
            self.audio = audio
            self.output = output
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            hasFailed = false
            try attempt { () throws(CaptureError) in try audio.begin(stream) }
        }

        func take(_ packet: Packet) throws(CaptureError) {
            try attempt { () throws(CaptureError) in try audio.take(packet) }
        }

        func finish() throws(CaptureError) {
            try attempt { () throws(CaptureError) in try audio.finish() }
        }

        private func attempt(_ work: () throws(CaptureError) -> Void) throws(CaptureError) {
            guard !hasFailed else { return }
            do throws(CaptureError) {
                try work()
            } catch {
                guard error.code == .badData else { throw error }
                hasFailed = true
                if error.reason != lastMessage { output.report("\(error.reason) The pictures continue without sound.") }
                lastMessage = error.reason
                output.stopWaiting(for: CaptureTracks.audio)
            }
        }
    }
#endif
