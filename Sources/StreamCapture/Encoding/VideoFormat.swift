import StreamProtocol

/// What pictures an encoder is fed.
struct VideoFormat: Hashable, Sendable {
    /// In luma samples.
    var width: Int
    /// In luma samples.
    var height: Int
    /// What is meant to come; fewer may.
    var frameRate: Track.Rate
    /// The shape of a sample; 1:1 where it is not known.
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

    /// What the samples mean, in the numbers of H.273, which are those of tables E-3 to E-5; 2 is "unspecified".
    struct Colour: Hashable, Sendable {
        var primaries: UInt32 = 2
        var transfer: UInt32 = 2
        var matrix: UInt32 = 2
        /// Black is 0 and white 255; `nil` where it is not known.
        var isFullRange: Bool?
    }

    var framesPerSecond: Double { Double(frameRate.numerator) / Double(frameRate.denominator) }

    /// How long a frame is shown, in microseconds, at least 1.
    var framePeriod: Int64 { max(1, Int64((1_000_000 / framesPerSecond).rounded())) }
}
