#if Capture
    import CFFmpeg
    import Libav
    import Foundation
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct MediaReaderTests {
        let media: TestMedia

        init() throws { media = try TestMedia() }

        @Test(
            arguments: ["film.mp4", "film.mkv", "film.ts", "film.flv"]
        )
        func `pictures and sound of every usual container are read, with times from 0 on`(name: String) throws {
            let path = try media.make(name, TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac)
            let reader = try MediaReader(url: path, stop: StopFlag())
            let video = try #require(reader.bestStream(.video))
            let audio = try #require(reader.bestStream(.audio))
            #expect(video.codecName == "h264" && audio.codecName == "aac")
            #expect(video.frameRate == Track.Rate(numerator: 30, denominator: 1))
            let packets = try reader.readAll()
            let pictures = packets.filter { $0.streamIndex == video.index }.compactMap(\.presentationTime)
            #expect(pictures.count == 90)
            // Matroska and FLV count milliseconds; the sound's priming may begin before the pictures.
            #expect((0...25_000).contains(try #require(pictures.min())))
            #expect(abs(try #require(pictures.max()) - 89 * 1_000_000 / 30) < 25_000)
            #expect(packets.filter { $0.streamIndex == audio.index }.count >= 140)
        }

        @Test func `streams that are not wanted are left out`() throws {
            let path = try media.make("film.mkv", TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac)
            let reader = try MediaReader(url: path, stop: StopFlag())
            let audio = try #require(reader.bestStream(.audio))
            reader.select([audio])
            #expect(try reader.readAll().allSatisfy { $0.streamIndex == audio.index })
        }

        @Test func `one sentence says what is wrong with a file`() throws {
            func failure(_ path: String, format: String? = nil) -> CaptureError? {
                #expect(throws: CaptureError.self) { try MediaReader(url: path, format: format, stop: StopFlag()) }
            }
            let missing = media.path("missing.mp4")
            #expect(failure(missing) == CaptureError(.noInput, "The file \(missing) does not exist; check the name."))
            let junk = try media.write("junk.mp4", Array(repeating: 0x5a, count: 5000))
            #expect(failure(junk)?.code == .badData)
            #expect(failure(junk, format: "nonsense")?.code == .usage)
            #expect(failure(try media.write("empty.mp4", []))?.code == .badData)
            #expect(failure(media.path(""))?.code == .noInput)
            #expect(failure("nonsense://host/x")?.code == .usage)
            #expect(failure("http://127.0.0.1:1/x")?.code == .unavailable)
        }

        @Test func `a named pipe without a writer does not block for ever`() throws {
            let path = media.path("pipe")
            try #require(mkfifo(path, 0o600) == 0)
            let input = try InputAddress(argument: path, inputFormat: nil)
            let source = try #require(input.mediaSource)
            let stop = StopFlag()
            stop.set()
            let error = #expect(throws: CaptureError.self) { try MediaReader(source, stop: stop) }
            #expect(error?.code == .stopped)
        }

        @Test func `sound comes from the same programme as the pictures`() throws {
            // libav prefers the largest stream of each kind: the pictures of the first file, the sound of the second.
            let path = try media.make(
                "two.ts",
                ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=2"],
                ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2"],
                ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30:duration=2"],
                ["-f", "lavfi", "-i", "sine=frequency=880:sample_rate=48000:duration=2"],
                ["-map", "0", "-map", "1", "-map", "2", "-map", "3"],
                TestMedia.h264,
                ["-c:a", "aac", "-b:a:0", "48k", "-ac:a:0", "1", "-b:a:1", "192k", "-ac:a:1", "2"],
                ["-program", "title=one:st=0:st=1", "-program", "title=two:st=2:st=3"]
            )
            let reader = try MediaReader(url: path, stop: StopFlag())
            let video = try #require(reader.bestStream(.video))
            let audio = try #require(reader.bestStream(.audio))
            #expect(video.parameters.pointer.pointee.width == 320)
            #expect(audio.parameters.pointer.pointee.ch_layout.nb_channels == 1)
        }

        @Test(
            .enabled(if: avcodec_find_encoder_by_name("libx265") != nil)
        )
        func `the clock of a transport stream is not the frame rate of HEVC`() throws {
            let path = try media.make(
                "film.ts",
                ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=1:duration=2"],
                ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:vui-timing-info=0"]
            )
            let stream = try #require(try MediaReader(url: path, stop: StopFlag()).bestStream(.video))
            #expect(stream.codecName == "hevc")
            #expect((stream.frameRate?.framesPerSecond ?? 1) <= 1)
        }

        @Test func `an earlier error is not reported as the reason`() throws {
            let path = try media.make("film.ts", TestMedia.picture, TestMedia.h264)
            let file = open(path, O_RDONLY)
            var source = MediaSource(url: MediaSource.standardInput, name: "standard input", format: "mpegts")
            source.descriptor = file
            source.options["probesize"] = "32"
            let reader = try MediaReader(source, stop: StopFlag())
            let decoder = try Decoder(try #require(reader.bestStream(.video)), isLive: true)
            let packet = try #require(try reader.read())
            packet.pointer.pointee.size = 60
            try decoder.decode(packet) { _ in }
            #expect(LibavLog.firstError != nil)
            // Not closed: another test would get the number.
            let unreadable = open("/dev/null", O_WRONLY)
            dup2(unreadable, file)
            defer { for descriptor in [file, unreadable] { close(descriptor) } }
            let error = #expect(throws: CaptureError.self) { while try reader.read() != nil {} }
            #expect(error?.reason == "standard input cannot be read: Bad file descriptor.")
        }

        @Test(
            arguments: [
                EPIPE, ENETDOWN, EHOSTDOWN, ENOTCONN, ENETRESET, ECONNABORTED, ECONNRESET, ECONNREFUSED, ETIMEDOUT,
                EHOSTUNREACH, ENETUNREACH,
            ]
        )
        func `a lost connection is a temporary error`(number: Int32) {
            let error = LibavError(code: -number)
            let failure = MediaFailure(
                source: MediaSource(url: "rtsp://user:secret@host/x"),
                step: .reading,
                error: error,
                hasExpired: false
            )
            #expect(failure.captureError.code == .unavailable)
            #expect(failure.captureError.reason.contains("rtsp://host/x"))
        }

        @Test func `a decoder without its configuration is refused`() throws {
            let parameters = try CodecParameters()
            parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            parameters.pointer.pointee.codec_id = AV_CODEC_ID_VORBIS
            let stream = MediaStream(index: 0, kind: .audio, parameters: parameters, frameRate: nil)
            #expect(throws: CaptureError.self) { try Decoder(stream, isLive: true) }
        }

        @Test func `an open file or pipe is read as standard input`() throws {
            for (name, format) in [("film.mp4", "mp4"), ("film.ts", "mpegts")] {
                let path = try media.make(name, TestMedia.picture, TestMedia.h264)
                let file = try FileHandle(forReadingFrom: URL(filePath: path))
                var source = MediaSource(url: MediaSource.standardInput, name: "standard input", format: format)
                source.descriptor = file.fileDescriptor
                #expect(try MediaReader(source, stop: StopFlag()).readAll().count == 90)
            }
            let pipe = Pipe()
            let stop = StopFlag()
            stop.set()
            var source = MediaSource(url: MediaSource.standardInput, name: "standard input", format: "mpegts")
            source.descriptor = pipe.fileHandleForReading.fileDescriptor
            #expect(throws: CaptureError(.stopped, "Stopped.")) { try MediaReader(source, stop: stop) }
        }

        @Test func `probing a pipe loses no bytes`() throws {
            let film = try media.make("film.ts", TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac)
            let path = media.path("pipe")
            try #require(mkfifo(path, 0o600) == 0)
            let writer = Process()
            writer.executableURL = URL(filePath: "/bin/sh")
            writer.arguments = ["-c", "cat \"$0\" \"$0\" > \"$1\"", film, path]
            try writer.run()
            let source = try #require(try InputAddress(argument: path, inputFormat: nil).mediaSource)
            let reader = try MediaReader(source, stop: StopFlag())
            #expect(reader.isPipe && reader.isTimed && reader.mayStepAhead)
            let input = try ProbedInput(reader, start: CaptureClock.monotonicNow, clock: CaptureClock())
            #expect(input.kind == .recorded && !input.canReopen)
            let video = try #require(input.bestStream(.video))
            input.select([video])
            var times: [Int64] = []
            while case .packet(let packet) = try input.advance() {
                if packet.streamIndex == video.index { times.append(packet.times.decode) }
            }
            #expect(times.count == 180)
            #expect(times[..<90] == times[..<90].sorted()[...] && times[90...] == times[90...].sorted()[...])
            #expect(times[90] < times[89])
        }

        @Test func `an encrypted file is reported`() throws {
            let key = String(repeating: "0f", count: 16)
            let path = try media.make(
                "film.mp4",
                TestMedia.picture,
                TestMedia.h264,
                ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key]
            )
            let reader = try MediaReader(url: path, stop: StopFlag())
            let error = #expect(throws: CaptureError.self) { try reader.read() }
            #expect(error?.reason == "\(path) is encrypted (DRM); publish an unencrypted copy.")
        }

        @Test func `a reader stops when it is asked to`() throws {
            let path = try media.make("film.mp4", TestMedia.picture, TestMedia.h264)
            let stop = StopFlag()
            let reader = try MediaReader(url: path, stop: stop)
            _ = try reader.read()
            stop.set()
            #expect(throws: CaptureError(.stopped, "Stopped.")) { try reader.read() }
        }
    }

    @Suite struct StatedRateTests {
        @Test(
            arguments: [
                ((25, 1), (25, 1), (1, 25), 25), ((0, 0), (30, 1), (1, 90_000), 30),
                ((0, 0), (90_000, 1), (1, 90_000), nil), ((90_000, 1), (90_000, 1), (1, 90_000), nil),
                ((0, 0), (100, 1), (1, 100), nil), ((1_000, 1), (30_000, 1_001), (1, 1_000), 30_000 / 1_001.0),
                ((240, 1), (0, 0), (1, 1_000), 240), ((0, 1), (0, 1), (0, 1), nil), ((-25, 1), (25, -1), (1, 0), nil),
            ] as [((Int32, Int32), (Int32, Int32), (Int32, Int32), Double?)]
        )
        func `the frame rate is the average, else libavformat's guess unless that is a clock's resolution`(
            average: (Int32, Int32),
            guess: (Int32, Int32),
            timeBase: (Int32, Int32),
            expected: Double?
        ) {
            let rate = Track.Rate(
                average: AVRational(num: average.0, den: average.1),
                guess: AVRational(num: guess.0, den: guess.1),
                timeBase: AVRational(num: timeBase.0, den: timeBase.1)
            )
            #expect(rate?.framesPerSecond == expected)
        }
    }

    @Suite struct DecoderTests {
        let media: TestMedia

        init() throws { media = try TestMedia() }

        @Test(arguments: [false, true])
        func `a decoder hands out every picture with its time, in order`(isLive: Bool) throws {
            let path = try media.make("film.mp4", TestMedia.picture, TestMedia.h264, ["-bf", "2"])
            let reader = try MediaReader(url: path, stop: StopFlag())
            let decoder = try Decoder(try #require(reader.bestStream(.video)), isLive: isLive)
            var times: [Int64?] = []
            for packet in try reader.readAll() { try decoder.decode(packet) { times.append($0.presentationTime) } }
            try decoder.decode(nil) { times.append($0.presentationTime) }
            #expect(times.count == 90)
            #expect(zip(times, 0...).allSatisfy { abs(($0 ?? .max) - $1 * 1_000_000 / 30) <= 1 })
            #expect(decoder.damagedPacketCount == 0)
        }

        @Test func `a decoder continues after damage`() throws {
            let path = try media.make("film.mkv", TestMedia.picture, ["-c:v", "mjpeg"])
            let reader = try MediaReader(url: path, stop: StopFlag())
            let decoder = try Decoder(try #require(reader.bestStream(.video)), isLive: true)
            var count = 0
            for (index, packet) in try reader.readAll().enumerated() {
                if index == 10 { packet.pointer.pointee.size = 3 }
                try decoder.decode(packet) { _ in count += 1 }
            }
            #expect(count == 89)
            #expect(decoder.damagedPacketCount == 1)
        }
    }
#endif
