#if Capture
    import CFFmpeg
    import Libav
    import H264
    import Testing

    @testable import StreamCapture

    /// VA-API with the lab's driver, which encodes in software; see lab/README.md.
    @Suite(.serialized, .enabled(if: LabDriver.isThere, LabDriver.advice))
    struct HardwareEncodingTests {
        private let source = TestPictures(pixelFormat: AV_PIX_FMT_NV12)

        @Test func `with no settings every picture comes out at once, for a decoder that need not wait`() throws {
            let encoder = try source.encoder(.onDevice { _ in })
            var stream = EncodedStream()
            for index in 0..<5 {
                try encoder.encode(try source.picture(index)) { picture in
                    stream.pictures.append(picture)
                    #expect(picture.presentationTime == source.time(of: index))
                    #expect(picture.decodeTime == picture.presentationTime)
                }
                #expect(stream.pictures.count == index + 1)
            }
            let sps = try #require(stream.sps)
            #expect(sps.maxReorderFrames == 0 && sps.vui?.bitstreamRestriction != nil)
            #expect(sps.frameRate?.framesPerSecond == 30)
            #expect(sps.croppedSize.width == 320 && sps.croppedSize.height == 180)
            #expect(encoder.device == LabDriver.device && encoder.name == "h264_vaapi")
        }

        @Test func `key frames come every two seconds and when asked for, each with its parameter sets`() throws {
            let stream = try EncodedStream.encode(.onDevice { _ in }, source, count: 130, forced: [25])
            #expect(stream.pictures.count == 130)
            #expect(stream.keyFrames == [0, 25, 85])
            #expect(stream.keyFramesAreWhole)
        }

        @Test func `a driver that takes no packed headers leaves nothing out of the stream`() throws {
            let stream = try LabDriver.with("X264VA_PACKED", "0") {
                try EncodedStream.encode(.onDevice { _ in }, source, count: 70)
            }
            #expect(stream.keyFrames == [0, 60])
            #expect(stream.keyFramesAreWhole)
            #expect(stream.sps?.vui?.bitstreamRestriction?.maxReorderFrames == 0)
            #expect(stream.sps?.frameRate?.framesPerSecond == 30)
        }

        @Test(arguments: [EncodingProfile.constrainedBaseline, .main, .high])
        func `profile and level are what was asked for`(profile: EncodingProfile) throws {
            let stream = try EncodedStream.encode(
                .onDevice { ($0.profile, $0.level) = (profile, EncodingLevel("4.1")) },
                source
            )
            let expected: [EncodingProfile: UInt8] = [.constrainedBaseline: 66, .main: 77, .high: 100]
            #expect(stream.sps?.profile.idc == expected[profile])
            #expect(stream.sps?.level.name == "4.1")
        }

        @Test(arguments: [("10", [0, 10, 20]), ("500ms", [0, 15])])
        func `the distance of key frames is counted or timed`(interval: String, expected: [Int]) throws {
            let parsed = try #require(KeyFrameInterval(interval))
            let stream = try EncodedStream.encode(.onDevice { $0.keyFrameInterval = parsed }, source, count: 29)
            #expect(stream.keyFrames == expected)
        }

        @Test(arguments: [EncoderSettings.RateControl.cbr, .vbr])
        func `the bit rate is held on noisy pictures`(mode: EncoderSettings.RateControl) throws {
            let stream = try EncodedStream.encode(
                .onDevice { ($0.rateControl, $0.bitRate) = (mode, 400_000) },
                source,
                count: 180
            )
            #expect((330_000...470_000).contains(stream.bitRate(60..<180)))
        }

        @Test func `a lower quantiser gives more bits`() throws {
            let sizes = try [20, 40].map { quantiser in
                try EncodedStream.encode(.onDevice { ($0.rateControl, $0.quality) = (.cqp, quantiser) }, source)
                    .bitRate(0..<10)
            }
            #expect(sizes[0] > 2 * sizes[1])
        }

        @Test func `a new bit rate takes effect at the next picture, which is a key frame, and no picture is lost`()
            throws
        {
            let stream = try EncodedStream.encode(.onDevice { $0.bitRate = 800_000 }, source, count: 160) {
                if $0 == 80 { $1.setBitRate(200_000) }
            }
            #expect(stream.pictures.map(\.presentationTime) == (0..<160).map(source.time))
            #expect(stream.keyFrames == [0, 60, 80, 140])
            #expect((660_000...940_000).contains(stream.bitRate(20..<80)))
            #expect((150_000...260_000).contains(stream.bitRate(100..<160)))
        }

        @Test func `the colours are in the stream`() throws {
            let encoder = try source.encoder(.onDevice { _ in })
            var stream = EncodedStream()
            let picture = try source.picture(0)
            picture.pointer.pointee.color_primaries = AVCOL_PRI_SMPTE170M
            picture.pointer.pointee.color_trc = AVCOL_TRC_SMPTE170M
            picture.pointer.pointee.colorspace = AVCOL_SPC_SMPTE170M
            picture.pointer.pointee.color_range = AVCOL_RANGE_MPEG
            try encoder.encode(picture) { stream.pictures.append($0) }
            let signal = try #require(stream.sps?.vui?.videoSignal)
            #expect(signal.colour?.primaries == 6 && signal.colour?.transfer == 6 && signal.colour?.matrix == 6)
            #expect(!signal.isFullRange)
        }

        @Test func `pictures of another size go on in the same stream`() throws {
            let large = TestPictures(width: 640, height: 360, pixelFormat: AV_PIX_FMT_NV12)
            let encoder = try source.encoder(.onDevice { _ in })
            var stream = EncodedStream()
            for index in 0..<20 {
                let picture = try (index < 10 ? source : large).picture(index)
                try encoder.encode(picture) { stream.pictures.append($0) }
            }
            #expect(stream.keyFrames == [0, 10])
            #expect(stream.sequenceParameterSets.map(\.croppedSize.width) == [320, 640])
        }
    }

    /// Faults of the device.
    extension HardwareEncodingTests {
        @Test func `a device that fails is replaced by software, which continues with a key frame`()
            throws
        {
            let stream = try LabDriver.with("X264VA_FAIL_AT", "50") {
                try EncodedStream.encode(.onDevice { $0.encoder = .auto }, source, count: 80)
            }
            #expect(stream.pictures.map(\.presentationTime) == (0..<80).map(source.time))
            #expect(stream.keyFrames == [0, 50])
            #expect(stream.keyFramesAreWhole)
            let line = "h264_vaapi on /dev/null has failed (Input/output error). Encoding in software (libx264)."
            #expect(stream.announcements == [line])
        }

        @Test func `a device that fails ends the capture where VA-API was asked for by name`() throws {
            let error = #expect(throws: CaptureError.self) {
                try LabDriver.with("X264VA_FAIL_AT", "5") { try EncodedStream.encode(.onDevice { _ in }, source) }
            }
            #expect(error?.code == .failure)
            #expect(
                error?.reason
                    == "h264_vaapi on /dev/null has failed (Input/output error); "
                    + "--encoder auto uses software instead."
            )
        }

        @Test func `pictures that a failed device held are encoded again`() throws {
            let stream = try LabDriver.with("X264VA_FAIL_AT", "50") {
                try EncodedStream.encode(.onDevice { ($0.encoder, $0.latency) = (.auto, .quality) }, source, count: 80)
            }
            #expect(stream.encoder == "libx264")
            #expect(stream.pictures.map(\.presentationTime) == (0..<80).map(source.time))
            #expect(stream.keyFramesAreWhole)
        }

        @Test(arguments: [("ultrafast", "7"), ("medium", "4"), ("placebo", "1")])
        func `a preset becomes the driver's quality`(preset: String, quality: String) throws {
            let log = try LabDriver.log { _ = try EncodedStream.encode(.onDevice { $0.preset = preset }, source) }
            #expect(log.count == 10)
            #expect(log.allSatisfy { $0.contains("quality=\(quality) ") })
        }

        @Test func `the bit rate and changes of it reach the driver`() throws {
            let log = try LabDriver.log {
                _ = try EncodedStream.encode(.onDevice { $0.bitRate = 800_000 }, source, count: 20) {
                    if $0 == 10 { $1.setBitRate(200_000) }
                }
            }
            #expect(log.count == 20)
            #expect(log.prefix(10).allSatisfy { $0.contains("mode=cbr kbps=800 max=800 buf=400") })
            #expect(log.suffix(10).allSatisfy { $0.contains("mode=cbr kbps=200 max=200 buf=100") })
        }

        @Test func `pictures in another format than the device takes are converted, and the device is opened once`()
            throws
        {
            let source = TestPictures(pixelFormat: AV_PIX_FMT_YUVJ422P)
            let encoder = try source.encoder(.onDevice { _ in })
            let opened = encoder.running.encoder
            var stream = EncodedStream()
            for index in 0..<3 { try encoder.encode(try source.picture(index)) { stream.pictures.append($0) } }
            #expect(encoder.running.encoder === opened)
            #expect(stream.pictures.count == 3 && stream.keyFrames == [0])
            #expect(stream.sps?.vui?.videoSignal?.isFullRange == false)
        }

        @Test func `an encoder is replaced before it was given a picture`() throws {
            let stream = try EncodedStream.encode(.onDevice { $0.bitRate = 800_000 }, source, count: 3) {
                if $0 == 0 { $1.setBitRate(200_000) }
            }
            #expect(stream.encoder == "h264_vaapi" && stream.keyFrames == [0] && stream.pictures.count == 3)
        }

        @Test func `an encoder that was given no picture ends without one`() throws {
            let encoder = try source.encoder(.onDevice { _ in })
            var count = 0
            try encoder.finish { _ in count += 1 }
            #expect(count == 0)
        }

        @Test func `the reason why the second try fails is reported`() throws {
            let reason =
                "No VA-API encoder on /dev/null: Driver does not support CBR RC mode (supported modes: CQP); an Intel GPU "
                + "has more with its HuC firmware, and --rate-control cqp --quality 26 needs none"
            let error = #expect(throws: CaptureError.self) {
                try LabDriver.with("X264VA_LOWPOWER", "1") { try EncodedStream.encode(.onDevice { _ in }, source) }
            }
            #expect(error == CaptureError(.unavailable, "\(reason); --encoder auto uses software instead."))
        }

        @Test func `the low-power encoder is used where there is no other`() throws {
            let stream = try LabDriver.with("X264VA_LOWPOWER", "1") {
                try EncodedStream.encode(.onDevice { ($0.rateControl, $0.quality) = (.cqp, 26) }, source)
            }
            #expect(stream.encoder == "h264_vaapi" && stream.pictures.count == 10)
        }

        @Test func `a driver without an encoder is skipped with one line`() throws {
            let stream = try LabDriver.with("X264VA_NOENC", "1") {
                try EncodedStream.encode(.onDevice { $0.encoder = .auto }, source)
            }
            #expect(stream.encoder == "libx264")
            let reason = "No VA-API encoder on /dev/null: the driver has no H.264 encoding"
            #expect(stream.announcements == ["\(reason). Encoding in software (libx264)."])
            let error = #expect(throws: CaptureError.self) {
                try LabDriver.with("X264VA_NOENC", "1") { try EncodedStream.encode(.onDevice { _ in }, source) }
            }
            #expect(error == CaptureError(.unavailable, "\(reason); --encoder auto uses software instead."))
        }

        @Test func `what VA-API cannot do is done in software with auto, and refused by name`() throws {
            let reason = "h264_vaapi has no CRF; use --rate-control cqp --quality 23, or --encoder libx264."
            let stream = try EncodedStream.encode(.onDevice { ($0.encoder, $0.quality) = (.auto, 23) }, source)
            #expect(stream.encoder == "libx264")
            #expect(stream.announcements == ["\(reason) Encoding in software (libx264)."])
            #expect(throws: CaptureError(.usage, reason)) {
                _ = try EncodedStream.encode(.onDevice { $0.quality = 23 }, source)
            }
        }

        @Test func `a control that the driver ignores is detected from its output`() throws {
            let reason = "h264_vaapi produces no B-frames; leave out --b-frames, or use --encoder libx264."
            let settings = EncoderSettings.onDevice { ($0.latency, $0.bFrames) = (.quality, 2) }
            #expect(throws: CaptureError(.usage, reason)) { _ = try EncodedStream.encode(settings, source) }
            var lenient = settings
            lenient.encoder = .auto
            let stream = try EncodedStream.encode(lenient, source)
            #expect(stream.encoder == "libx264")
            #expect(stream.pictures.map(\.presentationTime).sorted() == (0..<10).map(source.time))
            #expect(stream.announcements == ["\(reason) Encoding in software (libx264)."])
        }
    }

    extension EncoderSettings {
        /// h264_vaapi on the lab's device, with changes.
        fileprivate static func onDevice(_ change: (inout EncoderSettings) -> Void) -> EncoderSettings {
            .with { settings in
                settings.encoder = .named("h264_vaapi")
                settings.vaapiDevice = LabDriver.device
                change(&settings)
            }
        }
    }
#endif
