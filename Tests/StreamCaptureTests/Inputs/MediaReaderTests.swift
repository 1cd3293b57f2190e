#if Capture
    import CFFmpeg
    import Foundation
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite("A media reader")
    struct MediaReaderTests {
        let media: MadeMedia

        init() throws { media = try MadeMedia() }

        @Test(
            "reads pictures and sound from files of every usual kind, with times from 0 on",
            arguments: ["film.mp4", "film.mkv", "film.ts", "film.flv"]
        )
        func containers(name: String) throws {
            let path = try media.make(name, MadeMedia.picture, MadeMedia.tone, MadeMedia.h264, MadeMedia.aac)
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

        @Test("leaves out streams that nobody wants")
        func selection() throws {
            let path = try media.make("film.mkv", MadeMedia.picture, MadeMedia.tone, MadeMedia.h264, MadeMedia.aac)
            let reader = try MediaReader(url: path, stop: StopFlag())
            let audio = try #require(reader.bestStream(.audio))
            reader.select([audio])
            #expect(try reader.readAll().allSatisfy { $0.streamIndex == audio.index })
        }

        @Test("says in one sentence what is wrong with a file")
        func wrongFiles() throws {
            func failure(_ path: String, format: String? = nil) -> CaptureError? {
                #expect(throws: CaptureError.self) { try MediaReader(url: path, format: format, stop: StopFlag()) }
            }
            let missing = media.path("missing.mp4")
            #expect(failure(missing) == CaptureError(.noInput, "No such file: \(missing)."))
            let junk = try media.write("junk.mp4", Array(repeating: 0x5a, count: 5000))
            #expect(failure(junk)?.code == .badData)
            #expect(failure(junk, format: "nonsense")?.code == .usage)
            #expect(failure(try media.write("empty.mp4", []))?.code == .badData)
            #expect(failure(media.path(""))?.code == .noInput)
            #expect(failure("nonsense://host/x")?.code == .usage)
            #expect(failure("http://127.0.0.1:1/x")?.code == .unavailable)
        }

        @Test("does not hang where nobody writes to a named pipe")
        func namedPipe() throws {
            let path = media.path("pipe")
            try #require(mkfifo(path, 0o600) == 0)
            let input = try InputAddress(argument: path, inputFormat: nil)
            let source = try #require(input.mediaSource)
            let stop = StopFlag()
            stop.set()
            let error = #expect(throws: CaptureError.self) { try MediaReader(source, stop: stop) }
            #expect(error?.code == .stopped)
        }

        @Test("refuses a decoder whose configuration is missing")
        func decoderWithoutConfiguration() throws {
            let parameters = try CodecParameters()
            parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            parameters.pointer.pointee.codec_id = AV_CODEC_ID_VORBIS
            let stream = MediaStream(index: 0, kind: .audio, parameters: parameters, frameRate: nil)
            #expect(throws: CaptureError.self) { try Decoder(stream, isLive: true) }
        }

        @Test("reads an open file or pipe as standard input")
        func descriptors() throws {
            for (name, format) in [("film.mp4", "mp4"), ("film.ts", "mpegts")] {
                let path = try media.make(name, MadeMedia.picture, MadeMedia.h264)
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

        @Test("says when a file is encrypted")
        func encryption() throws {
            let key = String(repeating: "0f", count: 16)
            let path = try media.make(
                "film.mp4",
                MadeMedia.picture,
                MadeMedia.h264,
                ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key]
            )
            let reader = try MediaReader(url: path, stop: StopFlag())
            let error = #expect(throws: CaptureError.self) { try reader.read() }
            #expect(error?.reason == "\(path) is encrypted (DRM); publish a copy that is not.")
        }

        @Test("stops when it is told to")
        func stopping() throws {
            let path = try media.make("film.mp4", MadeMedia.picture, MadeMedia.h264)
            let stop = StopFlag()
            let reader = try MediaReader(url: path, stop: stop)
            _ = try reader.read()
            stop.set()
            #expect(throws: CaptureError(.stopped, "Stopped.")) { try reader.read() }
        }
    }

    @Suite("A decoder")
    struct DecoderTests {
        let media: MadeMedia

        init() throws { media = try MadeMedia() }

        @Test("hands out every picture with its time, in order", arguments: [false, true])
        func pictures(isLive: Bool) throws {
            let path = try media.make("film.mp4", MadeMedia.picture, MadeMedia.h264, ["-bf", "2"])
            let reader = try MediaReader(url: path, stop: StopFlag())
            let decoder = try Decoder(try #require(reader.bestStream(.video)), isLive: isLive)
            var times: [Int64?] = []
            for packet in try reader.readAll() { try decoder.decode(packet) { times.append($0.presentationTime) } }
            try decoder.decode(nil) { times.append($0.presentationTime) }
            #expect(times.count == 90)
            #expect(zip(times, 0...).allSatisfy { abs(($0 ?? .max) - $1 * 1_000_000 / 30) <= 1 })
            #expect(decoder.damagedPacketCount == 0)
        }

        @Test("goes on behind what is damaged")
        func damage() throws {
            let path = try media.make("film.mkv", MadeMedia.picture, ["-c:v", "mjpeg"])
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
