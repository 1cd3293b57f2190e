/// A camera or another device that captures video through Video for Linux.
public struct Camera: Hashable, Sendable {
    /// The device file, such as `/dev/video0`. The number may change when the camera returns.
    public var path: String
    /// The driver's name for the device.
    public var name: String
    /// Such as `uvcvideo`.
    public var driver: String
    /// The bus position, such as `usb-0000:00:14.0-1`.
    public var bus: String
    /// Links under `/dev/v4l/by-id`. They are independent of the bus position.
    public var idLinks: [String] = []
    /// Links under `/dev/v4l/by-path`. They stay the same for any device at this position.
    public var pathLinks: [String] = []
    public var formats: [CameraFormat] = []

    public init(path: String, name: String, driver: String = "", bus: String = "") {
        self.path = path
        self.name = name
        self.driver = driver
        self.bus = bus
    }

    /// Whether pictures can be read from it.
    public var canCapture: Bool { !readableFormats.isEmpty }

    /// Whether all readable formats are grey, as from an infrared sensor for face recognition.
    var isInfrared: Bool { canCapture && readableFormats.allSatisfy { $0.pixelFormat.isGrey } }

    private var readableFormats: [CameraFormat] {
        formats.filter { $0.pixelFormat.kind != .unsupported && (!$0.sizes.isEmpty || $0.range != nil) }
    }
}

/// A device file that looks like a camera's but cannot be queried.
public struct UnreadableCamera: Hashable, Sendable {
    public var path: String
    /// The problem and its fix.
    public var error: CaptureError

    public init(path: String, error: CaptureError) {
        self.path = path
        self.error = error
    }
}

/// The cameras of this machine.
public struct CameraList: Hashable, Sendable {
    /// By number.
    public var cameras: [Camera] = []
    public var unreadable: [UnreadableCamera] = []
    /// By number.
    public var mediaControllers: [MediaControllerDevice] = []

    public init(
        cameras: [Camera] = [],
        unreadable: [UnreadableCamera] = [],
        mediaControllers: [MediaControllerDevice] = []
    ) {
        self.cameras = cameras
        self.unreadable = unreadable
        self.mediaControllers = mediaControllers
    }

    /// The cameras that can capture, by number; infrared cameras come last.
    public var capturing: [Camera] {
        let capturing = cameras.filter(\.canCapture)
        return capturing.filter { !$0.isInfrared } + capturing.filter(\.isInfrared)
    }

    /// The default camera: the first that can capture.
    ///
    /// - Throws: ``CaptureError`` if there is none.
    public func first() throws(CaptureError) -> Camera {
        if let camera = capturing.first { return camera }
        if let unreadable = unreadable.first { throw unreadable.error }
        if let camera = cameras.first {
            throw CaptureError(
                .noInput,
                "The camera at \(camera.path) offers no readable pictures; 'streamd devices' lists its formats."
            )
        }
        if let device = mediaControllers.first { throw device.unsupportedError }
        throw CaptureError(
            .noInput,
            "There is no camera; plug one in, give a file or an address, or try 'streamd publish test:'."
        )
    }
}
