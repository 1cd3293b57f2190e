import StreamProtocol

/// What the user wants of a camera; what is `nil` is left to it.
public struct CameraWish: Hashable, Sendable {
    public var size: PictureSize?
    public var frameRate: Track.Rate?
    /// A name such as `YUYV`, `yuyv422`, `mjpeg` or `h264`.
    public var pixelFormat: String?

    public init(size: PictureSize? = nil, frameRate: Track.Rate? = nil, pixelFormat: String? = nil) {
        self.size = size
        self.frameRate = frameRate
        self.pixelFormat = pixelFormat
    }

    /// Without a wish: as much as most uplinks and software encoders carry.
    static let usualSize = (width: 1280, height: 720)
    static let usualRate = 30.0
    /// Fewer frames a second do not look like motion: films have 24.
    static let smoothRate = 24.0
}

/// How to open a camera: one of the things that it can do.
public struct CameraMode: Hashable, Sendable {
    public var pixelFormat: CameraPixelFormat
    /// In pixels.
    public var width: Int
    public var height: Int
    /// `nil` where the driver does not list rates: what comes, comes.
    public var frameRate: Track.Rate?

    public init(pixelFormat: CameraPixelFormat, width: Int, height: Int, frameRate: Track.Rate?) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
        self.frameRate = frameRate
    }

    var sizeText: String { "\(width)x\(height)" }
    var area: Int { width * height }

    /// Whether it is as fast as wished; where the rate is not known, that is hoped.
    func reaches(_ perSecond: Double) -> Bool { frameRate?.reaches(perSecond) ?? true }
}

extension CameraMode: CustomStringConvertible {
    /// Such as `1280x720 at 30 fps as MJPEG`.
    public var description: String {
        "\(sizeText)\(frameRate.map { " at \($0.shortText) fps" } ?? "") as \(pixelFormat)"
    }
}
