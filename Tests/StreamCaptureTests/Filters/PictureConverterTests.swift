#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    @Suite struct PictureConverterTests {
        private static let accepted = [AV_PIX_FMT_NV12, AV_PIX_FMT_YUV420P]
        /// Red, green and blue of 75 %, in limited range: luma, Cb, Cr.
        private static let red709: [UInt8] = [51, 109, 212]
        private static let red601: [UInt8] = [65, 100, 212]

        private func converted(
            _ frame: RawFrame,
            size: PictureSettings.Size? = nil,
            to formats: [AVPixelFormat] = [AV_PIX_FMT_YUV420P]
        ) throws -> RawFrame {
            let converter = PictureConverter(size: size)
            return try converter.picture(frame, in: converter.conversion(of: frame, to: formats).pixelFormat)
        }

        @Test func `a picture that fits keeps its samples and describes its colours`() throws {
            let frame = try RawFrame.black(width: 320, height: 180)
            let output = try converted(frame, to: Self.accepted)
            #expect(output.pointer.pointee.data.0 == frame.pointer.pointee.data.0)
            #expect(output.pixelFormat == AV_PIX_FMT_YUV420P)
            #expect(output.colour == VideoFormat.Colour(primaries: 6, transfer: 6, matrix: 6, isFullRange: false))
            #expect(frame.colour == VideoFormat.Colour())
        }

        @Test(arguments: [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_RGB24])
        func `a picture has an even size`(format: AVPixelFormat) throws {
            let output = try converted(try RawFrame.black(width: 161, height: 91, format: format, at: 40_000))
            #expect(output.width == 160 && output.height == 90)
            #expect(output.presentationTime == 40_000)
        }

        @Test func `a picture has the size that was asked for and keeps its aspect ratio`() throws {
            let frame = try RawFrame.black(width: 640, height: 480, format: AV_PIX_FMT_YUYV422)
            frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
            let output = try converted(frame, size: PictureSettings.Size("320x180"))
            #expect(output.width == 320 && output.height == 180)
            #expect(output.pointer.pointee.sample_aspect_ratio.num == 3)
            #expect(output.pointer.pointee.sample_aspect_ratio.den == 4)
        }

        @Test func `a picture keeps its matrix and gets limited range`() throws {
            // Grey of 50 %, and red of 75 % by BT.709, in full range.
            for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV422P] {
                let frame = try RawFrame.plain([41, 106, 224], format: format)
                frame.colour = VideoFormat.Colour(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)
                let output = try converted(frame)
                #expect(output.colour == .bt709)
                #expect(try output.isPlain([51, 109, 212]), "\(output.samples)")
            }
        }

        @Test(arguments: [(true, 188), (false, 200)] as [(Bool, UInt8)])
        func `grey keeps its brightness`(isFull: Bool, luma: UInt8) throws {
            let frame = try RawFrame.plain([200], format: AV_PIX_FMT_GRAY8)
            frame.colour.isFullRange = isFull
            let output = try converted(frame)
            #expect(output.colour.isFullRange == false)
            #expect(try output.isPlain([luma, 128, 128]), "\(output.samples)")
        }

        @Test func `RGB is converted by the matrix that the picture then names`() throws {
            let small = try converted(try RawFrame.plain([191, 0, 0], format: AV_PIX_FMT_RGB24))
            #expect(small.colour == VideoFormat.Colour(primaries: 1, transfer: 1, matrix: 6, isFullRange: false))
            #expect(try small.isPlain(Self.red601), "\(small.samples)")
            let frame = try RawFrame.plain([191, 0, 0], format: AV_PIX_FMT_RGB24)
            frame.colour.primaries = 1
            let output = try converted(frame)
            #expect(output.colour == .bt709)
            #expect(try output.isPlain(Self.red709), "\(output.samples)")
        }

        @Test func `colours that change on the way are followed, though size and format stay`() throws {
            let converter = PictureConverter(size: nil)
            func luma(_ full: Bool) throws -> UInt8 {
                let frame = try RawFrame.plain([128, 128, 128], format: AV_PIX_FMT_YUV422P)
                frame.colour.isFullRange = full
                return try #require(try converter.picture(frame, in: AV_PIX_FMT_YUV420P).samples.first)
            }
            #expect(try [luma(false), luma(true), luma(false)] == [128, 126, 128])
        }

        @Test func `a matrix that the scaler does not know is kept`() throws {
            let frame = try RawFrame.plain(Self.red709, format: AV_PIX_FMT_YUV422P)
            frame.colour = VideoFormat.Colour(primaries: 1, transfer: 1, matrix: 8, isFullRange: false)
            let output = try converted(frame)
            #expect(output.colour == frame.colour)
            #expect(try output.isPlain(Self.red709), "\(output.samples)")
        }

        private static let pq = VideoFormat.Colour(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)

        @Test(arguments: [16, 18] as [UInt32])
        func `high dynamic range is kept in 10 bits, and not in 8`(transfer: UInt32) throws {
            var colour = Self.pq
            colour.transfer = transfer
            let frame = try RawFrame.black(width: 64, height: 64, format: AV_PIX_FMT_YUV420P10LE)
            frame.colour = colour
            #expect(try converted(frame, to: [AV_PIX_FMT_YUV420P10LE]).colour == colour)
            for format in Self.accepted {
                let output = try converted(frame, to: [format])
                #expect(output.colour == .bt709 && output.pixelFormat == format)
            }
        }

        @Test func `the white of PQ becomes the white of ordinary screens`() throws {
            // 203 and 1000 cd/m² in 8 bits of limited range: 0.581 and 0.752 of the signal.
            let lumas = try [143, 181].map { luma in
                let frame = try RawFrame.plain([UInt8(luma), 128, 128], format: AV_PIX_FMT_YUV420P)
                frame.colour = Self.pq
                return try #require(try converted(frame).samples.first)
            }
            #expect((210...222).contains(lumas[0]) && (233...236).contains(lumas[1]), "\(lumas)")
        }
    }
#endif
