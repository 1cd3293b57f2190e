/// A measurement of a camera's actual frame rate.
public struct CameraMeasurement: Hashable, Sendable {
    /// The mode of the open camera.
    public var mode: CameraMode
    /// The number of pictures from ``first`` to ``last``, which are the camera's own timestamps.
    public private(set) var pictures = 0
    /// Pictures that the driver marked as damaged.
    public var damagedPictures = 0
    private var first: Int64 = 0
    private var last: Int64 = 0

    public init(mode: CameraMode) {
        self.mode = mode
    }

    /// Counts a picture.
    ///
    /// - Parameter time: Its capture time, in microseconds.
    public mutating func add(_ time: Int64) {
        if pictures == 0 { first = time }
        last = time
        pictures += 1
    }

    /// Frames per second according to the driver; `nil` if it lists no rate.
    public var advertisedRate: Double? { mode.frameRate?.perSecond }

    /// Frames per second; `nil` for less than two pictures.
    public var rate: Double? {
        pictures > 1 && last > first ? Double(pictures - 1) * 1e6 / Double(last - first) : nil
    }
}

#if Capture && os(Linux)
    import Libav
    extension Camera {
        /// The time until the first picture, in microseconds: sleeping cameras need a second or two.
        private static let wakeTimeout: Int64 = 5_000_000

        /// Opens the camera as `streamd publish` does, and counts pictures.
        ///
        /// - Parameter microseconds: The duration from the first picture on.
        /// - Throws: ``CaptureError`` if the camera cannot be opened.
        public func measure(for microseconds: Int64) throws(CaptureError) -> CameraMeasurement {
            let openCamera = try OpenCamera(self, CameraRequest(), StopFlag())
            var measurement = CameraMeasurement(mode: openCamera.mode)
            var deadline = CaptureClock.monotonicNow + Self.wakeTimeout
            while CaptureClock.monotonicNow < deadline {
                guard let packet = try openCamera.poll(atMost: deadline - CaptureClock.monotonicNow) else { continue }
                if packet.bytes.isEmpty {
                    measurement.damagedPictures += 1
                    continue
                }
                if measurement.pictures == 0 { deadline = CaptureClock.monotonicNow + microseconds }
                measurement.add(packet.presentationTime ?? CaptureClock.monotonicNow)
            }
            return measurement
        }
    }
#endif
