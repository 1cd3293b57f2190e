#if Capture
    import StreamMedia

    /// Decodes sound and encodes it as AAC, all in the thread that reads it: that is little work.
    final class SoundBranch: PacketConsumer {
        /// So many packets that cannot be decoded, and none that can: a second or two.
        private static let hopelessPackets = 64

        private let output: CaptureOutput
        private let settings: AudioSettings
        private let timing: AudioTiming
        private var encoder: AudioEncoder?
        private var decoder: Decoder?
        private var reader: AACPacketReader?
        /// What the reader was told; another encoder may make another.
        private var configuration: [UInt8]?

        init(_ settings: AudioSettings, to output: CaptureOutput, timing: AudioTiming) {
            self.settings = settings
            self.output = output
            self.timing = timing
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            decoder = try Decoder(stream, isLive: true)
            encoder = AudioEncoder(settings, timing: timing, announce: output.say)
        }

        func take(_ packet: Packet) throws(CaptureError) {
            guard let decoder else { return }
            try decoder.decode(packet) { block throws(CaptureError) in try encode(block) }
            guard !decoder.hasDecoded, decoder.damagedPacketCount >= Self.hopelessPackets else { return }
            throw CaptureError(.badData, "Nothing of the input's sound (\(decoder.stream.codecName)) can be decoded.")
        }

        func finish() throws(CaptureError) {
            try decoder?.decode(nil) { block throws(CaptureError) in try encode(block) }
            try encoder?.finish { deliver($0) }
            encoder = nil
        }

        private func encode(_ block: RawFrame) throws(CaptureError) {
            try encoder?.encode(block) { deliver($0) }
        }

        private func deliver(_ sound: EncodedSound) {
            if let made = encoder?.configuration, made != configuration {
                configuration = made
                // Cannot fail: libavcodec has written the configuration.
                if reader == nil {
                    reader = try? AACPacketReader(id: CaptureTracks.sound, configuration: made)
                } else {
                    try? reader?.configure(made)
                }
            }
            reader?.read(
                sound.bytes.span.bytes,
                presentationTime: sound.presentationTime,
                captureTime: 0
            ) { output.take($0) }
        }
    }
#endif
