#if Capture
    import CFFmpeg
    import Libav

    /// Decodes the packets of one stream to pictures or audio.
    ///
    /// Confined to one thread. Damaged packets are skipped and counted; the stream continues after them.
    final class Decoder {
        let stream: MediaStream
        /// The number of packets that could not be decoded.
        private(set) var damagedPacketCount = 0
        /// Whether any packet could be decoded.
        private(set) var hasDecoded = false

        private let decoder: CodecDecoder

        /// Opens a decoder.
        ///
        /// - Parameter isLive: Whether pictures are needed at once: then no decoder thread delays one.
        /// - Throws: ``CaptureError`` if there is no decoder, or if the stream's configuration is damaged.
        init(_ stream: MediaStream, isLive: Bool) throws(CaptureError) {
            self.stream = stream
            guard let codec = avcodec_find_decoder(stream.codec) else {
                throw CaptureError(.badData, Self.noDecoder(for: stream))
            }
            do throws(LibavError) {
                decoder = try CodecDecoder(codec, parameters: stream.parameters) { context in
                    context.pointee.pkt_timebase = .microseconds
                    context.pointee.thread_count = 0
                    if isLive {
                        context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
                        context.pointee.thread_type = FF_THREAD_SLICE
                    }
                }
            } catch {
                throw CaptureError(.badData, "The \(stream.codecName) of the input cannot be decoded: \(error).")
            }
        }

        private static func noDecoder(for stream: MediaStream) -> String {
            let (what, remedy) = stream.kind == .video ? ("pictures", "H.264") : ("sound", "AAC")
            return stream.codec == AV_CODEC_ID_NONE
                ? "FFmpeg's installed libraries do not know the kind of the input's \(what); convert the input to \(remedy) first."
                : "FFmpeg's installed libraries have no decoder for \(stream.codecName); convert the input to \(remedy) first."
        }

        /// Decodes a packet and emits the finished frames in presentation order.
        ///
        /// - Parameter packet: `nil` at the end: the decoder emits the remaining frames.
        /// - Throws: The errors of `body`; ``CaptureError`` without memory.
        func decode(_ packet: Packet?, _ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            try decoder.decode(packet) { error throws(CaptureError) in
                guard error != .noMemory else { throw Self.outOfMemory }
                damagedPacketCount += 1
            } emit: { frame throws(CaptureError) in
                hasDecoded = true
                if !stream.displayMatrix.isEmpty { frame.orient(by: stream.displayMatrix) }
                try body(frame)
            }
        }

        private static let outOfMemory = CaptureError(
            .failure,
            "There is not enough memory to decode pictures; close other programs."
        )
    }
#endif
