/// The supported profiles of H.264, by their common names on command lines.
public enum EncodingProfile: String, Hashable, Sendable, CaseIterable {
    case constrainedBaseline = "constrained-baseline"
    /// Every supported encoder produces Constrained Baseline for it: none has the additional tools of Baseline.
    case baseline
    case main
    case high
    /// 10 bits per sample.
    case high10
    /// 4:2:2.
    case high422
    /// 4:4:4.
    case high444

    /// Whether its pictures are 8 bits and 4:2:0, which hardware encoders support.
    var isCommon: Bool {
        switch self {
        case .constrainedBaseline, .baseline, .main, .high: true
        case .high10, .high422, .high444: false
        }
    }

    /// Whether it has B slices.
    var allowsBFrames: Bool { self != .constrainedBaseline && self != .baseline }
}

/// A level of H.264: the required capacity of a decoder (table A-1).
public struct EncodingLevel: Hashable, Sendable, CustomStringConvertible {
    /// As in the standard: `3.1`, `4`, `1b`.
    public let description: String
    /// Ten times the number; 9 for level 1b.
    let idc: Int
    /// MaxMBPS: macroblocks per second.
    let macroblocksPerSecond: Int
    /// MaxFS: macroblocks per frame.
    let macroblocksPerFrame: Int

    /// Reads a level's name: `3.1`, `4`, `4.0`, `1b`.
    public init?(_ text: String) {
        let name = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        guard let level = Self.all.first(where: { $0.description == name }) else { return nil }
        self = level
    }

    private init(_ name: String, _ idc: Int, _ macroblocksPerSecond: Int, _ macroblocksPerFrame: Int) {
        description = name
        self.idc = idc
        self.macroblocksPerSecond = macroblocksPerSecond
        self.macroblocksPerFrame = macroblocksPerFrame
    }

    /// In the standard's order.
    public static let all: [EncodingLevel] = [
        .init("1", 10, 1_485, 99), .init("1b", 9, 1_485, 99), .init("1.1", 11, 3_000, 396),
        .init("1.2", 12, 6_000, 396), .init("1.3", 13, 11_880, 396), .init("2", 20, 11_880, 396),
        .init("2.1", 21, 19_800, 792), .init("2.2", 22, 20_250, 1_620), .init("3", 30, 40_500, 1_620),
        .init("3.1", 31, 108_000, 3_600), .init("3.2", 32, 216_000, 5_120), .init("4", 40, 245_760, 8_192),
        .init("4.1", 41, 245_760, 8_192), .init("4.2", 42, 522_240, 8_704), .init("5", 50, 589_824, 22_080),
        .init("5.1", 51, 983_040, 36_864), .init("5.2", 52, 2_073_600, 36_864), .init("6", 60, 4_177_920, 139_264),
        .init("6.1", 61, 8_355_840, 139_264), .init("6.2", 62, 16_711_680, 139_264),
    ]

    /// Whether the level allows this format: the area, each side, and the frame rate (A.3.1).
    func holds(_ format: VideoFormat) -> Bool {
        let (width, height) = ((format.width + 15) / 16, (format.height + 15) / 16)
        return width * height <= macroblocksPerFrame && width * width <= 8 * macroblocksPerFrame
            && height * height <= 8 * macroblocksPerFrame
            && Double(width * height) * format.framesPerSecond <= Double(macroblocksPerSecond)
    }

    /// The lowest level for pictures of this format.
    static func lowest(for format: VideoFormat) -> EncodingLevel? {
        all.first { $0.holds(format) }
    }
}
