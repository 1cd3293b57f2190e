#if Capture
    import CFFmpeg

    /// An encoder of libavcodec that is open: pictures in, packets out.
    ///
    /// Confined to one thread.
    final class OpenEncoder {
        /// Why one could not be opened.
        enum Failure: Error {
            /// These settings are wrong or beyond it; one sentence.
            case refused(CaptureError)
            /// It, or its device, cannot be had now: libav's code, and what it said.
            case failed(LibavError, String?)
        }

        /// What it was opened with.
        let configuration: EncoderConfiguration
        let pixelFormat: AVPixelFormat
        /// Whether it needs a device, which may be lost.
        let isHardware: Bool
        /// Whether it was given a picture. One that was not holds nothing, and those for hardware dereference NULL when they
        /// are to hand it out (libavcodec from FFmpeg 7.1 on).
        private var hasPictures = false
        private let context: UnsafeMutablePointer<AVCodecContext>
        private let packet: Packet

        /// - Parameters:
        ///   - name: libavcodec's.
        ///   - options: The user's own, which come before the configuration's.
        ///   - pixelFormat: Of the pictures that will come.
        ///   - surfaces: Where they go before they are encoded, for an encoder that takes surfaces.
        init(
            _ name: String,
            _ configuration: EncoderConfiguration,
            options: [EncoderSettings.Option],
            format: VideoFormat,
            pixelFormat: AVPixelFormat,
            surfaces: SurfacePool?
        ) throws(Failure) {
            guard let codec = avcodec_find_encoder_by_name(name) else {
                throw .refused(CaptureError(.unavailable, "This libavcodec has no encoder \(name)."))
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
            format.describe(to: context)
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
            throw .refused(CaptureError(.unavailable, text))
        }

        /// Sets an option of the user's, which must be one for encoding.
        private func set(_ option: EncoderSettings.Option, _ name: String) throws(Failure) {
            let found = av_opt_find(context, option.name, nil, 0, AV_OPT_SEARCH_CHILDREN)
            guard let found, found.pointee.flags & AV_OPT_FLAG_ENCODING_PARAM != 0 else {
                let text = "\(name) has no option \(option.name); 'ffmpeg -h encoder=\(name)' lists what it has."
                throw .refused(CaptureError(.usage, text))
            }
            guard av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN) >= 0 else {
                let text = "\(name) does not take \(option.value) for its option \(option.name); "
                throw .refused(CaptureError(.usage, text + "'ffmpeg -h encoder=\(name)' lists what it takes."))
            }
        }

        /// Gives it a picture, whose time is a tick; `nil`: there will be no more, which one without pictures is not told.
        func send(_ frame: RawFrame?) throws(LibavError) {
            guard frame != nil || hasPictures else { return }
            hasPictures = true
            try LibavError.check(avcodec_send_frame(context, frame?.pointer))
        }

        /// The next packet, valid until the next call; `nil` where it needs more pictures first, or is at the end.
        func receive() throws(LibavError) -> Packet? {
            packet.clear()
            do throws(LibavError) {
                try LibavError.check(avcodec_receive_packet(context, packet.pointer))
                return packet
            } catch  where error == .again || error == .end {
                return nil
            }
        }

        /// Parameter sets that it keeps apart from the stream, in Annex B or avcC; usually none.
        var extradata: [UInt8] {
            Array(
                UnsafeRawBufferPointer(
                    start: context.pointee.extradata,
                    count: Int(max(0, context.pointee.extradata_size))
                )
            )
        }

        /// The rates that it works with.
        private(set) var rates: EncoderConfiguration.Rates

        /// Whether it can change to other rates while it is open. None can begin or cease to bound its bit rate.
        func canFollow(_ other: EncoderConfiguration) -> Bool {
            configuration.followsBitRate && (other.rates.maximum == 0) == (rates.maximum == 0)
        }

        /// Changes the rates from the next picture on.
        func follow(_ configuration: EncoderConfiguration) {
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
            // As many threads as there are cores.
            context.pointee.thread_count = 0
            // Parameter sets belong to every IDR picture, so the flag for a header apart from the stream is not set.
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
