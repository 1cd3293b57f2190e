import StreamProtocol

/// What is to be done to pictures before they are encoded.
public struct PictureSettings: Hashable, Sendable {
    /// By how much to turn pictures, clockwise.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// Which way to mirror pictures.
    public enum Flip: String, Hashable, Sendable, CaseIterable {
        /// Left and right change places.
        case horizontal
        /// Top and bottom change places.
        case vertical
    }

    /// Width and height in luma samples.
    public struct Size: Hashable, Sendable, CustomStringConvertible {
        /// The smallest and largest of each that every encoder takes; 4:2:0 needs even numbers.
        public static let range = 16...8192

        public let width: Int
        public let height: Int

        /// - Throws: ``CaptureError`` where no encoder takes the size.
        public init(width: Int, height: Int) throws(CaptureError) {
            guard Self.range.contains(width), Self.range.contains(height), width % 2 == 0, height % 2 == 0 else {
                throw CaptureError(
                    .usage,
                    "A picture of \(width)x\(height) cannot be encoded: both must be even, from 16 to 8192."
                )
            }
            self.width = width
            self.height = height
        }

        /// Reads `1280x720`.
        ///
        /// - Throws: ``CaptureError`` where it is none, or one that no encoder takes.
        public init(_ text: some StringProtocol) throws(CaptureError) {
            let parts = text.split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
                throw CaptureError(.usage, "'\(text)' is no size; write WIDTHxHEIGHT, such as 1280x720.")
            }
            try self.init(width: width, height: height)
        }

        public var description: String { "\(width)x\(height)" }
    }

    /// Scale to this size.
    public var size: Size?
    /// Leave out pictures beyond this many a second; none are made up where there are fewer.
    public var frameRate: Track.Rate?
    public var rotation: Rotation?
    public var flip: Flip?
    /// A graph in libavfilter's language with one input and one output, such as `hqdn3d,eq=gamma=1.2`.
    public var filter: String?
    /// Make frames of interlaced pictures; progressive ones stay as they are.
    public var deinterlaces = false

    public init() {}

    /// Whether pictures stay as they are.
    public var isEmpty: Bool { self == PictureSettings() }

    /// The graph that does this, without the conversion for an encoder; empty where nothing is to be done.
    ///
    /// The user's filter sees upright pictures in their full size; what it leaves is scaled.
    var graph: String {
        var filters: [String] = []
        // Only frames that are marked as interlaced, one frame out for each in.
        if deinterlaces { filters.append("yadif=mode=send_frame:deint=interlaced") }
        switch rotation {
        case .quarter: filters.append("transpose=dir=clock")
        case .half: filters += ["hflip", "vflip"]
        case .threeQuarters: filters.append("transpose=dir=cclock")
        case nil: break
        }
        switch flip {
        case .horizontal: filters.append("hflip")
        case .vertical: filters.append("vflip")
        case nil: break
        }
        if let filter { filters.append(filter) }
        return filters.joined(separator: ",")
    }
}

extension Track.Rate {
    /// Pictures a second beyond which a number is a mistake.
    private static let highest = 1000.0

    /// Reads pictures a second: `30`, `29.97`, `30000/1001`.
    ///
    /// - Throws: ``CaptureError`` where it is none, or one that no camera has.
    public init(framesPerSecond text: some StringProtocol) throws(CaptureError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var rate: Track.Rate?
        if parts.count == 2, let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) {
            rate = Track.Rate(numerator: numerator, denominator: denominator)
        } else if let whole = UInt32(text) {
            rate = Track.Rate(numerator: whole, denominator: 1)
        } else if let number = Double(String(text)), number > 0, number <= Self.highest {
            // 29.97, 59.94 and 23.976 mean the rates of NTSC.
            let ntsc = (number * 1.001).rounded()
            let isNTSC = number != number.rounded() && abs(number * 1.001 - ntsc) < 0.005
            rate = Track.Rate(
                numerator: UInt32(isNTSC ? ntsc * 1000 : (number * 1000).rounded()),
                denominator: isNTSC ? 1001 : 1000
            )
        }
        guard let rate, (0.1...Self.highest).contains(rate.framesPerSecond) else {
            throw CaptureError(.usage, "'\(text)' is no frame rate; write 30, 29.97 or 30000/1001, at most 1000.")
        }
        self = rate
    }

    var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}
