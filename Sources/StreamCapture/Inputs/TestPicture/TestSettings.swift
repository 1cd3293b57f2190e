import StreamProtocol

/// The settings of the test picture: `test:` followed by settings with commas between them.
public struct TestSettings: Hashable, Sendable {
    /// Smaller widths and heights have no room for the numbers.
    public static let smallestSize = 128
    /// Pictures per second. The clock cannot resolve higher rates.
    public static let highestRate = 240.0

    public var size: PictureSettings.Size
    public var rate: Track.Rate

    /// Reads the text after `test:`, such as `size=1280x720,rate=30`, which is also the default.
    ///
    /// - Throws: ``CaptureError`` if a setting is unknown or invalid.
    public init(_ text: String = "") throws(CaptureError) {
        size = try PictureSettings.Size(width: 1280, height: 720)
        rate = try Track.Rate(framesPerSecond: "30")
        guard !text.isEmpty else { return }
        for setting in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw CaptureError(.usage, "'\(setting)' is not a setting of test:; write test:size=1280x720,rate=30.")
            }
            switch parts[0] {
            case "size": size = try PictureSettings.Size(parts[1])
            case "rate": rate = try Track.Rate(framesPerSecond: parts[1])
            default:
                throw CaptureError(.usage, "test: has no setting '\(parts[0])'; it has size and rate.")
            }
        }
        guard size.width >= Self.smallestSize, size.height >= Self.smallestSize else {
            throw CaptureError(
                .usage,
                "The test picture needs \(Self.smallestSize)x\(Self.smallestSize) at least; "
                    + "to encode smaller pictures add --size \(size)."
            )
        }
        guard (1...Self.highestRate).contains(rate.framesPerSecond) else {
            throw CaptureError(.usage, "The test picture's rate must be from 1 to \(Int(Self.highestRate)).")
        }
    }
}
