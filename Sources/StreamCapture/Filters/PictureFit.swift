#if Capture
    import CFFmpeg
    import StreamProtocol

    /// What has to be done to a picture before an encoder takes it, and what it is then. A value: it does nothing.
    ///
    /// What comes out has an even size or the size asked for, a pixel format of the encoder's, limited range, and says all
    /// of its colours. Its matrix is the source's, because to change it is to lose. High dynamic range stays in 10 bits,
    /// and is mapped to BT.709 for 8, which it does not fit.
    struct PictureFit: Hashable {
        /// Bits of a sample that high dynamic range needs (BT.2100 table 9).
        private static let highDynamicRangeDepth = 10

        let width: Int
        let height: Int
        let pixelFormat: AVPixelFormat
        let sampleAspectRatio: VideoFormat.SampleShape
        let colour: VideoFormat.Colour
        /// A graph in libavfilter's language; `nil` where the samples stay as they are.
        let graph: String?

        /// - Parameters:
        ///   - size: What was asked for; `nil` for the picture's own.
        ///   - formats: What the encoder takes, the best first.
        init(_ input: FilterGraph.Input, size: PictureSettings.Size?, formats: [AVPixelFormat]) {
            // A column or row less is not seen; a picture that is scaled by so little is.
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
                let mapping = HighDynamicRangeMapping(range)
                filters += mapping.filters(for: input, scaling: isScaled ? scaling : nil)
                if pixelFormat != mapping.outcome { filters += [mapping.lastScaling, format] }
                colour = .bt709
            } else if isScaled || pixelFormat != input.pixelFormat || input.isFullRange {
                let matrix = colour.scalerMatrix.map { ":out_color_matrix=\($0)" } ?? ""
                filters += ["\(scaling):\(Self.ranges(for: input))\(matrix)", format]
            }
            self.colour = colour
            graph = filters.isEmpty ? nil : filters.joined(separator: ",")
        }

        /// For the scaler, which from FFmpeg 7.0 on takes all grey for full range: limited grey stays as it is where
        /// nothing is to be changed.
        private static func ranges(for input: FilterGraph.Input) -> String {
            if input.isFullRange { return "in_range=pc:out_range=tv" }
            return input.isGrey ? "in_range=pc:out_range=pc" : "in_range=tv:out_range=tv"
        }

        /// The shape of a sample after scaling: the picture as a whole keeps its shape.
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

        /// What an encoder is opened for.
        func format(at frameRate: Track.Rate) -> VideoFormat {
            var format = VideoFormat(width: width, height: height, frameRate: frameRate)
            format.sampleAspectRatio = sampleAspectRatio
            format.colour = colour
            return format
        }
    }
#endif
