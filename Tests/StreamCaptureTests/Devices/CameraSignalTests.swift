#if Capture && os(Linux)
    import CFFmpeg
    import Libav
    import CVideoForLinux
    import Testing

    @testable import StreamCapture

    @Suite struct CameraSignalTests {
        private func signal(
            _ space: v4l2_colorspace = V4L2_COLORSPACE_SRGB,
            field: v4l2_field = V4L2_FIELD_NONE,
            has525Lines: Bool = false,
            _ change: (inout v4l2_pix_format) -> Void = { _ in }
        ) -> CameraSignal {
            var format = v4l2_pix_format()
            format.colorspace = space.rawValue
            format.field = field.rawValue
            change(&format)
            return CameraSignal(format, has525Lines: has525Lines)
        }

        private func colour(
            _ primaries: UInt32,
            _ transfer: UInt32,
            _ matrix: UInt32,
            _ full: Bool = false
        )
            -> VideoFormat.Colour
        {
            VideoFormat.Colour(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: full)
        }

        @Test func `colours that the driver leaves open have the kernel's defaults`() {
            // A webcam.
            #expect(signal().colour == colour(1, 1, 6))
            // A driver that reports nothing.
            #expect(signal(V4L2_COLORSPACE_DEFAULT).colour == colour(1, 1, 6))
            // An analogue grabber, and an HDMI card.
            #expect(signal(V4L2_COLORSPACE_SMPTE170M).colour == colour(6, 6, 6))
            #expect(signal(V4L2_COLORSPACE_470_SYSTEM_BG).colour == colour(5, 6, 5))
            #expect(signal(V4L2_COLORSPACE_REC709).colour == colour(1, 1, 1))
            #expect(signal(V4L2_COLORSPACE_BT2020).colour == colour(9, 14, 9))
            #expect(signal(V4L2_COLORSPACE_SMPTE240M).colour == colour(7, 7, 7))
            #expect(signal(V4L2_COLORSPACE_JPEG).colour == colour(1, 1, 6, true))
        }

        @Test func `colours that the driver gives are kept`() {
            let full = signal {
                $0.ycbcr_enc = V4L2_YCBCR_ENC_709.rawValue
                $0.quantization = V4L2_QUANTIZATION_FULL_RANGE.rawValue
            }
            #expect(full.colour == colour(1, 1, 1, true))
            let pq = signal(V4L2_COLORSPACE_BT2020) { $0.xfer_func = V4L2_XFER_FUNC_SMPTE2084.rawValue }
            #expect(pq.colour == colour(9, 16, 9))
            let limited = signal(V4L2_COLORSPACE_JPEG) { $0.quantization = V4L2_QUANTIZATION_LIM_RANGE.rawValue }
            #expect(limited.colour == colour(1, 1, 6))
            let strange = signal {
                ($0.colorspace, $0.ycbcr_enc, $0.quantization, $0.xfer_func, $0.field) = (.max, .max, .max, .max, .max)
            }
            #expect(strange == signal())
        }

        @Test func `fields have the order of the television standard where the driver names none`() {
            #expect(signal(field: V4L2_FIELD_NONE).fieldOrder == nil)
            #expect(signal(field: V4L2_FIELD_INTERLACED).fieldOrder == .topFirst)
            #expect(signal(field: V4L2_FIELD_INTERLACED, has525Lines: true).fieldOrder == .bottomFirst)
            #expect(signal(field: V4L2_FIELD_INTERLACED_TB, has525Lines: true).fieldOrder == .topFirst)
            #expect(signal(field: V4L2_FIELD_INTERLACED_BT).fieldOrder == .bottomFirst)
        }
    }

    extension CameraSignalTests {
        private func parameters(_ format: AVPixelFormat) throws -> CodecParameters {
            let parameters = try CodecParameters()
            parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            parameters.pointer.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
            parameters.pointer.pointee.format = format.rawValue
            parameters.pointer.pointee.width = 64
            parameters.pointer.pointee.height = 64
            return parameters
        }

        /// The filter's output for a grabber's pictures with different fields; each line has one colour.
        private func columns(field: v4l2_field) throws -> [[UInt8]] {
            let parameters = try parameters(AV_PIX_FMT_GRAY8)
            signal(field: field).apply(to: parameters)
            let decoder = try Decoder(
                MediaStream(index: 0, kind: .video, parameters: parameters, frameRate: nil),
                isLive: true
            )
            var settings = PictureSettings()
            settings.deinterlaces = true
            let filter = try VideoFilter(settings)
            var columns: [[UInt8]] = []
            for time in 0..<4 {
                let packet = try Packet()
                try LibavError.check(av_new_packet(packet.pointer, 64 * 64))
                for place in 0..<64 * 64 { packet.pointer.pointee.data[place] = place / 64 % 2 == 0 ? 40 : 200 }
                packet.pointer.pointee.pts = Int64(time) * 40_000
                try decoder.decode(packet) { frame throws(CaptureError) in
                    try filter.push(frame) { columns.append($0.firstColumn) }
                }
            }
            try filter.finish { columns.append($0.firstColumn) }
            return columns
        }

        @Test func `--deinterlace works on the pictures of an analogue grabber`() throws {
            func steps(_ column: [UInt8]) -> Int {
                zip(column, column.dropFirst()).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / column.count
            }
            let woven = try columns(field: V4L2_FIELD_NONE)
            let apart = try columns(field: V4L2_FIELD_INTERLACED)
            #expect(woven.count == 4 && woven.allSatisfy { steps($0) > 150 })
            #expect(apart.count == 4 && apart.allSatisfy { steps($0) < 10 })
        }

        @Test func `colours are set on raw YUV pictures, and not on RGB and grey`() throws {
            let yuyv = try parameters(AV_PIX_FMT_YUYV422)
            signal(V4L2_COLORSPACE_REC709).apply(to: yuyv)
            #expect(yuyv.pointer.pointee.color_space == AVCOL_SPC_BT709)
            #expect(yuyv.pointer.pointee.color_range == AVCOL_RANGE_MPEG)
            let grey = try parameters(AV_PIX_FMT_GRAY8)
            signal().apply(to: grey)
            #expect(grey.pointer.pointee.color_space == AVCOL_SPC_UNSPECIFIED)
            let mjpeg = try parameters(AV_PIX_FMT_YUVJ422P)
            mjpeg.pointer.pointee.codec_id = AV_CODEC_ID_MJPEG
            signal().apply(to: mjpeg)
            #expect(mjpeg.pointer.pointee.color_range == AVCOL_RANGE_UNSPECIFIED)
        }
    }
#endif
