import StreamProtocol

/// One of the pixel formats that a camera lists, with the sizes and rates that it lists for it.
public struct CameraFormat: Hashable, Sendable {
    /// Widths and heights between bounds, in steps.
    public struct SizeRange: Hashable, Sendable {
        public var widths: SteppedRange
        public var heights: SteppedRange

        public init(widths: SteppedRange, heights: SteppedRange) {
            self.widths = widths
            self.heights = heights
        }

        /// The largest size in the range that is not larger than this in either direction, or else the smallest.
        func fitting(width: Int, height: Int) -> (width: Int, height: Int) {
            (widths.fitting(width), heights.fitting(height))
        }
    }

    public var pixelFormat: CameraPixelFormat
    /// In the driver's words.
    public var label: String
    /// The sizes that the driver lists. Where it tells a ``range``, some sizes in it.
    public var sizes: [CameraSize]
    /// Where the camera scales to any size in a range.
    public var range: SizeRange?

    public init(_ pixelFormat: CameraPixelFormat, label: String, sizes: [CameraSize], range: SizeRange? = nil) {
        self.pixelFormat = pixelFormat
        self.label = label
        self.sizes = sizes
        self.range = range
    }
}

/// Numbers from ``minimum`` to ``maximum`` that are a multiple of ``step`` above the former.
public struct SteppedRange: Hashable, Sendable {
    public let minimum: Int
    public let maximum: Int
    public let step: Int

    /// Makes sense of whatever a driver says: the maximum is at least the minimum, and the step at least 1.
    public init(_ minimum: Int, _ maximum: Int, step: Int) {
        self.minimum = Swift.max(1, minimum)
        self.maximum = Swift.max(self.minimum, maximum)
        self.step = Swift.max(1, step)
    }

    /// The largest number in the range that is not above this one, or else the smallest.
    func fitting(_ number: Int) -> Int {
        let number = Swift.min(Swift.max(number, minimum), maximum)
        return number - (number - minimum) % step
    }
}

/// A picture size with the frame rates that a camera lists for it.
public struct CameraSize: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    public var height: Int
    public var rates: CameraRates

    public init(width: Int, height: Int, rates: CameraRates) {
        self.width = width
        self.height = height
        self.rates = rates
    }

    var area: Int { width * height }
}

/// The frame rates that a camera lists for a size.
public enum CameraRates: Hashable, Sendable {
    /// These, the highest first.
    case listed([Track.Rate])
    /// Any between these two.
    case between(lowest: Track.Rate, highest: Track.Rate)
    /// The driver does not tell; the pictures come as they come.
    case unknown

    /// The rate that serves a wish best: the lowest that reaches it, or else the highest.
    ///
    /// - Parameter wish: `nil` for the usual rate.
    /// - Returns: `nil` where the rates are not known.
    func best(for wish: Track.Rate?) -> Track.Rate? {
        let perSecond = wish?.perSecond ?? CameraWish.usualRate
        switch self {
        case .listed(let rates):
            return rates.last { $0.reaches(perSecond) } ?? rates.first
        case .between(let lowest, let highest):
            if lowest.reaches(perSecond) { return lowest }
            guard perSecond < highest.perSecond else { return highest }
            return wish ?? Track.Rate(numerator: UInt32(CameraWish.usualRate), denominator: 1)
        case .unknown:
            return nil
        }
    }
}

extension Track.Rate {
    /// As a number.
    var perSecond: Double { Double(numerator) / Double(denominator) }

    /// Whether this is as many frames a second; a hundredth less still is: 29.97 for 30.
    func reaches(_ wished: Double) -> Bool { perSecond >= wished * 0.99 }

    /// With at most two decimal places: `30`, `29.97`.
    var shortText: String {
        let hundredths = Int((Swift.min(perSecond, 1e9) * 100).rounded())
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        let digits = fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return "\(hundredths / 100).\(digits)"
    }
}
