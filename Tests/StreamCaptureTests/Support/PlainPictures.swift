#if Capture
    import CFFmpeg
    import Libav
    import Platform
    import Testing

    @testable import StreamCapture

    extension RawFrame {
        /// A picture of one colour.
        ///
        /// - Parameter samples: The value of each plane, or of each component of packed RGB.
        static func plain(
            _ samples: [UInt8],
            width: Int32 = 64,
            height: Int32 = 64,
            format: AVPixelFormat,
            at time: Int64 = 0
        ) throws -> RawFrame {
            let frame = try RawFrame.black(width: width, height: height, format: format, at: time)
            let isPacked = PixelFormats.samples(of: format) == .rgb
            for (plane, buffer) in frame.planes.enumerated() {
                for index in buffer.indices { buffer[index] = samples[isPacked ? index % samples.count : plane] }
            }
            return frame
        }

        /// The first three planes, including the padding of each row, except for packed RGB.
        private var planes: [UnsafeMutableBufferPointer<UInt8>] {
            let picture = pointer.pointee
            let shift = av_pix_fmt_desc_get(pixelFormat).map { Int($0.pointee.log2_chroma_h) } ?? 0
            let rows = [height, (height + (1 << shift) - 1) >> shift, (height + (1 << shift) - 1) >> shift]
            let data = [picture.data.0, picture.data.1, picture.data.2]
            let strides = [picture.linesize.0, picture.linesize.1, picture.linesize.2]
            return zip(data, zip(strides, rows)).compactMap { data, size in
                data.map { UnsafeMutableBufferPointer(start: $0, count: Int(size.0) * size.1) }
            }
        }

        /// The first sample of each plane.
        var samples: [UInt8] { planes.compactMap(\.first) }

        /// Whether a picture has one colour, with a tolerance of 2.
        func isPlain(_ expected: [UInt8]) throws -> Bool {
            try #require(samples.count == expected.count)
            return zip(samples, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
        }

        /// The luma of the first column, from the top down.
        var firstColumn: [UInt8] {
            let picture = pointer.pointee
            return (0..<height).compactMap { row in picture.data.0.map { $0[row * Int(picture.linesize.0)] } }
        }
    }
#endif
