import StreamProtocol

/// The format of an encoder's pictures.
struct VideoFormat: Hashable, Sendable {
    /// In luma samples.
    var width: Int
    /// In luma samples.
    var height: Int
    /// The nominal frame rate; fewer pictures may arrive.
    var frameRate: Track.Rate
    /// The shape of a sample; 1:1 if unknown.
    var sampleAspectRatio = SampleShape(width: 1, height: 1)
    var colour = Colour()

    init(width: Int, height: Int, frameRate: Track.Rate) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
    }

    struct SampleShape: Hashable, Sendable {
        var width: Int32
        var height: Int32
    }

    /// The colour description with the code points of H.273, which are those of tables E-3 to E-5; 2 is "unspecified".
    struct Colour: Hashable, Sendable {
        var primaries: UInt32 = 2
        var transfer: UInt32 = 2
        var matrix: UInt32 = 2
        /// Whether black is 0 and white 255; `nil` if unknown.
        var isFullRange: Bool?
    }

    var framesPerSecond: Double { Double(frameRate.numerator) / Double(frameRate.denominator) }

    /// The duration of a frame, in microseconds, at least 1.
    var framePeriod: Int64 { max(1, Int64((1_000_000 / framesPerSecond).rounded())) }
}

#if Capture
    import CFFmpeg
    import StreamProtocol

    extension VideoFormat {
        /// Sets the format of the pictures in an encoder's context.
        func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
            context.pointee.width = Int32(clamping: width)
            context.pointee.height = Int32(clamping: height)
            // One tick per frame: see PictureTimes.
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
