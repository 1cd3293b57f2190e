#if Player
    import CFFmpeg
    import Libav

    /// Encodes decoded pictures as image files, with square samples.
    enum ImageEncoder {
        /// libavcodec's scale for JPEG goes from 2, the best, to 31. Three is visually without loss.
        private static let jpegQuality: Int32 = 3
        /// The largest side of the image, in pixels, which both formats and all viewers allow.
        private static let maximumSide = 32_767

        /// The bytes of an image file.
        ///
        /// - Throws: ``LibavError``, also if the installed libraries have no encoder for the format.
        static func encode(_ picture: DecodedPicture, as format: ImageFormat) throws(LibavError) -> [UInt8] {
            let frame = try picture.frame.cropped()
            let ratio = picture.sampleAspectRatio
            // Samples become square by making the picture larger.
            let width = ratio > 1 ? (Double(frame.width) * ratio).rounded() : Double(frame.width)
            let height = ratio < 1 ? (Double(frame.height) / ratio).rounded() : Double(frame.height)
            var target = PictureScaler.Target(
                width: Int(min(width, Double(maximumSide))),
                height: Int(min(height, Double(maximumSide))),
                pixelFormat: AV_PIX_FMT_RGB24,
                colour: .computer
            )
            let colours = try PictureScaler().scale(frame, PictureColour(frame), to: target)
            guard format == .jpeg else { return try encode(colours, with: AV_CODEC_ID_PNG) }
            target.pixelFormat = AV_PIX_FMT_YUVJ420P
            let samples = try PictureScaler().scale(colours, .computer, to: target)
            samples.pointer.pointee.quality = jpegQuality * FF_QP2LAMBDA
            return try encode(samples, with: AV_CODEC_ID_MJPEG)
        }

        private static func encode(_ frame: RawFrame, with id: AVCodecID) throws(LibavError) -> [UInt8] {
            guard let codec = avcodec_find_encoder(id) else { throw .notImplemented }
            var context = avcodec_alloc_context3(codec)
            defer { avcodec_free_context(&context) }
            guard let context else { throw .noMemory }
            context.pointee.width = frame.pointer.pointee.width
            context.pointee.height = frame.pointer.pointee.height
            context.pointee.pix_fmt = frame.pixelFormat
            context.pointee.color_range = AVCOL_RANGE_JPEG
            context.pointee.time_base = AVRational(num: 1, den: 25)
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            context.pointee.global_quality = jpegQuality * FF_QP2LAMBDA
            try LibavError.check(avcodec_open2(context, codec, nil))
            let packet = try Packet()
            try LibavError.check(avcodec_send_frame(context, frame.pointer))
            try LibavError.check(avcodec_send_frame(context, nil))
            try LibavError.check(avcodec_receive_packet(context, packet.pointer))
            return Array(packet.bytes)
        }
    }
#endif
