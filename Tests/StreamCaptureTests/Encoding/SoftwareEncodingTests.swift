#if Capture
    import CFFmpeg
    import Libav
    import H264
    import Testing

    @testable import StreamCapture

    /// The output of libx264 for the settings.
    @Suite struct SoftwareEncodingTests {
        @Test func `with no settings every picture comes out at once, for a decoder that need not wait`() throws {
            let source = TestPictures()
            let encoder = try source.encoder(.with { _ in })
            for index in 0..<5 {
                var came = 0
                try encoder.encode(try source.picture(index)) { picture in
                    came += 1
                    #expect(picture.presentationTime == source.time(of: index))
                    #expect(picture.decodeTime == picture.presentationTime)
                }
                #expect(came == 1)
            }
            let sps = try #require(try EncodedStream.encode(.with { _ in }).sps)
            #expect(sps.maxReorderFrames == 0 && sps.vui?.bitstreamRestriction != nil)
            #expect(sps.croppedSize.width == 320 && sps.croppedSize.height == 180)
        }

        @Test(arguments: [UInt32(25), 30, 60]) func `the stream contains its frame rate`(rate: UInt32) throws {
            let stream = try EncodedStream.encode(.with { _ in }, TestPictures(framesPerSecond: rate))
            #expect(stream.sps?.frameRate?.framesPerSecond == Double(rate))
            let slow = try EncodedStream.encode(.with { $0.latency = .quality }, TestPictures(framesPerSecond: rate))
            #expect(slow.sps?.frameRate?.framesPerSecond == Double(rate))
        }

        @Test func `key frames come every two seconds, each with its parameter sets`() throws {
            let stream = try EncodedStream.encode(.with { _ in }, count: 130)
            #expect(stream.pictures.count == 130)
            #expect(stream.keyFrames == [0, 60, 120])
            #expect(stream.keyFramesAreWhole)
        }

        @Test(arguments: [("10", [0, 10, 20]), ("500ms", [0, 15]), ("1s", [0])])
        func `the distance of key frames is counted or timed`(interval: String, expected: [Int]) throws {
            let parsed = try #require(KeyFrameInterval(interval))
            let stream = try EncodedStream.encode(.with { $0.keyFrameInterval = parsed }, count: 29)
            #expect(stream.keyFrames == expected)
        }

        @Test func `a camera that delivers fewer frames than it said still has key frames on time`() throws {
            let source = TestPictures()
            var times: [Int64] = []
            let encoder = try source.encoder(.with { _ in })
            for index in 0..<50 {
                try encoder.encode(try source.picture(index, at: Int64(index) * 100_000)) { picture in
                    if picture.bytes.containsIDR { times.append(picture.presentationTime) }
                }
            }
            #expect(times == [0, 2_000_000, 4_000_000])
        }

        @Test func `a key frame that is asked for is an IDR picture with its parameter sets`() throws {
            let stream = try EncodedStream.encode(.with { _ in }, count: 20, forced: [7, 13])
            #expect(stream.keyFrames == [0, 7, 13])
            #expect(stream.keyFramesAreWhole)
        }

        @Test(arguments: EncodingProfile.allCases, ["ultrafast", "veryfast"])
        func `the profile is what was asked for, whatever the preset`(profile: EncodingProfile, preset: String) throws {
            var source = TestPictures()
            switch profile {
            case .high10: source.pixelFormat = AV_PIX_FMT_YUV420P10LE
            case .high422: source.pixelFormat = AV_PIX_FMT_YUV422P
            case .high444: source.pixelFormat = AV_PIX_FMT_YUV444P
            default: break
            }
            let stream = try EncodedStream.encode(.with { ($0.profile, $0.preset) = (profile, preset) }, source)
            let expected: [EncodingProfile: UInt8] = [
                .constrainedBaseline: 66, .baseline: 66, .main: 77, .high: 100, .high10: 110, .high422: 122,
                .high444: 244,
            ]
            #expect(stream.sps?.profile.idc == expected[profile])
        }

        @Test(arguments: ["1.3", "2", "3.1", "4.1", "5.2"]) func `the level is what was asked for`(level: String) throws
        {
            let stream = try EncodedStream.encode(
                .with { ($0.level, $0.bitRate) = (EncodingLevel(level), 300_000) }
            )
            #expect(stream.sps?.level.name == level)
        }

        @Test func `B-frames are reordered in the stream, and their times are right`() throws {
            let source = TestPictures()
            let stream = try EncodedStream.encode(
                .with { ($0.latency, $0.bFrames) = (.quality, 2) },
                source,
                count: 40
            )
            #expect(stream.pictures.count == 40)
            #expect((stream.sps?.maxReorderFrames ?? 0) > 0)
            let shown = stream.pictures.map(\.presentationTime)
            #expect(shown != shown.sorted())
            #expect(shown.sorted() == (0..<40).map(source.time))
            let decoded = stream.pictures.map(\.decodeTime)
            #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
            #expect(stream.pictures.allSatisfy { $0.decodeTime <= $0.presentationTime })
        }

        @Test(arguments: [EncoderSettings.RateControl.cbr, .vbr])
        func `the bit rate is held on noisy pictures`(mode: EncoderSettings.RateControl) throws {
            let stream = try EncodedStream.encode(
                .with { ($0.rateControl, $0.bitRate) = (mode, 400_000) },
                count: 180
            )
            #expect((340_000...460_000).contains(stream.bitRate(60..<180)))
        }

        @Test func `a new bit rate takes effect without a key frame`() throws {
            let stream = try EncodedStream.encode(.with { $0.bitRate = 800_000 }, count: 240) { index, encoder in
                if index == 80 { encoder.setBitRate(200_000) }
                if index == 160 { encoder.setBitRate(800_000) }
            }
            #expect((680_000...920_000).contains(stream.bitRate(20..<80)))
            #expect((150_000...250_000).contains(stream.bitRate(100..<160)))
            #expect((680_000...920_000).contains(stream.bitRate(180..<240)))
            #expect(stream.keyFrames == [0, 60, 120, 180])
        }

        @Test func `a constant quality can be bounded while it runs, by a reopened encoder`() throws {
            let stream = try EncodedStream.encode(.with { $0.quality = 18 }, count: 120) { index, encoder in
                if index == 50 { encoder.setBitRate(200_000) }
            }
            #expect(stream.pictures.count == 120)
            #expect(stream.keyFrames == [0, 50, 110])
            #expect(stream.bitRate(0..<50) > 400_000)
            #expect((150_000...250_000).contains(stream.bitRate(60..<120)))
        }

        @Test func `a lower quantiser gives more bits`() throws {
            let sizes = try [20, 40].map { quantiser in
                try EncodedStream.encode(.with { ($0.rateControl, $0.quality) = (.cqp, quantiser) }).bitRate(0..<10)
            }
            #expect(sizes[0] > 2 * sizes[1])
        }

        @Test func `the colours and the sample aspect ratio are in the stream`() throws {
            let source = TestPictures()
            let encoder = try source.encoder(.with { _ in })
            var stream = EncodedStream()
            let picture = try source.picture(0)
            picture.pointer.pointee.color_primaries = AVCOL_PRI_BT709
            picture.pointer.pointee.color_trc = AVCOL_TRC_BT709
            picture.pointer.pointee.colorspace = AVCOL_SPC_BT709
            picture.pointer.pointee.color_range = AVCOL_RANGE_MPEG
            picture.pointer.pointee.sample_aspect_ratio = AVRational(num: 4, den: 3)
            try encoder.encode(picture) { stream.pictures.append($0) }
            let vui = try #require(stream.sps?.vui)
            #expect(vui.videoSignal?.colour?.primaries == 1)
            #expect(vui.videoSignal?.colour?.transfer == 1)
            #expect(vui.videoSignal?.colour?.matrix == 1)
            #expect(vui.videoSignal?.isFullRange == false)
            #expect(vui.sampleAspectRatio?.width == 4 && vui.sampleAspectRatio?.height == 3)
        }

        @Test func `full range and colours that are not described become limited range with a description`()
            throws
        {
            let source = TestPictures(pixelFormat: AV_PIX_FMT_YUVJ420P)
            let encoder = try source.encoder(.with { _ in })
            var stream = EncodedStream()
            for index in 0..<3 { try encoder.encode(try source.picture(index)) { stream.pictures.append($0) } }
            let signal = try #require(stream.sps?.vui?.videoSignal)
            #expect(signal.colour?.primaries == 1 && signal.colour?.transfer == 1 && signal.colour?.matrix == 6)
            #expect(!signal.isFullRange)
            #expect(stream.keyFrames == [0])
        }

        @Test func `an encoder is opened once for pictures that must be converted first`() throws {
            let source = TestPictures(width: 322, height: 181, pixelFormat: AV_PIX_FMT_YUVJ422P)
            let encoder = try source.encoder(.with { _ in })
            let opened = encoder.running.encoder
            for index in 0..<3 { try encoder.encode(try source.picture(index)) { _ in } }
            #expect(encoder.running.encoder === opened)
        }

        @Test func `pictures that change their pixel format go on with the same encoder`() throws {
            let source = TestPictures()
            let other = TestPictures(pixelFormat: AV_PIX_FMT_NV12)
            let encoder = try source.encoder(.with { _ in })
            let opened = encoder.running.encoder
            for index in 0..<4 { try encoder.encode(try (index < 2 ? source : other).picture(index)) { _ in } }
            #expect(encoder.running.encoder === opened)
        }

        @Test func `pictures are scaled to a size that was asked for, and keep their shape`() throws {
            let source = TestPictures(width: 320, height: 240)
            var stream = EncodedStream()
            let encoder = try VideoEncoder(
                .with { _ in },
                for: source.picture(0),
                frameRate: source.format.frameRate,
                size: PictureSettings.Size("320x180")
            ) { _ in }
            let picture = try source.picture(0)
            picture.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
            try encoder.encode(picture) { stream.pictures.append($0) }
            #expect(stream.sps?.croppedSize.width == 320 && stream.sps?.croppedSize.height == 180)
            let shape = try #require(stream.sps?.vui?.sampleAspectRatio)
            #expect(shape.width == 3 && shape.height == 4)
        }

        @Test func `an encoder that was given no picture ends without one`() throws {
            let encoder = try TestPictures().encoder(.with { _ in })
            var count = 0
            try encoder.finish { _ in count += 1 }
            #expect(count == 0)
        }

        @Test func `pictures of another size and format go on in the same stream`() throws {
            let small = TestPictures()
            let large = TestPictures(width: 640, height: 360, pixelFormat: AV_PIX_FMT_NV12)
            var stream = EncodedStream()
            let encoder = try small.encoder(.with { $0.latency = .quality }) { stream.announcements.append($0) }
            for index in 0..<20 {
                let picture = try (index < 10 ? small : large).picture(index)
                try encoder.encode(picture) { stream.pictures.append($0) }
            }
            try encoder.finish { stream.pictures.append($0) }
            #expect(stream.pictures.map(\.presentationTime) == (0..<20).map(small.time))
            #expect(stream.keyFrames == [0, 10])
            #expect(stream.sequenceParameterSets.map(\.croppedSize.width) == [320, 640])
            #expect(stream.announcements.isEmpty)
        }

        @Test func `times that repeat or go back are put in order`() throws {
            let source = TestPictures()
            let times: [Int64] = [0, 33_333, 33_333, 20_000, 100_000]
            var shown: [Int64] = []
            let encoder = try source.encoder(.with { _ in })
            for (index, time) in times.enumerated() {
                try encoder.encode(try source.picture(index, at: time)) { shown.append($0.presentationTime) }
            }
            #expect(shown == [0, 33_333, 49_999, 66_665, 100_000])
        }

        @Test func `an encoder option reaches the encoder`() throws {
            let option = try #require(EncoderSettings.Option("aud=1"))
            let stream = try EncodedStream.encode(.with { $0.options = [option] })
            #expect(stream.units(of: 3).first == .accessUnitDelimiter)
        }

        @Test(arguments: [
            ("nonsense=1", "libx264 has no option nonsense; 'ffmpeg -h encoder=libx264' lists its options."),
            ("skip_frame=1", "libx264 has no option skip_frame; 'ffmpeg -h encoder=libx264' lists its options."),
            (
                "aq-mode=lots",
                "libx264 does not accept lots for its option aq-mode; 'ffmpeg -h encoder=libx264' lists its values."
            ),
        ])
        func `an option that the encoder does not have is refused`(option: String, sentence: String) throws {
            let option = try #require(EncoderSettings.Option(option))
            #expect(throws: CaptureError(.usage, sentence)) {
                _ = try EncodedStream.encode(.with { $0.options = [option] })
            }
        }

        @Test func `an unknown encoder is named`() throws {
            let error = #expect(throws: CaptureError.self) {
                _ = try EncodedStream.encode(.with { $0.encoder = .named("h265_dream") })
            }
            #expect(
                error?.reason
                    == "This libavcodec has no encoder h265_dream; 'streamd devices' lists the encoders."
            )
        }

        @Test func `without a GPU, auto uses software and says so`() throws {
            let stream = try EncodedStream.encode(
                .with { ($0.encoder, $0.vaapiDevice) = (.auto, "/dev/dri/renderD9999") }
            )
            #expect(stream.encoder == "libx264")
            #expect(stream.pictures.count == 10)
            #expect(
                stream.announcements == [
                    "No VA-API encoder on /dev/dri/renderD9999: there is no such device. Encoding in software (libx264)."
                ]
            )
        }

        @Test func `h264_vaapi by name fails where there is no GPU`() throws {
            let error = #expect(throws: CaptureError.self) {
                _ = try EncodedStream.encode(
                    .with { ($0.encoder, $0.vaapiDevice) = (.named("h264_vaapi"), "/dev/dri/renderD9999") }
                )
            }
            #expect(
                error?.reason
                    == "No VA-API encoder on /dev/dri/renderD9999: there is no such device; "
                    + "--encoder auto uses software instead."
            )
        }
    }
#endif
