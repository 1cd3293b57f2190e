extension SequenceParameterSet {
    /// A size in luma samples.
    public struct Size: Hashable, Sendable {
        /// Samples in a row.
        public var width: Int
        /// Rows of a frame, both fields together.
        public var height: Int

        /// Makes a size of its width and height in luma samples.
        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }
}

/// `frame_crop_*_offset`: the margins of a decoded frame that are not displayed (7.4.2.1.1).
///
/// The unit is the crop unit, as coded; ``SequenceParameterSet/croppedSize`` is in samples.
public struct FrameCropping: Hashable, Sendable {
    /// `frame_crop_left_offset`.
    public let left: Int
    /// `frame_crop_right_offset`.
    public let right: Int
    /// `frame_crop_top_offset`.
    public let top: Int
    /// `frame_crop_bottom_offset`.
    public let bottom: Int
}

/// `chroma_format_idc` (table 6-1).
public enum ChromaFormat: UInt8, Hashable, Sendable, CustomStringConvertible {
    /// Luma only.
    case monochrome = 0
    /// Half the rows and half the columns.
    case yuv420 = 1
    /// All rows and half the columns.
    case yuv422 = 2
    /// All rows and columns; with `separate_colour_plane_flag`, as three monochrome pictures.
    case yuv444 = 3

    /// The format's usual name, as in `4:2:0`.
    public var description: String {
        switch self {
        case .monochrome: "monochrome"
        case .yuv420: "4:2:0"
        case .yuv422: "4:2:2"
        case .yuv444: "4:4:4"
        }
    }

    /// `SubWidthC` and `SubHeightC`; 1 without chroma, as the crop units require.
    var subsampling: (width: Int, height: Int) {
        switch self {
        case .yuv420: (2, 2)
        case .yuv422: (2, 1)
        case .monochrome, .yuv444: (1, 1)
        }
    }
}

/// The shape of a luma sample, width to height (table E-1).
public struct SampleAspectRatio: Hashable, Sendable {
    /// The horizontal part, 1 to 65535.
    public let width: Int
    /// The vertical part, 1 to 65535.
    public let height: Int

    /// `Extended_SAR`: the ratio is written out in the VUI.
    static let extendedIDC: UInt8 = 255

    /// A ratio of two numbers; `nil` if one is 0, which means unspecified.
    init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    /// The ratio of an `aspect_ratio_idc`; `nil` for 0, unspecified, and for the reserved ones.
    init?(idc: UInt8) {
        guard Int(idc) < Self.table.count else { return nil }
        let ratio = Self.table[Int(idc)]
        self.init(width: ratio.0, height: ratio.1)
    }

    private static let table = [
        (0, 0), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11),
        (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
}

/// Frames per second, as a fraction.
public struct FrameRate: Hashable, Sendable {
    /// Frames, over 0.
    public let numerator: UInt64
    /// The seconds that they take, over 0.
    public let denominator: UInt64

    /// Makes a frame rate of a fraction whose parts are both over 0.
    init(numerator: UInt64, denominator: UInt64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The frame rate as a number.
    public var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}
