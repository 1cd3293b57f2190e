/// A camera, or whatever else captures video by Video for Linux: what the system says of it.
public struct Camera: Hashable, Sendable {
    /// The device file, such as `/dev/video0`. The number may be another one when the camera comes back.
    public var path: String
    /// As the driver calls the device.
    public var name: String
    /// Such as `uvcvideo`.
    public var driver: String
    /// Where it is plugged in, such as `usb-0000:00:14.0-1`.
    public var bus: String
    /// Names under `/dev/v4l/by-id` that stay the same wherever it is plugged in.
    public var idLinks: [String] = []
    /// Names under `/dev/v4l/by-path` that stay the same whatever is plugged in there.
    public var pathLinks: [String] = []
    public var formats: [CameraFormat] = []

    public init(path: String, name: String, driver: String = "", bus: String = "") {
        self.path = path
        self.name = name
        self.driver = driver
        self.bus = bus
    }

    /// The best name to give to `streamd publish`: one that stays the same, if there is one.
    public var bestName: String { idLinks.first ?? pathLinks.first ?? path }

    /// Whether pictures can be read from it.
    public var canCapture: Bool { !readableFormats.isEmpty }

    /// Whether all that can be read from it is grey, as from an infrared sensor for face recognition.
    var isInfrared: Bool { canCapture && readableFormats.allSatisfy { $0.pixelFormat.isGrey } }

    private var readableFormats: [CameraFormat] {
        formats.filter { $0.pixelFormat.kind != .unsupported && (!$0.sizes.isEmpty || $0.range != nil) }
    }
}

/// A device file that looks like a camera's, but does not tell.
public struct UnreadableCamera: Hashable, Sendable {
    public var path: String
    /// What is wrong and what to do about it.
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

    /// Those that can capture, by number, infrared ones behind the others.
    public var capturing: [Camera] {
        let capturing = cameras.filter(\.canCapture)
        return capturing.filter { !$0.isInfrared } + capturing.filter(\.isInfrared)
    }

    /// The camera that is meant where none is named: the first that can capture.
    ///
    /// - Throws: ``CaptureError`` that says why there is none.
    public func first() throws(CaptureError) -> Camera {
        if let camera = capturing.first { return camera }
        if let unreadable = unreadable.first { throw unreadable.error }
        if let camera = cameras.first {
            throw CaptureError(
                .noInput,
                "The camera at \(camera.path) offers no pictures that can be read; 'streamd devices' shows what it does."
            )
        }
        if let device = mediaControllers.first { throw device.refusal }
        throw CaptureError(
            .noInput,
            "There is no camera here; plug one in, name a file or an address, or try 'streamd publish test:'."
        )
    }
}
