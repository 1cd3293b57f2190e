#if Capture
    import CFFmpeg
    import StreamProtocol

    extension VideoFormat {
        /// What a picture is, at the rate at which such are meant to come.
        init(_ frame: RawFrame, frameRate: Track.Rate) {
            self.init(width: frame.width, height: frame.height, frameRate: frameRate)
            let picture = frame.pointer.pointee
            if picture.sample_aspect_ratio.num > 0, picture.sample_aspect_ratio.den > 0 {
                sampleAspectRatio = SampleShape(
                    width: picture.sample_aspect_ratio.num,
                    height: picture.sample_aspect_ratio.den
                )
            }
            colour = Colour(
                primaries: picture.color_primaries.rawValue,
                transfer: picture.color_trc.rawValue,
                matrix: picture.colorspace.rawValue,
                isFullRange: Self.isFullRange(picture.color_range)
            )
        }

        private static func isFullRange(_ range: AVColorRange) -> Bool? {
            switch range {
            case AVCOL_RANGE_JPEG: true
            case AVCOL_RANGE_MPEG: false
            default: nil
            }
        }

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
            switch colour.isFullRange {
            case true?: context.pointee.color_range = AVCOL_RANGE_JPEG
            case false?: context.pointee.color_range = AVCOL_RANGE_MPEG
            case nil: context.pointee.color_range = AVCOL_RANGE_UNSPECIFIED
            }
        }
    }
#endif
