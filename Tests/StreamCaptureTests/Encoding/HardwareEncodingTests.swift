#if Capture
    import CFFmpeg
    import Glibc
    import H264
    import Testing

    @testable import StreamCapture

    /// The VA-API path, against the lab's driver, which encodes in software; see lab/README.md.
    @Suite(.serialized, .enabled(if: LabDriver.isThere, LabDriver.advice))
    struct HardwareEncodingTests {
        @Test func `with no settings every picture comes out at once, for a decoder that need not wait`() throws {
            let source = TestPictures(pixelFormat: AV_PIX_FMT_NV12)
            let encoder = try VideoEncoder(.onDevice { _ in }, format: try source.format) { _ in }
            for index in 0..<5 {
                var came = 0
                try encoder.encode(try source.picture(index)) { picture in
                    came += 1
                    #expect(picture.presentationTime == source.time(of: index))
                    #expect(picture.decodeTime == picture.presentationTime)
                }
                #expect(came == 1)
            }
        }

        @Test func `a device that dies is replaced by software, from the picture at hand on, which is a key frame`()
            throws
        {
            let stream = try LabDriver.with("X264VA_FAIL_AT", "50") {
                try EncodedStream.encode(
                    .onDevice { $0.encoder = .auto },
                    TestPictures(pixelFormat: AV_PIX_FMT_NV12),
                    count: 80
                )
            }
            #expect(stream.pictures.count == 80)
            #expect(stream.keyFrames == [0, 50])
            #expect(stream.keyFramesAreWhole)
            #expect(
                stream.announcements == [
                    "h264_vaapi on /dev/null has failed (Input/output error). Encoding in software (libx264)."
                ]
            )
        }

        @Test func `a driver without an encoder is passed over with one line`() throws {
            let stream = try LabDriver.with("X264VA_NOENC", "1") {
                try EncodedStream.encode(.onDevice { $0.encoder = .auto }, TestPictures(pixelFormat: AV_PIX_FMT_NV12))
            }
            #expect(stream.encoder == "libx264")
            #expect(
                stream.announcements == [
                    "No VA-API encoder on /dev/null: the driver has no H.264 encoding. Encoding in software (libx264)."
                ]
            )
        }
    }

    /// Where the lab's VA-API driver is.
    enum LabDriver {
        static let advice: Comment = "Run scripts/test, which provides the VA-API test driver."
        /// What the lab's shim lets libva take for a render node.
        static let device = "/dev/null"

        static var isThere: Bool { getenv("STREAMD_LAB_DRIVER") != nil }

        /// Does something while the driver has a fault; the fault is the whole process's.
        static func with<Result>(_ fault: String, _ value: String, _ body: () throws -> Result) rethrows -> Result {
            setenv(fault, value, 1)
            defer { unsetenv(fault) }
            return try body()
        }
    }

    extension EncoderSettings {
        static func onDevice(_ change: (inout EncoderSettings) -> Void) -> EncoderSettings {
            .with { settings in
                settings.encoder = .named("h264_vaapi")
                settings.vaapiDevice = LabDriver.device
                change(&settings)
            }
        }
    }
#endif
