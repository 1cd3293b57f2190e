#if Capture
    import CFFmpeg

    /// Decodes the packets of one stream to pictures or audio.
    ///
    /// Confined to one thread. Damaged packets are skipped and counted; the stream continues after them.
    final class Decoder {
        let stream: MediaStream
        /// The number of packets that could not be decoded.
        private(set) var damagedPacketCount = 0
        /// Whether any packet could be decoded.
        private(set) var hasDecoded = false

        private let context: UnsafeMutablePointer<AVCodecContext>
        /// Each call into the decoder reuses it.
        private var reusableFrame: RawFrame?

        /// Opens a decoder.
        ///
        /// - Parameter isLive: Whether pictures are needed at once: then no decoder thread delays one.
        /// - Throws: ``CaptureError`` if there is no decoder, or if the stream's configuration is damaged.
        init(_ stream: MediaStream, isLive: Bool) throws(CaptureError) {
            self.stream = stream
            LibavLog.install()
            guard let codec = avcodec_find_decoder(stream.codec), let context = avcodec_alloc_context3(codec) else {
                throw CaptureError(.badData, Self.noDecoder(for: stream))
            }
            self.context = context
            do throws(LibavError) {
                try LibavError.check(avcodec_parameters_to_context(context, stream.parameters.pointer))
                context.pointee.pkt_timebase = .microseconds
                context.pointee.thread_count = 0
                if isLive {
                    context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
                    context.pointee.thread_type = FF_THREAD_SLICE
                }
                try LibavError.check(avcodec_open2(context, codec, nil))
            } catch {
                // All properties are initialised, so deinit frees them.
                throw CaptureError(.badData, "The \(stream.codecName) of the input cannot be decoded: \(error).")
            }
        }

        private static func noDecoder(for stream: MediaStream) -> String {
            let (what, remedy) = stream.kind == .video ? ("pictures", "H.264") : ("sound", "AAC")
            return stream.codec == AV_CODEC_ID_NONE
                ? "FFmpeg's installed libraries do not know the kind of the input's \(what); convert the input to \(remedy) first."
                : "FFmpeg's installed libraries have no decoder for \(stream.codecName); convert the input to \(remedy) first."
        }

        deinit {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }

        /// Decodes a packet and emits the finished frames in presentation order.
        ///
        /// - Parameter packet: `nil` at the end: the decoder emits the remaining frames, and the next packet requires
        ///   ``flush()`` first.
        /// - Throws: The errors of `body`; ``CaptureError`` without memory.
        func decode(_ packet: Packet?, _ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            while true {
                let result = LibavError(code: avcodec_send_packet(context, packet?.pointer))
                try emitFrames(body)
                switch result {
                // The decoder must be emptied before it accepts the packet.
                case .again: continue
                case .noMemory: throw Self.outOfMemory
                case .end: return
                default:
                    if result.code < 0 { damagedPacketCount += 1 }
                    return
                }
            }
        }

        private func emitFrames(_ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            while true {
                let frame: RawFrame
                do throws(LibavError) {
                    if let reusableFrame { frame = reusableFrame } else { frame = try RawFrame() }
                } catch {
                    throw Self.outOfMemory
                }
                reusableFrame = nil
                switch LibavError(code: avcodec_receive_frame(context, frame.pointer)) {
                case .again, .end:
                    reusableFrame = frame
                    return
                case .noMemory: throw Self.outOfMemory
                case let result where result.code < 0:
                    damagedPacketCount += 1
                    return
                default:
                    hasDecoded = true
                    frame.pointer.pointee.pts = frame.pointer.pointee.best_effort_timestamp
                    if !stream.displayMatrix.isEmpty { frame.orient(by: stream.displayMatrix) }
                    try body(frame)
                }
            }
        }

        private static let outOfMemory = CaptureError(
            .failure,
            "There is not enough memory to decode pictures; close other programs."
        )
    }
#endif
