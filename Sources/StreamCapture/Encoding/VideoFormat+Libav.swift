#if Capture
    import CFFmpeg
    import StreamProtocol

    extension VideoFormat {
        /// Tells an encoder what its pictures will be.
        func describe(to context: UnsafeMutablePointer<AVCodecContext>) {
            context.pointee.width = Int32(clamping: width)
            context.pointee.height = Int32(clamping: height)
            // A tick a frame: see PictureTimes.
            context.pointee.time_base = AVRational(
                num: Int32(clamping: frameRate.denominator),
                den: Int32(clamping: frameRate.numerator)
            )
            // Without it the level comes out too low.
            context.pointee.framerate = AVRational(
                num: Int32(clamping: frameRate.numerator),
                den: Int32(clamping: frameRate.denominator)
            )
            context.pointee.sample_aspect_ratio = AVRational(
                num: sampleAspectRatio.width,
                den: sampleAspectRatio.height
            )
            context.pointee.color_primaries = AVColorPrimaries(rawValue: colour.primaries)
            context.pointee.color_trc = AVColorTransferCharacteristic(rawValue: colour.transfer)
            context.pointee.colorspace = AVColorSpace(rawValue: colour.matrix)
            context.pointee.color_range = AVColorRange(isFull: colour.isFullRange)
        }
    }
#endif
