#if Capture || Player
    import CFFmpeg

    /// An open decoder of libavcodec: packets in, frames out in presentation order.
    ///
    /// Confined to one thread.
    package final class CodecDecoder {
        /// After this many errors in a row without a frame, the decoder is not asked for more frames until the next
        /// packet. A decoder holds at most 16 pictures and one for each thread (ISO/IEC 14496-10 A.3.1: a decoded
        /// picture buffer of 16), and each call ends with one of them or with an error for it.
        private static let maximumErrors = 256

        package let context: UnsafeMutablePointer<AVCodecContext>
        /// Each call into the decoder reuses it.
        private var reusableFrame: RawFrame?

        /// Opens a decoder.
        ///
        /// - Parameters:
        ///   - parameters: Of the stream; `nil` if its packets say everything.
        ///   - harmlessErrors: Beginnings of logged errors that damage no frame; ``takeLoggedError()`` leaves them out.
        ///   - configure: Changes the context before it is opened.
        /// - Throws: The error of libavcodec, which ``LibavLog`` often explains.
        package init(
            _ codec: UnsafePointer<AVCodec>,
            parameters: CodecParameters? = nil,
            harmlessErrors: [String] = [],
            configure: (UnsafeMutablePointer<AVCodecContext>) throws(LibavError) -> Void
        ) throws(LibavError) {
            LibavLog.install()
            guard let context = avcodec_alloc_context3(codec) else { throw .noMemory }
            self.context = context
            // All properties are initialised, so deinit frees them if this throws.
            if let parameters { try LibavError.check(avcodec_parameters_to_context(context, parameters.pointer)) }
            try configure(context)
            try LibavError.check(avcodec_open2(context, codec, nil))
            LibavLog.watch(context, ignoring: harmlessErrors)
        }

        deinit {
            LibavLog.unwatch(context)
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }

        /// The first error that the decoder or one of its threads has logged since the last call.
        package func takeLoggedError() -> String? { LibavLog.takeFirstError(of: context) }

        /// Decodes a packet.
        ///
        /// - Parameters:
        ///   - packet: `nil` at the end: the decoder emits its remaining frames, and takes no packet before
        ///     ``flush()``.
        ///   - damaged: Receives an error for each packet or frame that was not decoded. The decoder goes on after it.
        ///   - emit: Receives the finished frames. A frame is valid only during the call; a new reference to it
        ///     lasts longer (``RawFrame/init(referring:)``).
        package func decode<Failure: Error>(
            _ packet: Packet?,
            damaged: (LibavError) throws(Failure) -> Void,
            emit: (RawFrame) throws(Failure) -> Void
        ) throws(Failure) {
            while true {
                let result = LibavError(code: avcodec_send_packet(context, packet?.pointer))
                try emitFrames(atEnd: packet == nil, damaged: damaged, emit: emit)
                switch result {
                // The decoder must be emptied before it accepts the packet.
                case .again: continue
                case .end: return
                default:
                    if result.code < 0 { try damaged(result) }
                    return
                }
            }
        }

        /// Drops what the decoder holds. It then takes packets again, beginning with a random access point.
        package func flush() {
            avcodec_flush_buffers(context)
        }

        private func emitFrames<Failure: Error>(
            atEnd: Bool,
            damaged: (LibavError) throws(Failure) -> Void,
            emit: (RawFrame) throws(Failure) -> Void
        ) throws(Failure) {
            var errors = 0
            while errors < Self.maximumErrors {
                let frame: RawFrame
                do throws(LibavError) {
                    if let reusableFrame { frame = reusableFrame } else { frame = try RawFrame() }
                } catch {
                    return try damaged(error)
                }
                reusableFrame = nil
                switch LibavError(code: avcodec_receive_frame(context, frame.pointer)) {
                case .again, .end:
                    reusableFrame = frame
                    return
                case let result where result.code < 0:
                    try damaged(result)
                    guard atEnd else { return }
                    errors += 1
                default:
                    errors = 0
                    frame.pointer.pointee.pts = frame.pointer.pointee.best_effort_timestamp
                    try emit(frame)
                }
            }
        }
    }
#endif
