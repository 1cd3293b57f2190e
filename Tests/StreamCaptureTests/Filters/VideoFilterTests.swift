#if Capture
    import CFFmpeg
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite("A video filter")
    struct VideoFilterTests {
        private func outputs(_ settings: PictureSettings, _ frames: [RawFrame]) throws -> [RawFrame] {
            let filter = try VideoFilter(settings)
            var outputs: [RawFrame] = []
            for frame in frames { try filter.push(frame) { outputs.append($0) } }
            try filter.finish { outputs.append($0) }
            return outputs
        }

        @Test("passes a picture on as it is where nothing is to be done")
        func identity() throws {
            let frame = try RawFrame.black(width: 320, height: 180)
            #expect(try outputs(PictureSettings(), [frame]).first === frame)
        }

        @Test("turns, and keeps times")
        func turning() throws {
            var settings = PictureSettings()
            settings.rotation = .quarter
            let frame = try RawFrame.black(width: 640, height: 360, format: AV_PIX_FMT_YUYV422, at: 12_345)
            let output = try #require(outputs(settings, [frame]).first)
            #expect(output.width == 360 && output.height == 640)
            #expect(output.presentationTime == 12_345)
        }

        /// Of BT.709, limited range, whatever the size.
        private static let red: [UInt8] = [51, 109, 212]

        @Test("keeps colours", arguments: [nil, "negate,negate", "format=rgb24,format=yuv420p", "format=yuv444p"])
        func colours(filter: String?) throws {
            var settings = PictureSettings()
            settings.rotation = .half
            settings.filter = filter
            let frame = try RawFrame.plain(Self.red, format: AV_PIX_FMT_YUV420P)
            frame.colour = .bt709
            let output = try #require(outputs(settings, [frame]).first)
            #expect(output.colour == .bt709)
            #expect(try output.isPlain(Self.red), "\(output.samples)")
        }

        @Test("follows colours that change on the way, though size and format do not")
        func changingColours() throws {
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

        @Test("says by which matrix RGB that a filter left is to go back")
        func leftInRGB() throws {
            var settings = PictureSettings()
            settings.filter = "format=rgb24"
            let frame = try RawFrame.plain(Self.red, format: AV_PIX_FMT_YUV420P)
            frame.colour = .bt709
            let output = try #require(outputs(settings, [frame]).first)
            let fitted = try PictureFitting(size: nil).picture(output, in: AV_PIX_FMT_YUV420P)
            #expect(fitted.colour == .bt709)
            #expect(try fitted.isPlain(Self.red), "\(fitted.samples)")
        }

        @Test("turns pictures that a container wants to be turned")
        func orientation() throws {
            let media = try MadeMedia()
            try media.make("film.mp4", MadeMedia.picture, MadeMedia.h264)
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

        @Test("follows pictures that change on the way")
        func changes() throws {
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

        @Test("leaves out pictures beyond the rate")
        func thinning() throws {
            var settings = PictureSettings()
            settings.frameRate = Track.Rate(numerator: 10, denominator: 1)
            let frames = try (0..<30).map { try RawFrame.black(width: 64, height: 64, at: $0 * 33_333) }
            #expect(try outputs(settings, frames).count == 10)
        }

        @Test(
            "refuses what is no filter before the first picture",
            arguments: ["nonsense", "scale=w=x=y:z", "split", "color", "volume=2", "[", ""]
        )
        func wrongFilters(text: String) throws {
            var settings = PictureSettings()
            settings.filter = text
            let error = #expect(throws: CaptureError.self) { try VideoFilter(settings) }
            #expect(error?.code == .usage)
        }
    }
#endif
