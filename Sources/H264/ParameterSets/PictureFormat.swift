/// A size in luma samples.
public struct PictureSize: Hashable, Sendable {
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

/// `frame_crop_*_offset`: what is cut off each side of a decoded frame before display (7.4.2.1.1).
///
/// In crop units, as coded; ``SequenceParameterSet/croppedSize`` has the result in samples.
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

    /// `SubWidthC` and `SubHeightC`; 1 where there is no chroma, as the crop units want it.
    var subsampling: (width: Int, height: Int) {
        switch self {
        case .yuv420: (2, 2)
        case .yuv422: (2, 1)
        case .monochrome, .yuv444: (1, 1)
        }
    }
}
