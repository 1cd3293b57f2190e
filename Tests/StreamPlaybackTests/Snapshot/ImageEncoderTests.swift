#if Player
    import CFFmpeg
    import Libav
    import StreamProtocol
    import Testing

    @testable import StreamPlayback

    @Suite struct ImageEncoderTests {
        private static let colours = [
            TestColour(red: 220, green: 30, blue: 40), TestColour(red: 20, green: 200, blue: 60),
            TestColour(red: 40, green: 60, blue: 210), TestColour(red: 255, green: 255, blue: 255),
            TestColour(red: 0, green: 0, blue: 0),
        ]

        @Test(arguments: [VideoPicture.Matrix.bt601, .bt709], [false, true])
        func `an image has the colours of the picture`(_ matrix: VideoPicture.Matrix, _ isFullRange: Bool) throws {
            for colour in Self.colours {
                let picture = try Self.picture(colour, matrix, isFullRange: isFullRange)
                for format in ImageFormat.allCases {
                    let image = try Self.decode(try ImageEncoder.encode(picture, as: format), format)
                    #expect(image.width == 64 && image.height == 48)
                    #expect(image.colour.isNear(colour, within: 4), "\(image.colour) for \(colour), \(format)")
                }
            }
        }

        @Test func `samples of an image are square`() throws {
            let wide = try Self.picture(Self.colours[0], .bt709, isFullRange: false)
            wide.frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 4, den: 3)
            let image = try Self.decode(try ImageEncoder.encode(wide, as: .png), .png)
            #expect(image.width == 85 && image.height == 48)
            wide.frame.pointer.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1_000_000)
            #expect(try Self.decode(try ImageEncoder.encode(wide, as: .png), .png).height == 32_767)
        }

        @Test func `pictures without a description are BT 709 from 720 lines on`() throws {
            for (height, matrix) in [(576, SWS_CS_ITU601), (720, SWS_CS_ITU709)] {
                let frame = try RawFrame()
                frame.pointer.pointee.height = Int32(height)
                frame.pointer.pointee.colorspace = AVCOL_SPC_UNSPECIFIED
                #expect(PictureColour(frame) == PictureColour(matrix: matrix, isFullRange: false))
            }
        }

        /// A picture of one colour.
        private static func picture(
            _ colour: TestColour,
            _ matrix: VideoPicture.Matrix,
            isFullRange: Bool
        ) throws -> DecodedPicture {
            let frame = try RawFrame()
            frame.pointer.pointee.width = 64
            frame.pointer.pointee.height = 48
            frame.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            frame.pointer.pointee.colorspace = matrix == .bt601 ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709
            frame.pointer.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
            try LibavError.check(av_frame_get_buffer(frame.pointer, 0))
            let (luma, cb, cr) = colour.samples(matrix, isFullRange: isFullRange)
            let (data, strides) = (frame.pointer.pointee.data, frame.pointer.pointee.linesize)
            for (bytes, stride, rows, value) in [
                (data.0, strides.0, 48, luma), (data.1, strides.1, 24, cb), (data.2, strides.2, 24, cr),
            ] {
                bytes?.initialize(repeating: value, count: Int(stride) * rows)
            }
            return DecodedPicture(frame, of: FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0))
        }

        /// Decodes an image as any viewer does: JPEG with the colours of JFIF.
        private static func decode(
            _ image: [UInt8],
            _ format: ImageFormat
        ) throws -> (width: Int, height: Int, colour: TestColour) {
            let codec = try #require(avcodec_find_decoder(format == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG))
            let decoder = try CodecDecoder(codec) { _ throws(LibavError) in }
            let packet = try Packet()
            try LibavError.check(av_new_packet(packet.pointer, Int32(image.count)))
            for (index, byte) in image.enumerated() { packet.pointer.pointee.data[index] = byte }
            var result: (Int, Int, TestColour)?
            try decoder.decode(packet) {
                throw $0
            } emit: { (frame: RawFrame) throws(LibavError) in
                let target = PictureScaler.Target(
                    width: frame.width,
                    height: frame.height,
                    pixelFormat: AV_PIX_FMT_RGB24,
                    colour: .computer
                )
                let colours = try PictureScaler().scale(frame, .computer, to: target)
                guard let row = colours.pointer.pointee.data.0 else { return }
                let middle = row + frame.height / 2 * Int(colours.pointer.pointee.linesize.0) + frame.width / 2 * 3
                let colour = TestColour(red: Int(middle[0]), green: Int(middle[1]), blue: Int(middle[2]))
                result = (frame.width, frame.height, colour)
            }
            let (width, height, colour) = try #require(result)
            return (width, height, colour)
        }
    }
#endif
