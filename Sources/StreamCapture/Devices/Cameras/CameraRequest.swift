import StreamProtocol

/// The requested mode of a camera; `nil` values are chosen by negotiation.
public struct CameraRequest: Hashable, Sendable {
    public var size: PictureSize?
    public var frameRate: Track.Rate?
    /// A name such as `YUYV`, `yuyv422`, `mjpeg` or `h264`.
    public var pixelFormat: String?

    public init(size: PictureSize? = nil, frameRate: Track.Rate? = nil, pixelFormat: String? = nil) {
        self.size = size
        self.frameRate = frameRate
        self.pixelFormat = pixelFormat
    }

    /// The default: as much as most uplinks and software encoders can handle.
    static let defaultSize = (width: 1280, height: 720)
    static let defaultRate = 30.0
    /// The lowest rate that looks like motion: films have 24.
    static let smoothRate = 24.0
}

/// A mode of a camera: pixel format, size and rate.
public struct CameraMode: Hashable, Sendable {
    public var pixelFormat: CameraPixelFormat
    /// In pixels.
    public var width: Int
    public var height: Int
    /// `nil` if the driver lists no rates.
    public var frameRate: Track.Rate?

    public init(pixelFormat: CameraPixelFormat, width: Int, height: Int, frameRate: Track.Rate?) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
        self.frameRate = frameRate
    }

    var sizeText: String { "\(width)x\(height)" }
    var area: Int { width * height }

    /// Whether the rate is at least the requested one; also if the rate is unknown.
    func reaches(_ perSecond: Double) -> Bool { frameRate?.reaches(perSecond) ?? true }
}

extension CameraMode: CustomStringConvertible {
    /// Such as `1280x720 at 30 fps as MJPEG`.
    public var description: String {
        "\(sizeText)\(frameRate.map { " at \($0.shortText) fps" } ?? "") as \(pixelFormat)"
    }
}
