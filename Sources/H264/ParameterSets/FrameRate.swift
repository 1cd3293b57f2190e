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
