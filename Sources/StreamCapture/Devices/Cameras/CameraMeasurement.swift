/// How many pictures a camera really delivers.
public struct CameraMeasurement: Hashable, Sendable {
    /// How it was opened.
    public var mode: CameraMode
    /// Pictures that came, by the camera's own timestamps from ``first`` to ``last``.
    public private(set) var pictures = 0
    /// Pictures that the driver called damaged.
    public var damagedPictures = 0
    private var first: Int64 = 0
    private var last: Int64 = 0

    public init(mode: CameraMode) {
        self.mode = mode
    }

    /// A picture came.
    ///
    /// - Parameter time: When it was captured, in microseconds.
    public mutating func add(_ time: Int64) {
        if pictures == 0 { first = time }
        last = time
        pictures += 1
    }

    /// Frames a second that the driver promises; `nil` where it promises nothing.
    public var advertisedRate: Double? { mode.frameRate?.perSecond }

    /// Frames a second; `nil` with less than two pictures.
    public var rate: Double? {
        pictures > 1 && last > first ? Double(pictures - 1) * 1e6 / Double(last - first) : nil
    }
}

#if Capture && os(Linux)
    extension Camera {
        /// Until the first picture, in microseconds: cameras that sleep take a second or two.
        private static let wakingPatience: Int64 = 5_000_000

        /// Opens the camera as `streamd publish` does and counts pictures.
        ///
        /// - Parameter microseconds: For how long, from the first picture on.
        /// - Throws: ``CaptureError`` that says why it cannot be opened.
        public func measure(for microseconds: Int64) throws(CaptureError) -> CameraMeasurement {
            let opening = try CameraOpening(self, CameraWish(), StopFlag())
            var measurement = CameraMeasurement(mode: opening.mode)
            var deadline = CaptureClock.monotonicNow + Self.wakingPatience
            while CaptureClock.monotonicNow < deadline {
                guard let packet = try opening.poll(atMost: deadline - CaptureClock.monotonicNow) else { continue }
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
