/// The shape of a luma sample, width to height (table E-1).
public struct SampleAspectRatio: Hashable, Sendable {
    /// The horizontal part, 1 to 65535.
    public let width: Int
    /// The vertical part, 1 to 65535.
    public let height: Int

    /// `Extended_SAR`: the ratio is written out in the VUI.
    static let extendedIDC: UInt8 = 255

    /// A ratio that is written out; `nil` where a part is 0, which means unspecified.
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
