#if Capture
    import CFFmpeg

    /// Turns the packets of one stream into pictures or sound.
    ///
    /// Confined to one thread. What cannot be decoded is left out and counted: the stream goes on behind it.
    final class Decoder {
        let stream: MediaStream
        /// Packets that could not be decoded.
        private(set) var damagedPacketCount = 0
        /// Whether any could.
        private(set) var hasDecoded = false

        private let context: UnsafeMutablePointer<AVCodecContext>
        /// Filled anew by each call into the decoder.
        private var spare: RawFrame?

        /// Opens a decoder.
        ///
        /// - Parameter isLive: Pictures are wanted at once: no decoder thread holds one back while the next is decoded.
        /// - Throws: ``CaptureError`` where there is no decoder, or the stream's configuration is damaged.
        init(_ stream: MediaStream, isLive: Bool) throws(CaptureError) {
            self.stream = stream
            LibavLog.takeOver()
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
                // All of it is there, so it is freed as any other.
                throw CaptureError(.badData, "The \(stream.codecName) of the input cannot be decoded: \(error).")
            }
        }

        private static func noDecoder(for stream: MediaStream) -> String {
            let (what, remedy) = stream.kind == .video ? ("pictures", "H.264") : ("sound", "AAC")
            return stream.codec == AV_CODEC_ID_NONE
                ? "FFmpeg's libraries here do not know the kind of the input's \(what); convert the input to \(remedy) first."
                : "FFmpeg's libraries here have no decoder for \(stream.codecName); convert the input to \(remedy) first."
        }

        deinit {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }

        /// Decodes a packet, and hands out what is complete, in the order of presentation.
        ///
        /// - Parameter packet: `nil` at the end: what the decoder still holds comes out, and ``restart()`` has to be
        ///   called before the next.
        /// - Throws: What `body` throws; ``CaptureError`` where the system is out of memory.
        func decode(_ packet: Packet?, _ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            while true {
                let result = LibavError(code: avcodec_send_packet(context, packet?.pointer))
                try handOut(body)
                switch result {
                // It wanted to be emptied first.
                case .again: continue
                case .noMemory: throw Self.outOfMemory
                case .end: return
                default:
                    if result.code < 0 { damagedPacketCount += 1 }
                    return
                }
            }
        }

        /// Forgets what came before, for a stream that goes on elsewhere.
        func restart() {
            avcodec_flush_buffers(context)
        }

        private func handOut(_ body: (RawFrame) throws(CaptureError) -> Void) throws(CaptureError) {
            while true {
                let frame: RawFrame
                do throws(LibavError) {
                    if let spare { frame = spare } else { frame = try RawFrame() }
                } catch {
                    throw Self.outOfMemory
                }
                spare = nil
                switch LibavError(code: avcodec_receive_frame(context, frame.pointer)) {
                case .again, .end:
                    spare = frame
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

        private static let outOfMemory = CaptureError(.failure, "There is no memory left to decode pictures.")
    }
#endif
