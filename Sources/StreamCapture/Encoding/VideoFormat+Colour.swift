/// Completes the colour description of a picture before encoding.
///
/// Players guess missing values, and they guess differently. Chromium ignores a colour description unless it has
/// primaries, transfer and matrix. Every encoded stream therefore has all three, and limited range, which hardware
/// decoders, overlays and televisions expect in any case.
extension VideoFormat.Colour {
    /// The code points of H.273 that are used here.
    private enum Code {
        static let bt709: UInt32 = 1
        static let unspecified: UInt32 = 2
        static let fcc: UInt32 = 4
        static let bt470bg: UInt32 = 5
        static let smpte170m: UInt32 = 6
        static let smpte240m: UInt32 = 7
        static let bt2020: UInt32 = 9
        /// BT.2020 with the matrix of constant luminance.
        static let bt2020Constant: UInt32 = 10
        /// The curve of BT.709 under the code point of BT.2020.
        static let bt2020Transfer: UInt32 = 14
        static let pq: UInt32 = 16
        static let hlg: UInt32 = 18
        /// "RGB" as a matrix, "reserved" as primaries and transfer.
        static let none: UInt32 = 0
    }

    /// The kind of a picture's samples.
    enum Samples: Hashable, Sendable {
        case ycbcr, rgb, grey
    }

    /// The number of lines from which players assume BT.709 for a picture without a description; BT.601 below.
    private static let highDefinitionHeight = 720

    static let bt709 = VideoFormat.Colour(
        primaries: Code.bt709,
        transfer: Code.bt709,
        matrix: Code.bt709,
        isFullRange: false
    )

    /// The complete description.
    ///
    /// Values of the source stay. A missing matrix follows from the primaries, else from the size. Missing primaries
    /// follow from the matrix; full range with the matrix of BT.601 is JPEG, whose primaries are those of sRGB and
    /// BT.709. RGB gets the matrix of its conversion.
    ///
    /// - Parameter height: In luma samples.
    func completed(_ samples: Samples, height: Int) -> VideoFormat.Colour {
        var colour = self
        colour.isFullRange = samples == .rgb ? true : isFullRange ?? (samples == .grey)
        if matrix == Code.unspecified || matrix == Code.none {
            colour.matrix = matrixOfPrimaries ?? (height >= Self.highDefinitionHeight ? Code.bt709 : Code.smpte170m)
        }
        if primaries == Code.unspecified || primaries == Code.none {
            let isComputerPicture = samples != .ycbcr || colour.isFullRange == true
            colour.primaries = colour.primariesOfMatrix(isComputerPicture: isComputerPicture)
        }
        if transfer == Code.unspecified || transfer == Code.none {
            colour.transfer = colour.transferOfPrimaries
        }
        return colour
    }

    private var matrixOfPrimaries: UInt32? {
        switch primaries {
        case Code.bt709, Code.bt470bg, Code.smpte170m, Code.smpte240m, Code.bt2020: primaries
        default: nil
        }
    }

    private func primariesOfMatrix(isComputerPicture: Bool) -> UInt32 {
        switch matrix {
        case Code.bt470bg, Code.smpte170m: isComputerPicture ? Code.bt709 : matrix
        case Code.smpte240m: matrix
        case Code.bt2020, Code.bt2020Constant: Code.bt2020
        default: Code.bt709
        }
    }

    private var transferOfPrimaries: UInt32 {
        switch primaries {
        case Code.bt470bg, Code.smpte170m: Code.smpte170m
        case Code.smpte240m: Code.smpte240m
        case Code.bt2020: Code.bt2020Transfer
        default: Code.bt709
        }
    }

    /// The transfer of a picture with high dynamic range, which needs tone mapping for 8 bits per sample.
    enum HighDynamicRange: Hashable, Sendable {
        case pq, hlg
    }

    /// `nil` for a picture of standard dynamic range.
    var highDynamicRange: HighDynamicRange? {
        switch transfer {
        case Code.pq: .pq
        case Code.hlg: .hlg
        default: nil
        }
    }

    /// libswscale's name for the matrix; `nil` for an unknown one.
    var scalerMatrix: String? {
        switch matrix {
        case Code.bt709: "bt709"
        case Code.fcc: "fcc"
        case Code.bt470bg, Code.smpte170m: "bt601"
        case Code.smpte240m: "smpte240m"
        case Code.bt2020: "bt2020"
        default: nil
        }
    }
}
