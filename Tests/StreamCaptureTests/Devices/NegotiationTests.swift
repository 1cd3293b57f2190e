import StreamCapture
import StreamProtocol
import Testing

@Suite struct NegotiationTests {
    struct Case: CustomTestStringConvertible {
        let title: String
        let camera: @Sendable () throws -> Camera
        var size: PictureSize?
        var rate: UInt32?
        var pixelFormat: String?
        let sentence: String

        var testDescription: String { title }
    }

    static let cases: [Case] = [
        Case(
            title: "a webcam gives 720p as MJPEG, because raw pictures are slow",
            camera: TestCameras.webcam,
            sentence: "1280x720 at 30 fps as MJPEG, because raw pictures of that size come at 10 fps only. "
                + "The camera can also encode: '--pixel-format h264' passes its H.264 through."
        ),
        Case(
            title: "small pictures are raw",
            camera: TestCameras.webcam,
            size: PictureSize(width: 640, height: 480),
            sentence: "640x480 at 30 fps as YUYV, as asked for. "
                + "The camera can also encode: '--pixel-format h264' passes its H.264 through."
        ),
        Case(
            title: "a low rate makes raw pictures good enough",
            camera: TestCameras.webcam,
            size: PictureSize(width: 1280, height: 720),
            rate: 10,
            sentence: "1280x720 at 10 fps as YUYV, as asked for. "
                + "The camera can also encode: '--pixel-format h264' passes its H.264 through."
        ),
        Case(
            title: "H.264 is taken when asked for",
            camera: TestCameras.webcam,
            size: PictureSize(width: 1920, height: 1080),
            pixelFormat: "h264",
            sentence: "1920x1080 at 30 fps as H.264, as asked for."
        ),
        Case(
            title: "a pixel format can be named as the driver does, in any case",
            camera: TestCameras.webcam,
            pixelFormat: "yuyv",
            sentence: "640x480 at 30 fps as YUYV, as asked for."
        ),
        Case(
            title: "a size that the camera lacks comes from the next larger one",
            camera: TestCameras.webcam,
            size: PictureSize(width: 800, height: 600),
            sentence: "1280x720 at 30 fps as MJPEG, the camera has no 800x600, and this is its next larger size; "
                + "because raw pictures of that size come at 10 fps only. "
                + "The camera can also encode: '--pixel-format h264' passes its H.264 through."
        ),
        Case(
            title: "a size beyond the camera's is its largest",
            camera: TestCameras.encodingDongle,
            size: PictureSize(width: 3840, height: 2160),
            sentence: "1920x1080 at 25 fps as H.264, the camera has no 3840x2160, and this is its largest size; "
                + "passed through as it is, because other pictures do not come in that size."
        ),
        Case(
            title: "a rate beyond the camera's is its highest",
            camera: TestCameras.vivid,
            size: PictureSize(width: 640, height: 480),
            rate: 60,
            sentence: "640x480 at 25 fps as NV12, the highest rate at that size."
        ),
        Case(
            title: "a rate between the camera's is the next higher one",
            camera: TestCameras.vivid,
            size: PictureSize(width: 640, height: 360),
            rate: 20,
            sentence: "640x360 at 25 fps as NV12, the next higher rate that the camera has."
        ),
        Case(
            title: "H.264 is taken when nothing else is fast enough",
            camera: TestCameras.slowWebcam,
            sentence: "1280x720 at 30 fps as H.264, passed through as it is, "
                + "because other pictures of that size come at 10 fps only."
        ),
        Case(
            title: "a Raspberry Pi gives raw pictures of any size at any rate",
            camera: TestCameras.raspberryPi,
            size: PictureSize(width: 1000, height: 562),
            rate: 50,
            sentence: "1000x562 at 50 fps as NV12, as asked for. "
                + "The camera can also encode: '--pixel-format h264' passes its H.264 through."
        ),
        Case(
            title: "a Raspberry Pi without a wish gives 720p",
            camera: TestCameras.raspberryPi,
            sentence: "1280x720 at 30 fps as NV12, the best up to 1280x720 at 30 fps. "
                + "The camera can also encode: '--pixel-format h264' passes its H.264 through."
        ),
        Case(
            title: "the full rate is worth a somewhat smaller picture",
            camera: TestCameras.vivid,
            sentence: "640x360 at 30 fps as NV12, the best up to 1280x720 at 30 fps."
        ),
        Case(
            title: "a high rate without a size makes the picture small",
            camera: TestCameras.vivid,
            rate: 60,
            sentence: "320x180 at 60 fps as NV12, as asked for."
        ),
        Case(
            title: "a capture card gives what it has",
            camera: TestCameras.captureCard,
            sentence: "1920x1080 as UYVY, the smallest that the camera has; at the camera's rate."
        ),
        Case(
            title: "a scaling card takes the nearest size below, at the rate of the larger one",
            camera: TestCameras.scalingCard,
            sentence: "1280x714 at 29.97 fps as YUYV, the best up to 1280x720 at 30 fps."
        ),
    ]

    @Test(arguments: cases)
    func `a camera is opened in the mode that serves the wish best`(_ entry: Case) throws {
        var request = CameraRequest(size: entry.size, pixelFormat: entry.pixelFormat)
        if let rate = entry.rate { request.frameRate = try TestCameras.rate(rate) }
        let (_, reason) = try entry.camera().bestMode(for: request)
        #expect(reason == entry.sentence)
    }

    @Test func `a pixel format that the camera lacks is refused, with those that it has`() throws {
        let camera = try TestCameras.webcam()
        let error = #expect(throws: CaptureError.self) {
            try camera.bestMode(for: CameraRequest(pixelFormat: "nv12"))
        }
        #expect(error?.code == .usage)
        #expect(
            error?.reason == "The camera 'HD Pro Webcam' has no pixel format 'nv12'; it offers YUYV, H264, MJPG."
        )
    }

    @Test func `a camera whose formats cannot be read is not captured from`() throws {
        let camera = try TestCameras.unreadable()
        #expect(!camera.canCapture)
        let error = #expect(throws: CaptureError.self) { try camera.bestMode(for: CameraRequest()) }
        #expect(error?.code == .noInput)
        let list = CameraList(cameras: [camera, try TestCameras.vivid()])
        #expect(try list.first().name == "vivid")
    }

    @Test func `where no camera can be opened, the first one's reason is reported, or that there is none`() {
        let refused = CaptureError(.permissionDenied, "Not yours.")
        let closed = CameraList(unreadable: [UnreadableCamera(path: "/dev/video0", error: refused)])
        #expect(throws: refused) { try closed.first() }
        let error = #expect(throws: CaptureError.self) { try CameraList().first() }
        #expect(error?.code == .noInput)
    }
}
