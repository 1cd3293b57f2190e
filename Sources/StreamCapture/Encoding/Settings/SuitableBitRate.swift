extension EncoderSettings {
    /// A tenth of a bit for each pixel is what a fast encoder needs for a talking or walking scene at 30 frames a second
    /// to look clean: 0.7 Mbit/s at 640x360, 2.8 at 1280x720, 6.2 at 1920x1080.
    private static let bitsPerPixel = 0.1
    /// The rate that ``bitsPerPixel`` is for. Twice the frames are half as different: the rate goes in by its root.
    private static let usualFrameRate = 30.0
    private static let suitable = 100_000...50_000_000

    /// The bit rate where none is given, in bits per second, rounded to 10 kbit/s.
    public static func suitableBitRate(width: Int, height: Int, framesPerSecond: Double) -> Int {
        let pixels = Double(width) * Double(height) * usualFrameRate
        let rate = bitsPerPixel * pixels * (framesPerSecond / usualFrameRate).squareRoot()
        guard rate.isFinite else { return suitable.lowerBound }
        let rounded = (min(max(rate, 0), 1e9) / 10_000).rounded() * 10_000
        return min(max(Int(rounded), suitable.lowerBound), suitable.upperBound)
    }
}
