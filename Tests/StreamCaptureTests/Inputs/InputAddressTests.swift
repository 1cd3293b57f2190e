import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct InputAddressTests {
    private func read(_ argument: String?, format: String? = nil) throws -> InputAddress {
        try InputAddress(argument: argument, inputFormat: format)
    }

    @Test func `an input is a camera, the test picture, standard input, an address or a file`() throws {
        #expect(try read(nil) == .defaultCamera)
        #expect(try read("/dev/video99") == .camera("/dev/video99"))
        #expect(try read("/dev/v4l/by-id/usb-x") == .camera("/dev/v4l/by-id/usb-x"))
        #expect(try read("test:") == .test(TestSettings()))
        #expect(try read("-", format: "mpegts") == .standardInput(format: "mpegts"))
        #expect(try read("film.mp4") == .media("film.mp4", format: nil))
        #expect(try read("rtsp://host/x") == .media("rtsp://host/x", format: nil))
        #expect(try read("film.raw", format: "matroska") == .media("film.raw", format: "matroska"))
    }

    @Test func `an input that makes no sense is refused`() {
        for (argument, format) in [("-", nil), ("", nil), ("test:", "mpegts"), (nil, "mpegts")] as [(String?, String?)]
        {
            let error = #expect(throws: CaptureError.self) { try read(argument, format: format) }
            #expect(error?.code == .usage)
        }
    }

    @Test(
        arguments: [
            ("rtsp://host/x", .live), ("http://host/film.mp4?token=1", .recorded),
            ("https://host/live.m3u8", .recorded),
            ("http://host/mjpg/video.cgi", .live), ("rtmp://host/live/x?listen", .live), ("film.mp4", .recorded),
            ("test:", .captured), ("/dev/video0", .captured),
        ] as [(String, InputAddress.Kind)]
    )
    func `an input is live or recorded`(argument: String, kind: InputAddress.Kind) throws {
        #expect(try read(argument).kind == kind)
    }

    @Test func `a listener waits for senders, on this machine alone unless another address is named`() throws {
        let local = try #require(read("rtmp://:1935/live/x?listen").mediaSource)
        #expect(local.url == "rtmp://127.0.0.1:1935/live/x")
        #expect(local.hasStreamKey)
        #expect(try read("rtmp://:1935/live?listen").mediaSource?.hasStreamKey == false)
        #expect(local.options["listen"] == "1" && local.timeoutPolicy == .listener && local.isLive)
        let open = try #require(read("rtmp://0.0.0.0:1935/live/x?key=1&listen=1").mediaSource)
        #expect(open.url == "rtmp://0.0.0.0:1935/live/x?key=1" && open.timeoutPolicy == .listener)
        let client = try #require(read("rtmp://host/live/x").mediaSource)
        #expect(
            client.url == "rtmp://host/live/x" && client.options["listen"] == nil && client.timeoutPolicy == .server
        )
        #expect(try read("srt://:9000?mode=listener").mediaSource?.timeoutPolicy == .listener)
    }

    @Test(
        arguments: [
            ("rtsp://host/x", true), ("rtmp://host/live/x", true), ("srt://host:9000", true),
            ("http://host/mjpg/video.cgi", true), ("http://host/film.mp4", false), ("rtmp://:1935/live?listen", false),
            ("film.mp4", false), ("test:", false), ("/dev/video0", false),
        ]
    )
    func `a network camera is waited for at the start`(argument: String, retriesOpening: Bool) throws {
        #expect(try read(argument).retriesOpening == retriesOpening)
    }

    @Test(
        arguments: [
            (.automatic, ["rtsp_flags": "prefer_tcp"]), (.tcp, ["rtsp_transport": "tcp"]),
            (.udp, ["rtsp_transport": "udp"]), (.multicast, ["rtsp_transport": "udp_multicast"]),
        ] as [(RTSPTransport, [String: String])]
    )
    func `RTSP uses the transport that is asked for, else TCP before UDP`(
        transport: RTSPTransport,
        options: [String: String]
    ) throws {
        let input = try read("rtsp://host/x")
        var source = try #require(input.mediaSource)
        #expect(source.options["rtsp_flags"] == "prefer_tcp" && input.isRTSP)
        source.setTransport(transport)
        source.options["analyzeduration"] = nil
        #expect(source.options == options)
        #expect(try !read("http://host/x").isRTSP && !read("rtsp.mp4").isRTSP)
    }

    @Test func `a file is opened by its name, whatever characters it has`() throws {
        #expect(try read("a:b.mp4").mediaSource?.url == "file:a:b.mp4")
        #expect(try read("film.mp4").mediaSource?.url == "file:film.mp4")
        #expect(try read("film.mp4").mediaSource?.timeoutPolicy == .unlimited)
        #expect(try read("concat:a.ts|b.ts").mediaSource?.url == "concat:a.ts|b.ts")
        #expect(try read("-", format: "mpegts").mediaSource?.format == "mpegts")
    }

    @Test(
        arguments: [
            ("rtsp://user:secret@host:554/x", "rtsp://host:554/x"),
            ("rtsp://user:se@cret@host/x", "rtsp://host/x"),
            ("rtsp://user:sec/ret@host/x", "rtsp://host/x"),
            ("rtsp://user:sec?ret@host/x", "rtsp://host/x"),
            ("http://host/@user/film?token=secret", "http://host/@user/film"),
            ("http://[::1]:80/a@b", "http://[::1]:80/a@b"),
            ("cannot open 'rtsp://u:secret@h/x': no", "cannot open 'rtsp://h/x': no"),
            ("film@home.mp4", "film@home.mp4"),
            ("rtmp://host:1935/live/secret?listen", "rtmp://host:1935/live/…"),
            ("rtmps://host/live", "rtmps://host/live"),
        ]
    )
    func `an input is shown without passwords`(text: String, shown: String) {
        #expect(RedactedAddress.redact(text) == shown)
    }
}

@Suite struct TestSettingsTests {
    @Test func `the test picture has a size and a frame rate`() throws {
        #expect(try TestSettings().size.description == "1280x720")
        let settings = try TestSettings("rate=60000/1001,size=640x360")
        #expect(settings.size.description == "640x360")
        #expect(settings.rate == Track.Rate(numerator: 60_000, denominator: 1001))
        #expect(try TestSettings("rate=29.97").rate == Track.Rate(numerator: 30_000, denominator: 1001))
    }

    @Test(
        arguments: [
            "size", "size=1x1", "size=641x360", "size=ax3", "size=64x64", "rate=0", "rate=-5", "rate=1e9", "rate=1/0",
            "colour=1",
            "size=640x360,", "rate=nan", "size=99999999999999999999x2", "rate=4294967296", "rate=0.5",
        ]
    )
    func `impossible settings of the test picture are refused`(text: String) {
        let error = #expect(throws: CaptureError.self) { try TestSettings(text) }
        #expect(error?.code == .usage)
    }
}
