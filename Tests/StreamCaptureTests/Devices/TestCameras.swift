import StreamCapture
import StreamProtocol

/// Shortened listings of real cameras.
enum TestCameras {
    static func rate(_ numerator: UInt32, _ denominator: UInt32 = 1) throws -> Track.Rate {
        guard let rate = Track.Rate(numerator: numerator, denominator: denominator) else { throw ZeroRate() }
        return rate
    }

    struct ZeroRate: Error {}

    private static func format(
        _ name: String,
        _ sizes: [(width: Int, height: Int, rates: [UInt32])]
    ) throws -> CameraFormat {
        let sizes = try sizes.map { size in
            let rates: CameraRates = size.rates.isEmpty ? .unknown : .listed(try size.rates.map { try rate($0) })
            return CameraSize(width: size.width, height: size.height, rates: rates)
        }
        return CameraFormat(CameraPixelFormat(name), label: name, sizes: sizes)
    }

    private static func camera(_ name: String, _ formats: [CameraFormat]) -> Camera {
        var camera = Camera(path: "/dev/video0", name: name)
        camera.formats = formats
        return camera
    }

    /// A webcam over USB 2: raw pictures are small or slow; this generation also encodes H.264.
    static func webcam() throws -> Camera {
        let compressed = [
            (640, 480, [30, 24, 15] as [UInt32]), (1280, 720, [30, 24, 15]), (1920, 1080, [30, 24, 15]),
        ]
        return camera(
            "HD Pro Webcam",
            [
                try format("YUYV", [(640, 480, [30, 24, 15]), (1280, 720, [10, 5]), (1920, 1080, [5])]),
                try format("H264", compressed),
                try format("MJPG", compressed),
            ]
        )
    }

    /// A dongle for an IP camera with H.264 only.
    static func encodingDongle() throws -> Camera {
        camera("USB Encoder", [try format("H264", [(1280, 720, [25]), (1920, 1080, [25])])])
    }

    /// H.264 is fast, MJPEG is slow.
    static func slowWebcam() throws -> Camera {
        camera(
            "Slow Webcam",
            [try format("MJPG", [(1280, 720, [10])]), try format("H264", [(1280, 720, [30])])]
        )
    }

    /// The camera of a Raspberry Pi: any even size, any rate up to 90, in many formats.
    static func raspberryPi() throws -> Camera {
        let range = CameraFormat.SizeRange(
            widths: SteppedRange(32, 2_592, step: 2),
            heights: SteppedRange(32, 1_944, step: 2)
        )
        let rates = CameraRates.between(lowest: try rate(1), highest: try rate(90))
        let sizes = [(640, 480), (1280, 720), (1920, 1080), (2592, 1944)].map {
            CameraSize(width: $0.0, height: $0.1, rates: rates)
        }
        let formats = ["YU12", "YUYV", "RGB3", "JPEG", "H264", "MJPG", "NV12"].map {
            CameraFormat(CameraPixelFormat($0), label: $0, sizes: sizes, range: range)
        }
        return camera("mmal service 16.1", formats)
    }

    /// The kernel's test driver on a slow machine.
    static func vivid() throws -> Camera {
        let sizes: [(width: Int, height: Int, rates: [UInt32])] = [
            (320, 180, [60, 50, 40, 30, 25, 15]), (640, 360, [40, 30, 25, 15]), (640, 480, [25, 15]),
            (1280, 720, [10, 5]), (1920, 1080, [5]), (3840, 2160, [2]),
        ]
        return camera("vivid", [try format("YUYV", sizes), try format("YV12", sizes), try format("NV12", sizes)])
    }

    /// A capture card: full HD at the source's rate, which it does not list.
    static func captureCard() throws -> Camera {
        camera("HDMI Capture", [try format("UYVY", [(1920, 1080, [])]), try format("BGR3", [(1920, 1080, [])])])
    }

    /// A card that scales in coarse steps and is slower at larger sizes.
    static func scalingCard() throws -> Camera {
        let range = CameraFormat.SizeRange(
            widths: SteppedRange(160, 1_920, step: 16),
            heights: SteppedRange(90, 1_080, step: 16)
        )
        let sizes = [
            CameraSize(width: 640, height: 346, rates: .listed([try rate(60_000, 1_001), try rate(30_000, 1_001)])),
            CameraSize(width: 1920, height: 1066, rates: .listed([try rate(30_000, 1_001), try rate(15)])),
        ]
        let formats = ["YUYV"].map { CameraFormat(CameraPixelFormat($0), label: $0, sizes: sizes, range: range) }
        return camera("Scaling Card", formats)
    }

    /// A laptop's infrared sensor for face recognition.
    static func infrared() throws -> Camera {
        var camera = camera(
            "IR Camera",
            [try format("GREY", [(640, 360, [15])]), try format("Y8I", [(640, 360, [15])])]
        )
        camera.path = "/dev/video2"
        return camera
    }

    /// A depth camera's infrared sensor with formats that libavdevice cannot read.
    static func unreadable() throws -> Camera {
        camera("Infrared", [try format("Y10B", [(640, 480, [30])])])
    }
}
