#if Capture
    import CFFmpeg

    /// Finds out whether an encoder works here, by opening it: what a list says does not tell whether the GPU, its driver
    /// and the right to use them are there.
    enum EncoderProbe {
        /// A size that every encoder takes.
        private static let size = (width: Int32(640), height: Int32(360))

        /// Opens the encoder and closes it again.
        ///
        /// - Parameter renderNode: The device to try, such as `/dev/dri/renderD128`; only VA-API needs it.
        /// - Returns: Why it does not open; `nil` where it does.
        static func trouble(with name: String, renderNode: String?) -> String? {
            LibavLog.takeOver()
            LibavLog.clear()
            do throws(LibavError) {
                try open(name, renderNode)
                return nil
            } catch {
                return LibavLog.firstError ?? error.description
            }
        }

        private static func open(_ name: String, _ renderNode: String?) throws(LibavError) {
            guard let codec = avcodec_find_encoder_by_name(name), let context = avcodec_alloc_context3(codec) else {
                throw .noMemory
            }
            var owned: UnsafeMutablePointer<AVCodecContext>? = context
            defer { avcodec_free_context(&owned) }
            context.pointee.width = size.width
            context.pointee.height = size.height
            context.pointee.time_base = AVRational(num: 1, den: 30)
            context.pointee.framerate = AVRational(num: 30, den: 1)
            let formats = pixelFormats(of: codec)
            context.pointee.pix_fmt =
                [AV_PIX_FMT_YUV420P, AV_PIX_FMT_NV12].first(where: formats.contains)
                ?? formats.first ?? AV_PIX_FMT_YUV420P
            if formats.contains(AV_PIX_FMT_VAAPI) {
                context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
                context.pointee.hw_frames_ctx = try surfaces(renderNode)
            }
            try LibavError.check(avcodec_open2(context, codec, nil))
        }

        private static func pixelFormats(of codec: UnsafePointer<AVCodec>) -> [AVPixelFormat] {
            var formats: [AVPixelFormat] = []
            var next = codec.pointee.pix_fmts
            while let format = next?.pointee, format != AV_PIX_FMT_NONE {
                formats.append(format)
                next = next?.successor()
            }
            return formats
        }

        /// Pictures in the memory of the GPU.
        private static func surfaces(_ renderNode: String?) throws(LibavError) -> UnsafeMutablePointer<AVBufferRef> {
            var device: UnsafeMutablePointer<AVBufferRef>?
            try LibavError.check(av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, renderNode, nil, 0))
            defer { av_buffer_unref(&device) }
            guard let device, let frames = av_hwframe_ctx_alloc(device) else { throw .noMemory }
            frames.pointee.data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { context in
                context.pointee.format = AV_PIX_FMT_VAAPI
                context.pointee.sw_format = AV_PIX_FMT_NV12
                context.pointee.width = size.width
                context.pointee.height = size.height
            }
            do throws(LibavError) {
                try LibavError.check(av_hwframe_ctx_init(frames))
            } catch {
                var frames: UnsafeMutablePointer<AVBufferRef>? = frames
                av_buffer_unref(&frames)
                throw error
            }
            return frames
        }
    }
#endif
