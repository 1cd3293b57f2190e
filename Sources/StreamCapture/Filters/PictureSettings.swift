import StreamProtocol

/// The changes to pictures before encoding.
public struct PictureSettings: Hashable, Sendable {
    /// A clockwise rotation, in degrees.
    public enum Rotation: Int, Hashable, Sendable, CaseIterable {
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// The axis of mirroring.
    public enum Flip: String, Hashable, Sendable, CaseIterable {
        /// Swaps left and right.
        case horizontal
        /// Swaps top and bottom.
        case vertical
    }

    /// Width and height in luma samples.
    public struct Size: Hashable, Sendable, CustomStringConvertible {
        /// The limits of width and height that every encoder accepts; 4:2:0 needs even numbers.
        public static let range = 16...8192

        public let width: Int
        public let height: Int

        /// - Throws: ``CaptureError`` if no encoder accepts the size.
        public init(width: Int, height: Int) throws(CaptureError) {
            guard Self.range.contains(width), Self.range.contains(height), width % 2 == 0, height % 2 == 0 else {
                throw CaptureError(
                    .usage,
                    "A picture of \(width)x\(height) cannot be encoded, because width and height must be even, from 16 to "
                        + "8192; write \(Self.nearest(to: width))x\(Self.nearest(to: height))."
                )
            }
            self.width = width
            self.height = height
        }

        /// The nearest length that encoders accept.
        private static func nearest(to length: Int) -> Int {
            min(max(length - length % 2, range.lowerBound), range.upperBound)
        }

        /// Reads `1280x720`.
        ///
        /// - Throws: ``CaptureError`` if the text is not a size that encoders accept.
        public init(_ text: some StringProtocol) throws(CaptureError) {
            let parts = text.split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
                throw CaptureError(.usage, "'\(text)' is not a size; write WIDTHxHEIGHT, such as 1280x720.")
            }
            try self.init(width: width, height: height)
        }

        public var description: String { "\(width)x\(height)" }
    }

    /// The size to scale to.
    public var size: Size?
    /// The highest frame rate. Pictures above it are dropped; none are added.
    public var frameRate: Track.Rate?
    public var rotation: Rotation?
    public var flip: Flip?
    /// A graph in libavfilter's syntax with one input and one output, such as `hqdn3d,eq=gamma=1.2`.
    public var filter: String?
    /// Deinterlace interlaced pictures; progressive ones do not change.
    public var deinterlaces = false

    public init() {}

    /// The graph for these changes, without the conversion for an encoder; empty if there are none.
    ///
    /// The user's filter receives upright pictures in their full size; the scaler comes after it.
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
    /// Higher frame rates are errors.
    private static let highest = 1000.0

    /// Reads a frame rate: `30`, `29.97`, `30000/1001`.
    ///
    /// - Throws: ``CaptureError`` if the text is not a valid frame rate.
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
            throw CaptureError(.usage, "'\(text)' is not a frame rate; write 30, 29.97 or 30000/1001, at most 1000.")
        }
        self = rate
    }

    var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}
