import StreamCapture
import StreamProtocol
import Testing

@testable import streamd

@Suite struct DevicesReportTests {
    @Test func `a machine without devices is reported as such`() {
        let list = DeviceList(cameras: CameraList(), microphones: [], encoders: [])
        #expect(
            DevicesReport(list).description == """
                Cameras
                  none

                Microphones
                  none

                H.264 encoders
                  none
                """
        )
    }

    @Test func `equal formats share a table, and devices that cannot be read or opened are named`() throws {
        let rate = try #require(Track.Rate(numerator: 30_000, denominator: 1_001))
        let size = CameraSize(width: 640, height: 480, rates: .listed([rate]))
        var camera = Camera(path: "/dev/video0", name: "Webcam", driver: "uvcvideo", bus: "usb-1")
        camera.idLinks = ["/dev/v4l/by-id/webcam"]
        camera.formats = ["YUYV", "MJPG", "HEVC"].map {
            CameraFormat(CameraPixelFormat($0), label: $0, sizes: [size])
        }
        let refused = UnreadableCamera(path: "/dev/video2", error: CaptureError(.permissionDenied, "Not yours."))
        var microphone = Microphone(device: AudioDevice(system: .alsa, name: "hw:1,0"), name: "Webcam: USB Audio")
        microphone.limits = Microphone.Limits(rates: 48_000...48_000, channels: 1...2)
        let list = DeviceList(
            cameras: CameraList(
                cameras: [camera],
                unreadable: [refused],
                mediaControllers: [4, 5].map {
                    MediaControllerDevice(path: "/dev/video\($0)", name: "unicam-image", driver: "unicam")
                }
            ),
            microphones: [microphone],
            encoders: [
                InstalledEncoder(name: "libx264", label: "H.264", needsHardware: false),
                InstalledEncoder(name: "h264_qsv", label: "H.264", needsHardware: true, problem: "No GPU."),
            ]
        )
        #expect(
            DevicesReport(list).description == """
                Camera /dev/video0: Webcam (uvcvideo, usb-1)
                  also          /dev/v4l/by-id/webcam
                  formats       YUYV, MJPG
                  640x480       29.97 fps
                  not readable  HEVC
                  usually       640x480 at 29.97 fps as YUYV, the best up to 1280x720 at 30 fps.

                Other cameras
                  /dev/video2   Not yours.

                Camera modules, which only libcamera can operate
                  unicam        /dev/video4, /dev/video5
                  publish by    rpicam-vid -t 0 --nopreview --inline --flush --codec h264 -o - | streamd publish -

                Microphones
                  hw:1,0        Webcam: USB Audio; 1 to 2 channels, 48000 Hz

                H.264 encoders
                  libx264       H.264; works here

                H.264 encoders that this machine cannot use
                  h264_qsv      No GPU.
                """
        )
    }
}
