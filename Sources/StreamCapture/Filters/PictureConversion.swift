#if Capture
    import CFFmpeg
    import StreamProtocol

    /// The conversion that a picture needs for an encoder, and the resulting format. A value without an effect.
    ///
    /// The result has an even size or the requested size, a pixel format of the encoder, limited range and a complete
    /// colour description. Its matrix is the source's, because a change loses quality. High dynamic range stays in 10
    /// bits; for 8 bits it is mapped to BT.709.
    struct PictureConversion: Hashable {
        /// Bits per sample that high dynamic range needs (BT.2100 table 9).
        private static let highDynamicRangeDepth = 10

        let width: Int
        let height: Int
        let pixelFormat: AVPixelFormat
        let sampleAspectRatio: VideoFormat.SampleShape
        let colour: VideoFormat.Colour
        /// A graph in libavfilter's syntax; `nil` if the samples do not change.
        let graph: String?

        /// - Parameters:
        ///   - size: The requested size; `nil` for the picture's own.
        ///   - formats: The pixel formats of the encoder, the best first.
        init(_ input: FilterGraph.Input, size: PictureSettings.Size?, formats: [AVPixelFormat]) {
            // Cropping a column or row is invisible; scaling by so little is not.
            width = size?.width ?? input.width & ~1
            height = size?.height ?? input.height & ~1
            pixelFormat = PixelFormats.best(of: formats, for: input.pixelFormat) ?? input.pixelFormat
            let isResized = width != input.width || height != input.height
            let isScaled = isResized && size != nil
            sampleAspectRatio = Self.shape(of: input, width: width, height: height, isScaled: isScaled)

            let format = "format=\(PixelFormats.name(pixelFormat))"
            var filters = isResized && !isScaled ? ["crop=\(width):\(height):0:0"] : []
            var colour = input.colour
            colour.isFullRange = false
            let scaling = "scale=w=\(width):h=\(height)"
            if let range = colour.highDynamicRange, PixelFormats.depth(of: pixelFormat) < Self.highDynamicRangeDepth {
                let mapping = ToneMapping(range)
                filters += mapping.filters(for: input, scaling: isScaled ? scaling : nil)
                if pixelFormat != mapping.outputFormat { filters += [mapping.lastScaling, format] }
                colour = .bt709
            } else if isScaled || pixelFormat != input.pixelFormat || input.isFullRange {
                let matrix = colour.scalerMatrix.map { ":out_color_matrix=\($0)" } ?? ""
                filters += ["\(scaling):\(Self.ranges(for: input))\(matrix)", format]
            }
            self.colour = colour
            graph = filters.isEmpty ? nil : filters.joined(separator: ",")
        }

        /// Range options for the scaler. From FFmpeg 7.0 on it treats all grey as full range: limited grey must stay
        /// unchanged.
        private static func ranges(for input: FilterGraph.Input) -> String {
            if input.isFullRange { return "in_range=pc:out_range=tv" }
            return input.isGrey ? "in_range=pc:out_range=pc" : "in_range=tv:out_range=tv"
        }

        /// The shape of a sample after scaling: the picture keeps its aspect ratio.
        private static func shape(
            of input: FilterGraph.Input,
            width: Int,
            height: Int,
            isScaled: Bool
        ) -> VideoFormat.SampleShape {
            let (across, down) = (input.sampleAspectRatio[0], input.sampleAspectRatio[1])
            guard across > 0 else { return VideoFormat.SampleShape(width: 1, height: 1) }
            guard isScaled else { return VideoFormat.SampleShape(width: across, height: down) }
            let before = AVRational(num: Int32(clamping: input.width), den: Int32(clamping: input.height))
            let after = AVRational(num: Int32(clamping: width), den: Int32(clamping: height))
            let shape = av_mul_q(AVRational(num: across, den: down), av_div_q(before, after))
            guard shape.num > 0, shape.den > 0 else { return VideoFormat.SampleShape(width: 1, height: 1) }
            return VideoFormat.SampleShape(width: shape.num, height: shape.den)
        }

        /// The format for the encoder.
        func format(at frameRate: Track.Rate) -> VideoFormat {
            var format = VideoFormat(width: width, height: height, frameRate: frameRate)
            format.sampleAspectRatio = sampleAspectRatio
            format.colour = colour
            return format
        }
    }
#endif
