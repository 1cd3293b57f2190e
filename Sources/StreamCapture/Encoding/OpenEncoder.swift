#if Capture
    import CFFmpeg
    import Libav

    /// An open encoder of libavcodec: it takes pictures and returns packets.
    ///
    /// Confined to one thread.
    final class OpenEncoder {
        /// The reason why an encoder cannot be opened.
        enum Failure: Error {
            /// The encoder does not support these settings; one sentence.
            case unsupported(CaptureError)
            /// The encoder or its device is not available now: libav's code and log message.
            case failed(LibavError, String?)
        }

        /// The configuration that it was opened with.
        let configuration: EncoderConfiguration
        let pixelFormat: AVPixelFormat
        /// Whether it needs a device, which may disappear.
        let isHardware: Bool
        /// Whether it has received a picture. Hardware encoders without a picture dereference NULL when they are
        /// flushed (libavcodec from FFmpeg 7.1 on).
        private var hasPictures = false
        private let context: UnsafeMutablePointer<AVCodecContext>
        private let packet: Packet

        /// - Parameters:
        ///   - name: libavcodec's name of the encoder.
        ///   - options: The user's options. They win over the configuration's.
        ///   - pixelFormat: The format of the pictures.
        ///   - surfaces: The surfaces for an encoder that needs them.
        init(
            _ name: String,
            _ configuration: EncoderConfiguration,
            options: [EncoderSettings.Option],
            format: VideoFormat,
            pixelFormat: AVPixelFormat,
            surfaces: SurfacePool?
        ) throws(Failure) {
            guard let codec = avcodec_find_encoder_by_name(name) else {
                throw .unsupported(CaptureError(.unavailable, "This libavcodec has no encoder \(name)."))
            }
            guard let context = avcodec_alloc_context3(codec) else { throw .failed(.noMemory, nil) }
            self.context = context
            self.configuration = configuration
            rates = configuration.rates
            self.pixelFormat = pixelFormat
            let hardware = UInt32(AV_CODEC_CAP_HARDWARE) | UInt32(AV_CODEC_CAP_HYBRID)
            isHardware = UInt32(bitPattern: codec.pointee.capabilities) & hardware != 0
            do throws(LibavError) { packet = try Packet() } catch {
                var context: UnsafeMutablePointer<AVCodecContext>? = context
                avcodec_free_context(&context)
                throw .failed(error, nil)
            }
            format.apply(to: context)
            configuration.apply(to: context)
            context.pointee.pix_fmt = pixelFormat
            if let surfaces {
                context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
                context.pointee.hw_frames_ctx = surfaces.reference()
            }
            try open(name, codec, options)
        }

        deinit {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }

        private func open(
            _ name: String,
            _ codec: UnsafePointer<AVCodec>,
            _ userOptions: [EncoderSettings.Option]
        ) throws(Failure) {
            for option in userOptions { try set(option, name) }
            var options = LibavOptions()
            for option in configuration.options where !userOptions.contains(where: { $0.name == option.name }) {
                options[option.name] = option.value
            }
            LibavLog.clear()
            let result = options.lend { avcodec_open2(context, codec, $0) }
            guard result >= 0 else { throw .failed(LibavError(code: result), LibavLog.firstError) }
            guard let unknown = options.remaining.first else { return }
            let text = "The \(name) of this libavcodec has no option \(unknown), which these settings need."
            throw .unsupported(CaptureError(.unavailable, text))
        }

        /// Sets an option of the user, which must be an encoding option.
        private func set(_ option: EncoderSettings.Option, _ name: String) throws(Failure) {
            let found = av_opt_find(context, option.name, nil, 0, AV_OPT_SEARCH_CHILDREN)
            guard let found, found.pointee.flags & AV_OPT_FLAG_ENCODING_PARAM != 0 else {
                let text = "\(name) has no option \(option.name); 'ffmpeg -h encoder=\(name)' lists its options."
                throw .unsupported(CaptureError(.usage, text))
            }
            guard av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN) >= 0 else {
                let text = "\(name) does not accept \(option.value) for its option \(option.name); "
                throw .unsupported(CaptureError(.usage, text + "'ffmpeg -h encoder=\(name)' lists its values."))
            }
        }

        /// Sends a picture, whose time is a tick; `nil` signals the end, unless the encoder has received no picture.
        func send(_ frame: RawFrame?) throws(LibavError) {
            guard frame != nil || hasPictures else { return }
            hasPictures = true
            try LibavError.check(avcodec_send_frame(context, frame?.pointer))
        }

        /// The next packet, valid until the next call; `nil` if the encoder needs more pictures or has ended.
        func receive() throws(LibavError) -> Packet? {
            packet.clear()
            do throws(LibavError) {
                try LibavError.check(avcodec_receive_packet(context, packet.pointer))
                return packet
            } catch  where error == .again || error == .end {
                return nil
            }
        }

        /// Parameter sets that the encoder stores separately, in Annex B or avcC format; usually none.
        var extradata: [UInt8] {
            Array(
                UnsafeRawBufferPointer(
                    start: context.pointee.extradata,
                    count: Int(max(0, context.pointee.extradata_size))
                )
            )
        }

        /// The current rates.
        private(set) var rates: EncoderConfiguration.Rates

        /// Whether it can change its rates while it is open. No encoder can add or remove a maximum bit rate.
        func canChange(to other: EncoderConfiguration) -> Bool {
            configuration.supportsBitRateChange && (other.rates.maximum == 0) == (rates.maximum == 0)
        }

        /// Changes the rates from the next picture on.
        func change(to configuration: EncoderConfiguration) {
            rates = configuration.rates
            rates.apply(to: context)
        }
    }

    extension EncoderConfiguration.Rates {
        fileprivate func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
            context.pointee.bit_rate = Int64(average)
            context.pointee.rc_max_rate = Int64(maximum)
            context.pointee.rc_buffer_size = Int32(clamping: buffer)
        }
    }

    extension EncoderConfiguration {
        fileprivate func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
            rates.apply(to: context)
            context.pointee.gop_size = Int32(clamping: keyFrameFrames)
            context.pointee.max_b_frames = Int32(clamping: bFrames)
            // One thread per core.
            context.pointee.thread_count = 0
            // Each IDR picture needs its parameter sets, so the flag for a separate header is not set.
            context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
            if bFrames == 0 { context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
            if let profile { context.pointee.profile = profile }
            if let level { context.pointee.level = level }
            if let compressionLevel { context.pointee.compression_level = compressionLevel }
            if let quality {
                context.pointee.global_quality =
                    isConstantQuantiser ? Int32(clamping: quality) * FF_QP2LAMBDA : Int32(clamping: quality)
                if isConstantQuantiser { context.pointee.flags |= AV_CODEC_FLAG_QSCALE }
            }
        }
    }
#endif
