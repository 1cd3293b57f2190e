#if Capture
    import AAC
    import CFFmpeg
    import Libav
    import Foundation
    import H264
    import StreamMedia
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct PassThroughTests {
        let media: TestMedia

        init() throws { media = try TestMedia() }

        struct Found {
            var tracks: [Track] = []
            var frames: [MediaFrame] = []

            mutating func add(_ event: MediaEvent) {
                switch event {
                case .track(let track): tracks.append(track)
                case .frame(let frame): frames.append(frame)
                }
            }
        }

        private func pictures(_ path: String) throws -> Found {
            let reader = try MediaReader(url: path, stop: StopFlag())
            let stream = try #require(reader.bestStream(.video))
            reader.select([stream])
            var packets = try H264PacketReader(
                configuration: stream.parameters.configuration,
                frameRate: stream.frameRate
            )
            var found = Found()
            while let packet = try reader.read() {
                let bytes = Array(packet.bytes)
                if let configuration = packet.newConfiguration { try packets.configure(configuration) }
                packets.read(
                    bytes.span.bytes,
                    decodeTime: packet.decodeTime,
                    presentationTime: packet.presentationTime,
                    captureTime: 0
                ) { found.add($0) }
            }
            #expect(packets.damagedPacketCount == 0)
            return found
        }

        private func slices(_ bytes: [UInt8]) -> [[UInt8]] {
            var cursor = AnnexBCursor()
            var slices: [[UInt8]] = []
            while let unit = cursor.next(in: bytes.span.bytes) {
                let nal = bytes[unit.payload]
                if let first = nal.first, [1, 5].contains(first & 0x1f) { slices.append(Array(nal)) }
            }
            return slices
        }

        /// NAL unit types in order.
        private func types(_ bytes: [UInt8]) -> [UInt8] {
            var cursor = AnnexBCursor()
            var types: [UInt8] = []
            while let unit = cursor.next(in: bytes.span.bytes) {
                if let first = bytes[unit.payload].first { types.append(first & 0x1f) }
            }
            return types
        }

        @Test(
            arguments: ["film.mp4", "film.mkv", "film.ts", "film.flv", "fragments.mp4"],
            [0, 2]
        )
        func `every slice is kept in decoding order, with parameter sets before every IDR picture`(
            name: String,
            bFrames: Int
        ) throws {
            let encoder = ["-c:v", "libx264", "-preset", "fast", "-g", "30", "-bf", "\(bFrames)"]
            let encoded = try media.make("source.mp4", TestMedia.picture, encoder)
            try media.make("source.h264", ["-i", encoded, "-c", "copy"])
            let options =
                name.hasPrefix("fragments") ? ["-movflags", "empty_moov+frag_keyframe+default_base_moof"] : []
            let path = try media.make(name, ["-i", encoded, "-c", "copy"], options)
            let found = try pictures(path)
            #expect(
                found.frames.flatMap { slices($0.bytes) } == slices(try media.bytes(of: "source.h264"))
            )
            #expect(found.tracks.count == 1)
            #expect(found.tracks.first?.size == PictureSize(width: 320, height: 180))
            #expect(found.frames.count == 90)
            #expect(zip(found.frames, found.frames.dropFirst()).allSatisfy { $0.decodeTime <= $1.decodeTime })
            #expect(
                found.frames.allSatisfy { $0.presentationTime >= $0.decodeTime && !$0.flags.contains(.discontinuity) }
            )
            let presentation = found.frames.map(\.presentationTime.microseconds).sorted()
            #expect(abs(presentation[0]) <= 1000)
            #expect(zip(presentation, presentation.dropFirst()).allSatisfy { (31_000...36_000).contains($1 - $0) })
            let starts = found.frames.filter { $0.flags.contains(.randomAccess) }
            #expect(starts.count == 3)
            #expect(starts.allSatisfy { Set(types($0.bytes)).isSuperset(of: [5, 7, 8]) })
        }

        @Test(arguments: ["film.mp4", "film.mkv", "film.ts", "film.flv"])
        func `every block of AAC is kept`(name: String) throws {
            let path = try media.make(name, TestMedia.tone, TestMedia.aac)
            try media.make("copy.aac", ["-i", path, "-c", "copy"])
            let reader = try MediaReader(url: path, stop: StopFlag())
            let stream = try #require(reader.bestStream(.audio))
            var packets = try AACPacketReader(configuration: stream.parameters.configuration)
            var found = Found()
            while let packet = try reader.read() {
                let bytes = Array(packet.bytes)
                packets.read(bytes.span.bytes, presentationTime: packet.presentationTime, captureTime: 0) {
                    found.add($0)
                }
            }
            var copy = ADTSReader()
            var expected: [[UInt8]] = []
            let copied = try media.bytes(of: "copy.aac")
            copy.push(copied.span.bytes) { block, _ in
                expected.append(block.withUnsafeBytes { Array($0) })
            }
            copy.finish { block, _ in expected.append(block.withUnsafeBytes { Array($0) }) }
            #expect(expected.count > 140 && found.frames.map(\.bytes) == expected)
            #expect(found.tracks.first?.sampleRate == 48_000)
            #expect(
                zip(found.frames, found.frames.dropFirst()).allSatisfy {
                    (20_000...23_000).contains($1.decodeTime.microseconds - $0.decodeTime.microseconds)
                }
            )
        }

        @Test func `uneven times are followed`() throws {
            let path = try media.make(
                "film.mkv",
                TestMedia.picture,
                TestMedia.h264,
                ["-vf", "select='not(mod(n,3))+not(mod(n,7))'", "-fps_mode", "vfr"]
            )
            let found = try pictures(path)
            let numbers = (0..<90).filter { $0 % 3 == 0 || $0 % 7 == 0 }
            #expect(found.frames.count == numbers.count)
            #expect(
                zip(found.frames, numbers).allSatisfy {
                    abs($0.presentationTime.microseconds - Int64($1) * 1_000_000 / 30) <= 1000
                }
            )
        }

        @Test func `what can be read of a truncated or damaged file is kept`() throws {
            try media.make("film.ts", TestMedia.picture, TestMedia.h264)
            let whole = try media.bytes(of: "film.ts")
            let cut = try media.write("cut.ts", Array(whole.prefix(whole.count / 2)))
            #expect((30...60).contains(try pictures(cut).frames.count))
            var damaged = whole
            for place in stride(from: 5000, to: damaged.count, by: 997) { damaged[place] ^= 0x5a }
            let path = try media.write("damaged.ts", damaged)
            let reader = try MediaReader(url: path, stop: StopFlag())
            var packets = try H264PacketReader(configuration: [], frameRate: nil)
            var count = 0
            while let packet = try? reader.read() {
                let bytes = Array(packet.bytes)
                packets.read(bytes.span.bytes, decodeTime: packet.decodeTime, presentationTime: nil, captureTime: 0) {
                    _ in
                    count += 1
                }
            }
            #expect(count > 0)
        }
    }
#endif
