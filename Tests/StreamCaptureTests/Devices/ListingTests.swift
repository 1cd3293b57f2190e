import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct ListingTests {
    @Test func `pixel formats have the names that drivers and libavdevice give them`() {
        #expect(CameraPixelFormat(fourCC: 0x5659_5559).name == "YUYV")
        #expect(CameraPixelFormat("YUYV").fourCC == 0x5659_5559)
        #expect(CameraPixelFormat("Y16").name == "Y16")
        #expect(CameraPixelFormat(fourCC: 0x5659_5559 | 1 << 31).name == "YUYV-BE")
        #expect(CameraPixelFormat(fourCC: 0x0100_0000).name == "????")
        #expect(CameraPixelFormat("NV12").libavName == "nv12")
        #expect(CameraPixelFormat("JPEG").libavName == "mjpeg")
        #expect(CameraPixelFormat("H264").kind == .h264)
        #expect(CameraPixelFormat("HEVC").kind == .unsupported)
        #expect(CameraPixelFormat("HEVC").libavName == nil)
        #expect(CameraPixelFormat("YV12").libavName == "yuv420p")
        #expect(CameraPixelFormat("XR24").libavName == "bgr0")
        #expect(CameraPixelFormat("P010").kind == .unsupported)
    }

    @Test func `NV16 is offered where libavdevice knows it`() {
        func names(_ version: LibraryVersion) -> [String] {
            CameraPixelFormat.rawFormats(ofLibavdevice: version).map(\.name)
        }
        #expect(!names(LibraryVersion(major: 59, minor: 7)).contains("NV16"))
        #expect(names(LibraryVersion(major: 61, minor: 3)).contains("NV16"))
        #expect(names(LibraryVersion(major: 63, minor: 1)).contains("NV24"))
    }

    @Test func `the format that libavdevice opened instead is reported by name and tag`() {
        let i420: UInt32 = 0x3032_3449
        let yv12 = CameraPixelFormat("YV12")
        #expect(yv12.opened(as: "yuv420p", tag: yv12.fourCC) == yv12)
        #expect(yv12.opened(as: "yuv420p", tag: i420) == CameraPixelFormat("YU12"))
        #expect(CameraPixelFormat("YU12").opened(as: "yuv420p", tag: yv12.fourCC) == yv12)
        #expect(CameraPixelFormat("BGR4").opened(as: "bgr0", tag: 0) == CameraPixelFormat("BGR4"))
        #expect(CameraPixelFormat("BGR4").opened(as: "yuyv422", tag: 0) == CameraPixelFormat("YUYV"))
        #expect(CameraPixelFormat("GREY").opened(as: "mjpeg", tag: 0) == CameraPixelFormat("MJPG"))
        #expect(CameraPixelFormat("GREY").opened(as: "p010le", tag: 0) == CameraPixelFormat("GREY"))
    }

    @Test(
        arguments: [
            ("uvcvideo", 0x84A0_0001, 0x0420_0001, .camera), ("vivid", 0x0520_0001, 0, .camera),
            // A webcam's metadata file, an encoder, and a decoder.
            ("uvcvideo", 0x84A0_0001, 0x04A0_0000, .other), ("bcm2835-codec", 0x8420_4000, 0x0420_4000, .other),
            ("rp1-cfe", 0xB4A0_0001, 0x2420_0001, .mediaController),
            ("unicam", 0x85A0_0001, 0x0520_0001, .mediaController),
            ("bcm2835-isp", 0x8420_0001, 0x0420_0001, .mediaController),
            ("isys", 0xA420_0001, 0x2420_0001, .mediaController),
            ("intel-ipu6-isys", 0x8420_0001, 0x0420_0001, .mediaController),
        ] as [(String, UInt32, UInt32, VideoDeviceRole)]
    )
    func `a device that captures by itself is a camera, one that the media controller sets up is not`(
        _ driver: String,
        _ capabilities: UInt32,
        _ own: UInt32,
        _ expected: VideoDeviceRole
    ) {
        let role = VideoDeviceRole(
            driver: driver,
            capabilities: .init(rawValue: capabilities),
            deviceCapabilities: .init(rawValue: own)
        )
        #expect(role == expected)
    }

    @Test func `the default camera has colours, whatever its number`() throws {
        var colour = try TestCameras.webcam()
        colour.path = "/dev/video4"
        let infrared = try TestCameras.infrared()
        #expect(try CameraList(cameras: [infrared, colour]).first() == colour)
        #expect(try CameraList(cameras: [infrared]).first() == infrared)
        #expect(try CameraList(cameras: [try TestCameras.unreadable(), infrared]).first() == infrared)
    }

    @Test func `where there are camera modules only, the error says how to use them`() {
        let commands = [
            "unicam": "rpicam-vid -t 0 --nopreview --inline --flush --codec h264 -o - | streamd publish -",
            "rp1-cfe":
                "rpicam-vid -t 0 --nopreview --inline --flush --codec h264 --libav-format h264 -o - | streamd publish -",
            "isys": "gst-launch-1.0 -q libcamerasrc ! videoconvert ! video/x-raw,format=NV12 "
                + "! x264enc tune=zerolatency key-int-max=60 ! video/x-h264,stream-format=byte-stream ! fdsink "
                + "| streamd publish -",
        ]
        for (driver, command) in commands {
            let device = MediaControllerDevice(path: "/dev/video0", name: driver, driver: driver)
            let error = #expect(throws: CaptureError.self) { try CameraList(mediaControllers: [device]).first() }
            #expect(error?.code == .noInput)
            #expect(error?.reason.hasPrefix("/dev/video0 (\(driver)) belongs to a camera module") == true)
            #expect(error?.reason.hasSuffix(command) == true)
        }
    }

    @Test func `whatever ranges a driver reports, they are usable`() {
        let steps = SteppedRange(160, 1_920, step: 16)
        #expect(steps.fitting(1_280) == 1_280)
        #expect(steps.fitting(1_279) == 1_264)
        #expect(steps.fitting(1) == 160)
        #expect(steps.fitting(5_000) == 1_920)
        #expect(SteppedRange(32, 100, step: 30).largest == 92)
        let senseless = SteppedRange(0, -5, step: 0)
        #expect(senseless.minimum == 1)
        #expect(senseless.fitting(77) == 1)
    }

    @Test func `a scaling camera is asked for usual sizes, the wanted one and the largest, each once`() {
        let range = CameraFormat.SizeRange(
            widths: SteppedRange(32, 1_280, step: 2),
            heights: SteppedRange(32, 720, step: 2)
        )
        let sizes = range.samples(with: PictureSize(width: 1_001, height: 501)).map { "\($0.width)x\($0.height)" }
        #expect(sizes == ["320x180", "640x360", "640x480", "1000x500", "1280x720"])
    }

    @Test func `a rate within a hundredth is as good, other rates are not`() throws {
        let ntsc = try TestCameras.rate(30_000, 1_001)
        #expect(ntsc.reaches(30))
        #expect(!(try TestCameras.rate(25).reaches(30)))
        #expect(ntsc.shortText == "29.97")
        #expect(try TestCameras.rate(25, 2).shortText == "12.5")
        let between = CameraRates.between(lowest: try TestCameras.rate(5), highest: try TestCameras.rate(60))
        #expect(between.best(for: ntsc) == ntsc)
        #expect(between.best(for: nil)?.perSecond == 30)
        #expect(between.best(for: try TestCameras.rate(90))?.perSecond == 60)
        #expect(between.best(for: try TestCameras.rate(1))?.perSecond == 5)
        #expect(CameraRates.unknown.best(for: ntsc) == nil)
    }

    @Test func `sound cards that record are microphones, under two names`() {
        let cards = SoundCards(
            cards: """
                 0 [PCH            ]: HDA-Intel - HDA Intel PCH
                                      HDA Intel PCH at 0xf7f10000 irq 32
                 2 [Webcam         ]: USB-Audio - HD Pro Webcam
                                      HD Pro Webcam at usb-0000:00:14.0-1, high speed
                """,
            devices: """
                00-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1
                00-03: HDMI 0 : HDMI 0 : playback 1
                02-00: USB Audio : USB Audio : capture 1
                nonsense: capture
                07-00: Nameless : Nameless : capture 1
                """
        )
        let microphones = cards.microphones
        #expect(microphones.map(\.device.description) == ["hw:0,0", "hw:2,0", "hw:7,0"])
        #expect(microphones.map(\.stableName) == ["hw:CARD=PCH,DEV=0", "hw:CARD=Webcam,DEV=0", nil])
        #expect(microphones.map(\.name) == ["PCH: ALC887-VD Analog", "Webcam: USB Audio", "Nameless"])
        #expect(SoundCards(cards: "--- no soundcards ---", devices: "").microphones.isEmpty)
    }

    @Test func `where the kernel's list is hidden, device files are the microphones`() {
        let files = ["timer", "pcmC1D0c", "pcmC0D10c", "pcmC0D2c", "pcmC0D2p", "pcmCxD0c", "pcmC1c"]
        let microphones = SoundCards(deviceFiles: files).microphones
        #expect(microphones.map(\.device.description) == ["hw:0,2", "hw:0,10", "hw:1,0"])
        #expect(microphones.first?.deviceFile == "/dev/snd/pcmC0D2c")
        #expect(microphones.first?.name == "card 0, device 2")
    }
}
