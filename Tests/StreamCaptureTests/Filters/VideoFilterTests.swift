#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct VideoFilterTests {
        private func outputs(_ settings: PictureSettings, _ frames: [RawFrame]) throws -> [RawFrame] {
            let filter = try VideoFilter(settings)
            var outputs: [RawFrame] = []
            for frame in frames { try filter.push(frame) { outputs.append($0) } }
            try filter.finish { outputs.append($0) }
            return outputs
        }

        @Test func `a picture passes unchanged where nothing is to be done`() throws {
            let frame = try RawFrame.black(width: 320, height: 180)
            #expect(try outputs(PictureSettings(), [frame]).first === frame)
        }

        @Test func `a rotated picture keeps its time`() throws {
            var settings = PictureSettings()
            settings.rotation = .quarter
            let frame = try RawFrame.black(width: 640, height: 360, format: AV_PIX_FMT_YUYV422, at: 12_345)
            let output = try #require(outputs(settings, [frame]).first)
            #expect(output.width == 360 && output.height == 640)
            #expect(output.presentationTime == 12_345)
        }

        /// BT.709, limited range, for any size.
        private static let red: [UInt8] = [51, 109, 212]

        @Test(arguments: [nil, "negate,negate", "format=rgb24,format=yuv420p", "format=yuv444p"])
        func `a filter keeps the colours`(filter: String?) throws {
            var settings = PictureSettings()
            settings.rotation = .half
            settings.filter = filter
            let frame = try RawFrame.plain(Self.red, format: AV_PIX_FMT_YUV420P)
            frame.colour = .bt709
            let output = try #require(outputs(settings, [frame]).first)
            #expect(output.colour == .bt709)
            #expect(try output.isPlain(Self.red), "\(output.samples)")
        }

        @Test func `colours that change on the way are followed, though size and format stay`() throws {
            var settings = PictureSettings()
            settings.rotation = .half
            let frames = try (0..<3).map { index in
                let frame = try RawFrame.plain(Self.red, format: AV_PIX_FMT_YUV420P, at: Int64(index) * 40_000)
                frame.colour = .bt709
                if index == 1 { frame.colour.matrix = 5 }
                if index == 2 { frame.colour.isFullRange = true }
                return frame
            }
            #expect(try outputs(settings, frames).map(\.colour) == frames.map(\.colour))
        }

        @Test func `RGB that a filter left names the matrix to go back by`() throws {
            var settings = PictureSettings()
            settings.filter = "format=rgb24"
            let frame = try RawFrame.plain(Self.red, format: AV_PIX_FMT_YUV420P)
            frame.colour = .bt709
            let output = try #require(outputs(settings, [frame]).first)
            let fitted = try PictureConverter(size: nil).picture(output, in: AV_PIX_FMT_YUV420P)
            #expect(fitted.colour == .bt709)
            #expect(try fitted.isPlain(Self.red), "\(fitted.samples)")
        }

        @Test func `pictures are rotated as the container says`() throws {
            let media = try TestMedia()
            try media.make("film.mp4", TestMedia.picture, TestMedia.h264)
            let reader = try MediaReader(url: media.turn("film.mp4", to: "turned.mp4"), stop: StopFlag())
            let stream = try #require(reader.bestStream(.video))
            #expect(PictureOrientation(displayMatrix: stream.displayMatrix) != .upright)
            let decoder = try Decoder(stream, isLive: true)
            let filter = try VideoFilter(PictureSettings())
            let packet = try #require(try reader.read())
            var sizes: [[Int]] = []
            try decoder.decode(packet) { frame throws(CaptureError) in
                try filter.push(frame) { sizes.append([$0.width, $0.height, $0.orientation == .upright ? 0 : 1]) }
            }
            #expect(sizes == [[180, 320, 0]])
        }

        @Test func `pictures that change on the way are followed`() throws {
            let frames = [
                try RawFrame.black(width: 320, height: 180, format: AV_PIX_FMT_YUV422P, at: 0),
                try RawFrame.black(width: 161, height: 91, format: AV_PIX_FMT_RGB24, at: 40_000),
                try RawFrame.black(width: 64, height: 64, at: 80_000),
            ]
            var settings = PictureSettings()
            settings.flip = .horizontal
            let outputs = try outputs(settings, frames)
            #expect(outputs.map(\.width) == [320, 161, 64])
            #expect(outputs.map(\.height) == [180, 91, 64])
            #expect(outputs.map(\.presentationTime) == [0, 40_000, 80_000])
        }

        @Test func `pictures beyond the frame rate are dropped`() throws {
            var settings = PictureSettings()
            settings.frameRate = Track.Rate(numerator: 10, denominator: 1)
            let frames = try (0..<30).map { try RawFrame.black(width: 64, height: 64, at: $0 * 33_333) }
            #expect(try outputs(settings, frames).count == 10)
        }

        @Test(
            arguments: ["nonsense", "scale=w=x=y:z", "split", "color", "volume=2", "[", ""]
        )
        func `a wrong filter is refused before the first picture`(text: String) throws {
            var settings = PictureSettings()
            settings.filter = text
            let error = #expect(throws: CaptureError.self) { try VideoFilter(settings) }
            #expect(error?.code == .usage)
        }
    }
#endif
