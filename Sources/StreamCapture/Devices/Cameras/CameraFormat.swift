import StreamProtocol

/// A pixel format of a camera with its sizes and frame rates.
public struct CameraFormat: Hashable, Sendable {
    /// Widths and heights between bounds, in steps.
    public struct SizeRange: Hashable, Sendable {
        public var widths: SteppedRange
        public var heights: SteppedRange

        public init(widths: SteppedRange, heights: SteppedRange) {
            self.widths = widths
            self.heights = heights
        }

        /// The largest size in the range that exceeds neither dimension, or else the smallest.
        func fitting(width: Int, height: Int) -> (width: Int, height: Int) {
            (widths.fitting(width), heights.fitting(height))
        }
    }

    public var pixelFormat: CameraPixelFormat
    /// The driver's name for the format.
    public var label: String
    /// The sizes that the driver lists. With a ``range``, some sizes in it.
    public var sizes: [CameraSize]
    /// The range of a camera that scales to any size; `nil` for other cameras.
    public var range: SizeRange?

    public init(_ pixelFormat: CameraPixelFormat, label: String, sizes: [CameraSize], range: SizeRange? = nil) {
        self.pixelFormat = pixelFormat
        self.label = label
        self.sizes = sizes
        self.range = range
    }
}

/// Numbers from ``minimum`` to ``maximum`` in multiples of ``step`` above the minimum.
public struct SteppedRange: Hashable, Sendable {
    public let minimum: Int
    public let maximum: Int
    public let step: Int

    /// Corrects invalid values of drivers: the maximum is at least the minimum, and the step at least 1.
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

/// A picture size with its frame rates.
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

/// The frame rates of a camera for one size.
public enum CameraRates: Hashable, Sendable {
    /// A list, the highest rate first.
    case listed([Track.Rate])
    /// Any rate between these two.
    case between(lowest: Track.Rate, highest: Track.Rate)
    /// The driver lists no rates.
    case unknown

    /// The best rate for a request: the lowest that reaches it, or else the highest.
    ///
    /// - Parameter request: `nil` for the default rate.
    /// - Returns: `nil` if the rates are unknown.
    func best(for request: Track.Rate?) -> Track.Rate? {
        let perSecond = request?.perSecond ?? CameraRequest.defaultRate
        switch self {
        case .listed(let rates):
            return rates.last { $0.reaches(perSecond) } ?? rates.first
        case .between(let lowest, let highest):
            if lowest.reaches(perSecond) { return lowest }
            guard perSecond < highest.perSecond else { return highest }
            return request ?? Track.Rate(numerator: UInt32(CameraRequest.defaultRate), denominator: 1)
        case .unknown:
            return nil
        }
    }
}

extension Track.Rate {
    /// Frames per second.
    var perSecond: Double { Double(numerator) / Double(denominator) }

    /// Whether this rate is at least the requested one, with a tolerance of a hundredth: 29.97 for 30.
    func reaches(_ requested: Double) -> Bool { perSecond >= requested * 0.99 }

    /// With at most two decimal places: `30`, `29.97`.
    var shortText: String {
        let hundredths = Int((Swift.min(perSecond, 1e9) * 100).rounded())
        let fraction = hundredths % 100
        if fraction == 0 { return "\(hundredths / 100)" }
        let digits = fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)"
        return "\(hundredths / 100).\(digits)"
    }
}

extension CameraFormat.SizeRange {
    /// Sizes for queries to a driver that scales to any size: common sizes in the range, the requested size and the
    /// largest.
    func samples(with requested: PictureSize?) -> [(width: Int, height: Int)] {
        var sizes = [(320, 180), (640, 360), (640, 480), (1280, 720), (1920, 1080), (3840, 2160)]
        if let requested { sizes.append((Int(requested.width), Int(requested.height))) }
        sizes.append((widths.largest, heights.largest))
        var samples: [(width: Int, height: Int)] = []
        for (width, height) in sizes where width <= widths.maximum && height <= heights.maximum {
            let size = fitting(width: width, height: height)
            if !samples.contains(where: { $0 == size }) { samples.append(size) }
        }
        return samples.sorted { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    }
}

extension SteppedRange {
    /// The largest number on a step.
    var largest: Int { fitting(maximum) }
}
