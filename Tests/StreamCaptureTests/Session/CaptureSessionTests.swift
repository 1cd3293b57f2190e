#if Capture
    import CFFmpeg
    import Libav
    import StreamMedia
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct CaptureSessionTests {
        private let made: TestMedia

        init() throws {
            made = try TestMedia()
        }

        /// A file without a limit of its speed.
        private func settings(file: String) throws -> CaptureSettings {
            var settings = CaptureSettings(try InputAddress(argument: file, inputFormat: nil))
            settings.speed = 0
            return settings
        }

        /// A small test picture in software, with key frames on request only.
        private func testPicture() throws -> CaptureSettings {
            var settings = CaptureSettings(try InputAddress(argument: "test:size=320x180,rate=30", inputFormat: nil))
            settings.encoder.encoder = .named("libx264")
            settings.encoder.keyFrameInterval = .seconds(3_600)
            settings.audio.source = .none
            return settings
        }

        @Test func `encoded tracks pass through and are announced together`() async throws {
            let file = try made.make("film.mp4", TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac)
            let sink = CollectingSink()
            try await CaptureSession(settings(file: file), sink: sink).run()
            let collection = sink.collection
            #expect(collection.tracks.map { $0.map(\.codec) } == [[.h264, .aac]])
            let pictures = collection.frames(of: CaptureTracks.video)
            #expect(pictures.count == 90)
            #expect(pictures.filter { $0.flags.contains(.randomAccess) }.count == 3)
            #expect(pictures.map(\.decodeTime) == pictures.map(\.decodeTime).sorted())
            #expect(collection.frames(of: CaptureTracks.audio).count >= 3 * 48_000 / 1_024)
        }

        @Test func `what must be encoded is encoded`() async throws {
            let file = try made.make("film.mp4", TestMedia.picture, TestMedia.h264)
            var settings = try settings(file: file)
            settings.forcesEncoding = true
            settings.encoder.encoder = .named("libx264")
            settings.encoder.keyFrameInterval = .frames(10)
            settings.picture.size = try PictureSettings.Size("160x90")
            let sink = CollectingSink()
            try await CaptureSession(settings, sink: sink).run()
            let collection = sink.collection
            #expect(collection.tracks.map { $0.map(\.size) } == [[PictureSize(width: 160, height: 90)]])
            let keys = collection.frames.indices.filter { collection.frames[$0].flags.contains(.randomAccess) }
            #expect(keys == Array(stride(from: 0, to: 90, by: 10)))
            #expect(collection.frames.count == 90)
        }

        @Test func `a file that loops continues in time`() async throws {
            let file = try made.make("film.mp4", TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac)
            var settings = try settings(file: file)
            settings.loops = true
            let sink = CollectingSink()
            let session = CaptureSession(settings, sink: sink)
            async let run: Void = session.run()
            let collection = await sink.wait { $0.frames(of: CaptureTracks.video).count >= 200 }
            session.stop()
            try await run
            let pictures = collection.frames(of: CaptureTracks.video)
            let steps = zip(pictures, pictures.dropFirst()).map {
                $1.decodeTime.microseconds - $0.decodeTime.microseconds
            }
            #expect(steps.allSatisfy { (30_000...100_000).contains($0) })
            #expect(collection.tracks.count == 1)
        }

        /// The times of three transport streams in one input.
        @Test(arguments: [false, true]) func `joined files continue in time`(forcesEncoding: Bool) async throws {
            try made.make("film.ts", TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac, ["-bf", "2"])
            let film = try made.bytes(of: "film.ts")
            var settings = try settings(file: try made.write("joined.ts", film + film + film))
            settings.forcesEncoding = forcesEncoding
            settings.encoder.encoder = .named("libx264")
            settings.audio.bitRate = forcesEncoding ? 64_000 : nil
            let sink = CollectingSink()
            try await CaptureSession(settings, sink: sink).run()
            let pictures = sink.collection.frames(of: CaptureTracks.video).map(\.presentationTime.microseconds).sorted()
            let audio = sink.collection.frames(of: CaptureTracks.audio).map(\.presentationTime.microseconds)
            #expect(pictures.count == 270)
            #expect(zip(pictures, pictures.dropFirst()).allSatisfy { (20_000...60_000).contains($1 - $0) })
            // AAC ends with a whole frame, so files overlap by less than one.
            #expect(zip(audio, audio.dropFirst()).allSatisfy { (0...45_000).contains($1 - $0) })
            #expect(abs((pictures.last ?? 0) - (audio.last ?? 0)) < 60_000)
            #expect(abs((pictures.last ?? 0) - 9_000_000) < 100_000)
        }

        @Test func `sound of an unknown codec is left out`() async throws {
            try made.make("film.mkv", TestMedia.picture, TestMedia.tone, TestMedia.h264, TestMedia.aac)
            let file = try made.write("strange.mkv", renamingCodec(in: made.bytes(of: "film.mkv")))
            let sink = CollectingSink()
            try await CaptureSession(settings(file: file), sink: sink).run()
            #expect(sink.collection.frames.count == 90)
            #expect(sink.collection.tracks.map { $0.map(\.codec) } == [[.h264]])
            #expect(sink.collection.messages.filter { $0.hasSuffix("The pictures continue without sound.") }.count == 1)
        }

        @Test func `sound that is damaged throughout is left out`() throws {
            let file = try made.make("sound.mka", TestMedia.tone, TestMedia.aac)
            let reader = try MediaReader(url: file, stop: StopFlag())
            let stream = try #require(reader.bestStream(.audio))
            let sink = CollectingSink()
            let output = CaptureOutput(sink, clock: CaptureClock())
            let audio = OptionalAudioConsumer(AudioBranch(AudioSettings(), to: output, timing: .recorded), output)
            try audio.begin(stream)
            for packet in try reader.readAll() {
                packet.pointer.pointee.size = 3
                try audio.take(packet)
            }
            try audio.finish()
            let messages = [
                "The input's sound (aac) cannot be decoded. The pictures continue without sound."
            ]
            #expect(sink.collection.messages == messages)
            #expect(sink.collection.frames.isEmpty)
        }

        @Test func `sound alone of an unknown codec is an error`() async throws {
            try made.make("sound.mka", TestMedia.tone, TestMedia.aac)
            let file = try made.write("strange.mka", renamingCodec(in: made.bytes(of: "sound.mka")))
            let session = CaptureSession(try settings(file: file), sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .badData)
            #expect(error?.reason.contains("sound") == true)
        }

        /// Matroska whose audio has an unknown codec.
        private func renamingCodec(in bytes: [UInt8]) throws -> [UInt8] {
            let name = Array("A_AAC".utf8)
            let place = try #require(bytes.firstRange(of: name))
            return bytes[..<place.lowerBound] + Array("A_XYZ".utf8) + bytes[place.upperBound...]
        }

        @Test func `a network camera is waited for`() async throws {
            let settings = CaptureSettings(try InputAddress(argument: "rtsp://127.0.0.1:1/x", inputFormat: nil))
            let sink = CollectingSink()
            let session = CaptureSession(settings, sink: sink)
            let run = Task {
                do { try await session.run() } catch { sink.report("It gave up: \(error)") }
            }
            let messages = await sink.wait { !$0.messages.isEmpty }.messages
            session.stop()
            await run.value
            #expect(messages.count == 1)
            #expect(messages.first?.hasPrefix("No program listens at rtsp://127.0.0.1:1/x") == true)
            #expect(messages.first?.hasSuffix("Trying again.") == true)
        }

        @Test func `a file on a server that is not there is an error`() async throws {
            let input = try InputAddress(argument: "http://127.0.0.1:1/film.mp4", inputFormat: nil)
            let session = CaptureSession(CaptureSettings(input), sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .unavailable)
        }

        @Test func `a key frame comes when it is requested`() async throws {
            let sink = CollectingSink()
            let session = CaptureSession(try testPicture(), sink: sink)
            async let run: Void = session.run()
            await sink.wait { $0.frames.count >= 5 }
            session.requestKeyFrame()
            await sink.wait { $0.frames.count { $0.flags.contains(.randomAccess) } == 2 }
            session.stop()
            try await run
            #expect(sink.collection.frames.allSatisfy { ($0.captureTime ?? .zero) > .zero })
        }

        @Test func `a device on demand is open only while there are viewers`() async throws {
            var settings = try testPicture()
            settings.keepWarm = .zero
            let sink = CollectingSink()
            let session = CaptureSession(settings, sink: sink)
            async let run: Void = session.run()
            session.setViewers(1)
            let first = await sink.wait { !$0.frames.isEmpty }
            session.setViewers(0)
            let resting = await sink.wait { $0.rests == 1 }
            session.setViewers(1)
            await sink.wait { collection in
                collection.frames.dropFirst(resting.frames.count).contains { $0.flags.contains(.randomAccess) }
            }
            session.stop()
            try await run
            #expect(first.frames.first?.flags.contains(.randomAccess) == true)
        }

        @Test func `a device on demand stays closed without viewers`() async throws {
            var settings = CaptureSettings(.camera("/dev/there-is-no-such-camera"))
            settings.keepWarm = .zero
            let session = CaptureSession(settings, sink: CollectingSink())
            async let run: Void = session.run()
            session.stop()
            // Opening the camera would fail.
            try await run
        }

        @Test func `a capture that is stopped waits for no input`() async throws {
            let file = try made.make("film.mp4", TestMedia.picture, TestMedia.h264)
            let sink = CollectingSink(takesRecordings: false)
            let session = CaptureSession(try settings(file: file), sink: sink)
            async let run: Void = session.run()
            await sink.wait { !$0.frames.isEmpty }
            session.stop()
            try await run
            #expect(sink.collection.frames.count == 1)
        }

        @Test func `a missing input is reported in a sentence`() async throws {
            let session = CaptureSession(try settings(file: made.path("nothing.mp4")), sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .noInput)
            #expect(error?.reason.hasSuffix(".") == true)
        }

        @Test func `a file whose sound never comes is sent without it`() async throws {
            // Its track exists, but every packet of it was skipped.
            let file = try made.make(
                "film.mkv",
                TestMedia.picture,
                TestMedia.tone,
                TestMedia.h264,
                TestMedia.aac + ["-bsf:a", "noise=drop=1", "-t", "0.5"]
            )
            let sink = CollectingSink()
            try await CaptureSession(settings(file: file), sink: sink).run()
            #expect(sink.collection.frames.count == 15)
            #expect(sink.collection.tracks.map { $0.map(\.codec) } == [[.h264]])
        }

        @Test(arguments: [false, true]) func `an empty file is an error`(loops: Bool) async throws {
            let file = try made.write("film.h264", [])
            var settings = try settings(file: file)
            settings.loops = loops
            let session = CaptureSession(settings, sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .badData)
        }

        @Test func `a wrong filter ends the capture`() async throws {
            var settings = try testPicture()
            settings.picture.filter = "no_such_filter"
            let session = CaptureSession(settings, sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .usage)
        }
    }
#endif
