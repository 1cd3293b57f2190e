/// A picture as the window takes it: 4:2:0 with 8 bits a sample. It refers to the decoder's memory without a copy.
///
/// `@unchecked Sendable`: the planes are read only, and `owner` keeps them.
package struct VideoPicture: @unchecked Sendable {
    /// How the samples lie in memory.
    package enum Layout: Hashable, Sendable {
        /// Three planes: luma, Cb, Cr (I420).
        case planar
        /// Two planes: luma, and Cb and Cr in turn (NV12).
        case semiplanar
    }

    /// How luma and chroma make a colour (ITU-T H.273, matrix coefficients).
    package enum Matrix: Hashable, Sendable {
        case bt601, bt709
    }

    /// Rows of samples.
    package struct Plane {
        package let bytes: UnsafePointer<UInt8>
        /// Bytes from one row to the next.
        package let stride: Int

        package init(bytes: UnsafePointer<UInt8>, stride: Int) {
            self.bytes = bytes
            self.stride = stride
        }
    }

    /// Pictures that are wider or higher are refused; H.264 has none (level 6.2 ends at 16,880 samples).
    static let maximumSize = 16_880

    package let layout: Layout
    package let planes: [Plane]
    /// Luma samples.
    package let width: Int
    /// Luma samples.
    package let height: Int
    package let matrix: Matrix
    /// Whether luma goes from 0 to 255, and not from 16 to 235.
    package let isFullRange: Bool
    /// Width divided by height of a sample.
    package let sampleAspectRatio: Double
    private let owner: AnyObject

    /// - Parameters:
    ///   - planes: As many as the layout has; each has rows of at least its width.
    ///   - owner: Keeps the planes' memory, and does not change it.
    /// - Returns: `nil` if size and planes do not fit.
    package init?(
        _ layout: Layout,
        planes: [Plane],
        width: Int,
        height: Int,
        matrix: Matrix,
        isFullRange: Bool,
        sampleAspectRatio: Double,
        owner: AnyObject
    ) {
        guard (1...Self.maximumSize).contains(width), (1...Self.maximumSize).contains(height) else { return nil }
        let half = (width + 1) / 2
        let widths = layout == .planar ? [width, half, half] : [width, 2 * half]
        guard planes.count == widths.count, zip(planes, widths).allSatisfy({ $0.stride >= $1 }) else { return nil }
        self.layout = layout
        self.planes = planes
        self.width = width
        self.height = height
        self.matrix = matrix
        self.isFullRange = isFullRange
        self.sampleAspectRatio = (0.01...100).contains(sampleAspectRatio) ? sampleAspectRatio : 1
        self.owner = owner
    }

    /// Height and width as they are shown, in luma samples.
    package var shownSize: (width: Int, height: Int) {
        sampleAspectRatio >= 1
            ? (Int((Double(width) * sampleAspectRatio).rounded()), height)
            : (width, Int((Double(height) / sampleAspectRatio).rounded()))
    }
}
