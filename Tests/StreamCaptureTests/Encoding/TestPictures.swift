#if Capture
    import CFFmpeg
    import Libav
    import Platform
    import StreamProtocol
    import Testing

    @testable import StreamCapture

    /// Pictures for encoders: a moving gradient with optional noise.
    struct TestPictures {
        var width = 320
        var height = 180
        var framesPerSecond: UInt32 = 30
        var pixelFormat = AV_PIX_FMT_YUV420P
        /// The number of random low bits in each luma sample.
        var noiseBits = 3

        var format: VideoFormat {
            get throws {
                let rate = try #require(Track.Rate(numerator: framesPerSecond, denominator: 1))
                return VideoFormat(width: width, height: height, frameRate: rate)
            }
        }

        /// An encoder for these pictures.
        func encoder(
            _ settings: EncoderSettings,
            report: @escaping (String) -> Void = { _ in }
        ) throws -> VideoEncoder {
            try VideoEncoder(settings, for: picture(0), frameRate: format.frameRate, report: report)
        }

        /// Microseconds from 0 on, evenly spaced.
        func time(of index: Int) -> Int64 {
            Int64(index) * 1_000_000 / Int64(framesPerSecond)
        }

        func picture(_ index: Int, at time: Int64? = nil) throws -> RawFrame {
            let frame = try RawFrame()
            let pointer = frame.pointer
            pointer.pointee.width = Int32(width)
            pointer.pointee.height = Int32(height)
            pointer.pointee.format = pixelFormat.rawValue
            try LibavError.check(av_frame_get_buffer(pointer, 0))
            paint(pointer, index)
            frame.presentationTime = time ?? self.time(of: index)
            return frame
        }

        /// Chroma, and formats with other depths than 8 bits, keep their grey.
        private func paint(_ frame: UnsafeMutablePointer<AVFrame>, _ index: Int) {
            fillWithGrey(frame)
            guard let luma = frame.pointee.data.0 else { return }
            var noise = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 | 1
            let mask = UInt8((1 << noiseBits) - 1)
            let stride = Int(frame.pointee.linesize.0)
            for row in 0..<height {
                for column in 0..<width {
                    noise ^= noise << 13
                    noise ^= noise >> 7
                    noise ^= noise << 17
                    let slope = UInt8(truncatingIfNeeded: (row + column + 3 * index) >> 1)
                    luma[row * stride + column] = slope & ~mask | UInt8(truncatingIfNeeded: noise) & mask
                }
            }
        }

        private func fillWithGrey(_ frame: UnsafeMutablePointer<AVFrame>) {
            let buffers = [frame.pointee.buf.0, frame.pointee.buf.1, frame.pointee.buf.2]
            for buffer in buffers.compactMap(\.self) {
                memset(buffer.pointee.data, 128, Int(buffer.pointee.size))
            }
        }
    }
#endif
