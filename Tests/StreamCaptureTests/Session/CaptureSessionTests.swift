#if Capture
    import CFFmpeg
    import StreamMedia
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct CaptureSessionTests {
        private let made: MadeMedia

        init() throws {
            made = try MadeMedia()
        }

        /// A file that is not held to its pace.
        private func settings(file: String) throws -> CaptureSettings {
            var settings = CaptureSettings(try InputAddress(argument: file, inputFormat: nil))
            settings.speed = 0
            return settings
        }

        /// A small test picture in software, with key frames on demand only.
        private func testPicture() throws -> CaptureSettings {
            var settings = CaptureSettings(try InputAddress(argument: "test:size=320x180,rate=30", inputFormat: nil))
            settings.encoder.encoder = .named("libx264")
            settings.encoder.keyFrameInterval = .seconds(3_600)
            settings.audio.source = .none
            return settings
        }

        @Test func whatIsThereAlreadyGoesThroughWithBothTracksAnnouncedAtOnce() async throws {
            let file = try made.make("film.mp4", MadeMedia.picture, MadeMedia.tone, MadeMedia.h264, MadeMedia.aac)
            let sink = CollectingSink()
            try await CaptureSession(settings(file: file), sink: sink).run()
            let collection = sink.collection
            #expect(collection.tracks.map { $0.map(\.codec) } == [[.h264, .aac]])
            let pictures = collection.frames(of: CaptureTracks.video)
            #expect(pictures.count == 90)
            #expect(pictures.filter { $0.flags.contains(.randomAccess) }.count == 3)
            #expect(pictures.map(\.decodeTime) == pictures.map(\.decodeTime).sorted())
            #expect(collection.frames(of: CaptureTracks.sound).count >= 3 * 48_000 / 1_024)
        }

        @Test func whatIsToBeEncodedAnewIs() async throws {
            let file = try made.make("film.mp4", MadeMedia.picture, MadeMedia.h264)
            var settings = try settings(file: file)
            settings.encodesAnew = true
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

        @Test func aFileThatLoopsGoesOnInTime() async throws {
            let file = try made.make("film.mp4", MadeMedia.picture, MadeMedia.tone, MadeMedia.h264, MadeMedia.aac)
            var settings = try settings(file: file)
            settings.loops = true
            let sink = CollectingSink()
            let session = CaptureSession(settings, sink: sink)
            async let run: Void = session.run()
            let collection = await sink.wait { $0.frames(of: CaptureTracks.video).count >= 200 }
            session.stop()
            try await run
            let pictures = collection.frames(of: CaptureTracks.video)
            let steps = zip(pictures, pictures.dropFirst()).map { $1.decodeTime - $0.decodeTime }
            #expect(steps.allSatisfy { (30_000...100_000).contains($0) })
            #expect(collection.tracks.count == 1)
        }

        /// The times of three transport streams in a row, in one.
        @Test(arguments: [false, true]) func joinedFilesGoOnInTime(encodesAnew: Bool) async throws {
            try made.make("film.ts", MadeMedia.picture, MadeMedia.tone, MadeMedia.h264, MadeMedia.aac, ["-bf", "2"])
            let film = try made.bytes(of: "film.ts")
            var settings = try settings(file: try made.write("joined.ts", film + film + film))
            settings.encodesAnew = encodesAnew
            settings.encoder.encoder = .named("libx264")
            settings.audio.bitRate = encodesAnew ? 64_000 : nil
            let sink = CollectingSink()
            try await CaptureSession(settings, sink: sink).run()
            let pictures = sink.collection.frames(of: CaptureTracks.video).map(\.presentationTime).sorted()
            let sound = sink.collection.frames(of: CaptureTracks.sound).map(\.presentationTime)
            #expect(pictures.count == 270)
            #expect(zip(pictures, pictures.dropFirst()).allSatisfy { (20_000...60_000).contains($1 - $0) })
            // AAC ends with a frame of its own length, so files overlap by less than one.
            #expect(zip(sound, sound.dropFirst()).allSatisfy { (0...45_000).contains($1 - $0) })
            #expect(abs((pictures.last ?? 0) - (sound.last ?? 0)) < 60_000)
            #expect(abs((pictures.last ?? 0) - 9_000_000) < 100_000)
        }

        @Test func soundThatNobodyKnowsIsLeftOut() async throws {
            try made.make("film.mkv", MadeMedia.picture, MadeMedia.tone, MadeMedia.h264, MadeMedia.aac)
            let file = try made.write("strange.mkv", renamingCodec(in: made.bytes(of: "film.mkv")))
            let sink = CollectingSink()
            try await CaptureSession(settings(file: file), sink: sink).run()
            #expect(sink.collection.frames.count == 90)
            #expect(sink.collection.tracks.map { $0.map(\.codec) } == [[.h264]])
            #expect(sink.collection.sentences.filter { $0.hasSuffix("The pictures go on without sound.") }.count == 1)
        }

        @Test func soundThatIsAllDamagedIsLeftOut() throws {
            let file = try made.make("sound.mka", MadeMedia.tone, MadeMedia.aac)
            let reader = try MediaReader(url: file, stop: StopFlag())
            let stream = try #require(reader.bestStream(.audio))
            let sink = CollectingSink()
            let output = CaptureOutput(sink, clock: CaptureClock())
            let sound = SoundBesidePictures(SoundBranch(AudioSettings(), to: output, timing: .recorded), output)
            try sound.begin(stream)
            for packet in try reader.readAll() {
                packet.pointer.pointee.size = 3
                try sound.take(packet)
            }
            try sound.finish()
            let sentences = [
                "Nothing of the input's sound (aac) can be decoded. The pictures go on without sound."
            ]
            #expect(sink.collection.sentences == sentences)
            #expect(sink.collection.frames.isEmpty)
        }

        @Test func soundAloneThatNobodyKnowsIsAnError() async throws {
            try made.make("sound.mka", MadeMedia.tone, MadeMedia.aac)
            let file = try made.write("strange.mka", renamingCodec(in: made.bytes(of: "sound.mka")))
            let session = CaptureSession(try settings(file: file), sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .badData)
            #expect(error?.reason.contains("sound") == true)
        }

        /// Matroska whose sound is of a codec that there is not.
        private func renamingCodec(in bytes: [UInt8]) throws -> [UInt8] {
            let name = Array("A_AAC".utf8)
            let place = try #require(bytes.firstRange(of: name))
            return bytes[..<place.lowerBound] + Array("A_XYZ".utf8) + bytes[place.upperBound...]
        }

        @Test func aCameraOnTheNetworkIsWaitedFor() async throws {
            let settings = CaptureSettings(try InputAddress(argument: "rtsp://127.0.0.1:1/x", inputFormat: nil))
            let sink = CollectingSink()
            let session = CaptureSession(settings, sink: sink)
            let run = Task {
                do { try await session.run() } catch { sink.say("It gave up: \(error)") }
            }
            let said = await sink.wait { !$0.sentences.isEmpty }.sentences
            session.stop()
            await run.value
            #expect(said.count == 1)
            #expect(said.first?.hasPrefix("Nothing listens at rtsp://127.0.0.1:1/x") == true)
            #expect(said.first?.hasSuffix("Trying again.") == true)
        }

        @Test func aFileOnAServerThatIsNotThereIsAnError() async throws {
            let input = try InputAddress(argument: "http://127.0.0.1:1/film.mp4", inputFormat: nil)
            let session = CaptureSession(CaptureSettings(input), sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .unavailable)
        }

        @Test func aKeyFrameComesWhenItIsAskedFor() async throws {
            let sink = CollectingSink()
            let session = CaptureSession(try testPicture(), sink: sink)
            async let run: Void = session.run()
            await sink.wait { $0.frames.count >= 5 }
            session.requestKeyFrame()
            await sink.wait { $0.frames.count { $0.flags.contains(.randomAccess) } == 2 }
            session.stop()
            try await run
            #expect(sink.collection.frames.allSatisfy { $0.captureTime > 0 })
        }

        @Test func aDeviceOnDemandIsOpenOnlyWhileSomebodyWatches() async throws {
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

        @Test func aDeviceOnDemandStaysClosedWhileNobodyWatches() async throws {
            var settings = CaptureSettings(.camera("/dev/there-is-no-such-camera"))
            settings.keepWarm = .zero
            let session = CaptureSession(settings, sink: CollectingSink())
            async let run: Void = session.run()
            session.stop()
            // It would fail if it tried.
            try await run
        }

        @Test func whoIsStoppedWaitsForNobody() async throws {
            let file = try made.make("film.mp4", MadeMedia.picture, MadeMedia.h264)
            let sink = CollectingSink(takesRecordings: false)
            let session = CaptureSession(try settings(file: file), sink: sink)
            async let run: Void = session.run()
            await sink.wait { !$0.frames.isEmpty }
            session.stop()
            try await run
            #expect(sink.collection.frames.count == 1)
        }

        @Test func whatIsMissingIsSaidInASentence() async throws {
            let session = CaptureSession(try settings(file: made.path("nothing.mp4")), sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .noInput)
            #expect(error?.reason.hasSuffix(".") == true)
        }

        @Test func aFileWhoseSoundNeverComesIsSentWithoutIt() async throws {
            // Its track is there, but every packet of it was left out.
            let file = try made.make(
                "film.mkv",
                MadeMedia.picture,
                MadeMedia.tone,
                MadeMedia.h264,
                MadeMedia.aac + ["-bsf:a", "noise=drop=1", "-t", "0.5"]
            )
            let sink = CollectingSink()
            try await CaptureSession(settings(file: file), sink: sink).run()
            #expect(sink.collection.frames.count == 15)
            #expect(sink.collection.tracks.map { $0.map(\.codec) } == [[.h264]])
        }

        @Test(arguments: [false, true]) func aFileWithNothingInItIsAnError(loops: Bool) async throws {
            let file = try made.write("film.h264", [])
            var settings = try settings(file: file)
            settings.loops = loops
            let session = CaptureSession(settings, sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .badData)
        }

        @Test func aFilterThatIsNoneEndsTheCapture() async throws {
            var settings = try testPicture()
            settings.picture.filter = "no_such_filter"
            let session = CaptureSession(settings, sink: CollectingSink())
            let error = await #expect(throws: CaptureError.self) { try await session.run() }
            #expect(error?.code == .usage)
        }
    }
#endif
