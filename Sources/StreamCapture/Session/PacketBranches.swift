#if Capture
    import Libav
    import BitCoding
    import StreamMedia

    /// Decodes audio and encodes it as AAC in the thread that reads it, because this takes little CPU time.
    final class AudioBranch: PacketConsumer {
        /// After this many packets without a decodable one, a second or two, decoding fails.
        private static let maximumUndecodablePackets = 64

        private let output: CaptureOutput
        private let settings: AudioSettings
        private let timing: AudioTiming
        private var encoder: AudioEncoder?
        private var decoder: Decoder?
        private var reader: AACPacketReader?
        /// The configuration that the reader has; a new encoder may have another.
        private var configuration: [UInt8]?

        init(_ settings: AudioSettings, to output: CaptureOutput, timing: AudioTiming) {
            self.settings = settings
            self.output = output
            self.timing = timing
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            decoder = try Decoder(stream, isLive: true)
            encoder = AudioEncoder(settings, timing: timing, report: output.report)
        }

        func take(_ packet: Packet) throws(CaptureError) {
            guard let decoder else { return }
            try decoder.decode(packet) { block throws(CaptureError) in try encode(block) }
            guard !decoder.hasDecoded, decoder.damagedPacketCount >= Self.maximumUndecodablePackets else { return }
            throw CaptureError(.badData, "The input's sound (\(decoder.stream.codecName)) cannot be decoded.")
        }

        func finish() throws(CaptureError) {
            try decoder?.decode(nil) { block throws(CaptureError) in try encode(block) }
            try encoder?.finish { deliver($0) }
            encoder = nil
        }

        private func encode(_ block: RawFrame) throws(CaptureError) {
            try encoder?.encode(block) { deliver($0) }
        }

        private func deliver(_ audio: EncodedAudio) {
            if let newConfiguration = encoder?.configuration, newConfiguration != configuration {
                configuration = newConfiguration
                // Cannot fail: libavcodec has written the configuration.
                if reader == nil {
                    reader = try? AACPacketReader(id: CaptureTracks.audio, configuration: newConfiguration)
                } else {
                    try? reader?.configure(newConfiguration)
                }
            }
            reader?.read(
                audio.bytes.span.bytes,
                presentationTime: audio.presentationTime,
                captureTime: 0
            ) { output.take($0) }
        }
    }

    /// Decodes pictures and passes them to the encoder's thread.
    final class VideoBranch: PacketConsumer {
        private let pictures: BoundedQueue<RawFrame>
        private let isLive: Bool
        private var decoder: Decoder?

        /// - Parameter isLive: Whether new pictures replace old ones in a full queue.
        init(to pictures: BoundedQueue<RawFrame>, isLive: Bool) {
            self.pictures = pictures
            self.isLive = isLive
        }

        func begin(_ stream: MediaStream) throws(CaptureError) {
            decoder = try Decoder(stream, isLive: isLive)
        }

        func take(_ packet: Packet) throws(CaptureError) {
            try decoder?.decode(packet) { picture throws(CaptureError) in enqueue(picture) }
        }

        func finish() throws(CaptureError) {
            try decoder?.decode(nil) { picture throws(CaptureError) in enqueue(picture) }
        }

        private func enqueue(_ picture: RawFrame) {
            // The decoder no longer uses this frame object. It still reads the samples, which nothing changes.
            nonisolated(unsafe) let picture = picture
            if isLive { pictures.replaceOldest(with: picture) } else { pictures.put(picture) }
        }
    }
#endif
