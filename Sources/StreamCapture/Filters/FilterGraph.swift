#if Capture
    import CFFmpeg
    import Libav

    /// A configured graph of libavfilter with one input and one output of pictures.
    final class FilterGraph {
        /// The common properties of the input pictures. Other properties need another graph.
        struct Input: Hashable {
            var width: Int
            var height: Int
            /// Without the names that imply full range.
            var pixelFormat: AVPixelFormat
            var sampleAspectRatio: [Int32]
            var orientation: PictureOrientation
            /// Complete. For RGB, the matrix of its conversion to YCbCr.
            var colour: VideoFormat.Colour

            init(_ frame: RawFrame) {
                width = frame.width
                height = frame.height
                pixelFormat = PixelFormats.equivalent(of: frame.pixelFormat)
                orientation = frame.orientation
                let ratio = frame.pointer.pointee.sample_aspect_ratio
                sampleAspectRatio = ratio.num > 0 && ratio.den > 0 ? [ratio.num, ratio.den] : [0, 1]
                var stated = frame.colour
                if pixelFormat != frame.pixelFormat { stated.isFullRange = true }
                colour = stated.completed(PixelFormats.samples(of: pixelFormat), height: height)
            }

            var isRGB: Bool { PixelFormats.samples(of: pixelFormat) == .rgb }
            var isFullRange: Bool { colour.isFullRange == true }
            var isGrey: Bool { PixelFormats.samples(of: pixelFormat) == .grey }

            /// The colour for the graph. A matrix that its scalers do not know is left out.
            fileprivate var declaredColour: VideoFormat.Colour {
                var declared = colour
                if isRGB {
                    declared.matrix = AVCOL_SPC_RGB.rawValue
                } else if colour.scalerMatrix == nil {
                    declared.matrix = AVCOL_SPC_UNSPECIFIED.rawValue
                }
                return declared
            }

            fileprivate var arguments: String {
                let picture = "video_size=\(width)x\(height):pix_fmt=\(pixelFormat.rawValue):time_base=1/1000000"
                let shape = ":pixel_aspect=\(sampleAspectRatio[0])/\(sampleAspectRatio[1])"
                guard FilterGraph.negotiatesColours else { return picture + shape }
                let range = AVColorRange(isFull: declaredColour.isFullRange).rawValue
                return picture + shape + ":colorspace=\(declaredColour.matrix):range=\(range)"
            }
        }

        /// Whether matrix and range are properties of a graph's links (from FFmpeg 7.0 on). If the source has neither,
        /// the graph chooses for itself and converts to its choice.
        private static let negotiatesColours: Bool = {
            var options = avfilter_get_by_name("buffer").pointee.priv_class
            return av_opt_find(&options, "colorspace", nil, 0, AV_OPT_SEARCH_FAKE_OBJ) != nil
        }()

        private let input: Input
        private var graph: UnsafeMutablePointer<AVFilterGraph>?
        private var source: UnsafeMutablePointer<AVFilterContext>?
        private var sink: UnsafeMutablePointer<AVFilterContext>?

        /// Builds the graph that `text` describes.
        init(_ text: String, input: Input) throws(CaptureError) {
            self.input = input
            LibavLog.clear()
            var ends = try Self.parse(text, into: &graph)
            defer { ends.free() }
            do throws(LibavError) {
                keepMatrix(text)
                try connect(ends)
            } catch {
                avfilter_graph_free(&graph)
                throw Self.failure(error)
            }
        }

        deinit {
            avfilter_graph_free(&graph)
        }

        /// Checks a graph as far as possible without pictures.
        static func check(_ text: String) throws(CaptureError) {
            LibavLog.install()
            LibavLog.clear()
            var graph: UnsafeMutablePointer<AVFilterGraph>?
            defer { avfilter_graph_free(&graph) }
            var ends = try parse(text, into: &graph)
            ends.free()
        }

        /// Sends a picture, which is not changed, or `nil` at the end.
        func push(_ frame: RawFrame?) throws(LibavError) {
            var declared: RawFrame?
            if let frame {
                // The frame's properties must match the source's, or filters are configured again.
                declared = try RawFrame(referring: frame)
                declared?.pointer.pointee.format = input.pixelFormat.rawValue
                declared?.colour = input.declaredColour
            }
            try LibavError.check(av_buffersrc_add_frame_flags(source, declared?.pointer, 0))
        }

        /// Receives a picture, with its time in microseconds; `nil` if none is ready. A picture without a matrix has
        /// that of the input.
        func pull() throws(LibavError) -> RawFrame? {
            let frame = try RawFrame()
            let result = LibavError(code: av_buffersink_get_frame(sink, frame.pointer))
            if result == .again || result == .end { return nil }
            try LibavError.check(result.code)
            if let time = frame.presentationTime {
                frame.presentationTime = av_rescale_q(time, av_buffersink_get_time_base(sink), .microseconds)
            }
            let outputMatrix = frame.pointer.pointee.colorspace
            // A scaler has one name for the matrices of BT.470BG and SMPTE 170M, and labels its output with either.
            if outputMatrix == AVCOL_SPC_UNSPECIFIED || outputMatrix == AVCOL_SPC_RGB
                || frame.colour.scalerMatrix == input.colour.scalerMatrix
            {
                frame.colour.matrix = input.colour.matrix
            }
            return frame
        }

        /// The open ends of a parsed graph.
        private struct Ends {
            var inputs: UnsafeMutablePointer<AVFilterInOut>?
            var outputs: UnsafeMutablePointer<AVFilterInOut>?

            /// Whether there is one of each, for pictures.
            var arePair: Bool {
                guard let input = inputs?.pointee, let output = outputs?.pointee else { return false }
                return input.next == nil && output.next == nil
                    && avfilter_pad_get_type(input.filter_ctx.pointee.input_pads, input.pad_idx) == AVMEDIA_TYPE_VIDEO
                    && avfilter_pad_get_type(output.filter_ctx.pointee.output_pads, output.pad_idx)
                        == AVMEDIA_TYPE_VIDEO
            }

            mutating func free() {
                avfilter_inout_free(&inputs)
                avfilter_inout_free(&outputs)
            }
        }

        private static func parse(
            _ text: String,
            into graph: inout UnsafeMutablePointer<AVFilterGraph>?
        ) throws(CaptureError) -> Ends {
            graph = avfilter_graph_alloc()
            var ends = Ends()
            let result = avfilter_graph_parse2(graph, text, &ends.inputs, &ends.outputs)
            guard result >= 0 else {
                avfilter_graph_free(&graph)
                throw failure(LibavError(code: result))
            }
            guard ends.arePair else {
                ends.free()
                avfilter_graph_free(&graph)
                throw CaptureError(.usage, "The filter must have one input and one output, both of pictures.")
            }
            return ends
        }

        /// Makes scalers that the graph inserts convert from RGB with the input's matrix. Without this they use BT.601
        /// before FFmpeg 7.0, and an unnamed one since.
        private func keepMatrix(_ text: String) {
            // A user who sets the matrices of the links, which is possible from FFmpeg 7.1 on, takes precedence.
            guard let matrix = input.colour.scalerMatrix, !text.contains("color_spaces"), let graph else { return }
            let before = graph.pointee.scale_sws_opts.map { String(cString: $0) + ":" } ?? ""
            av_free(graph.pointee.scale_sws_opts)
            graph.pointee.scale_sws_opts = av_strdup("\(before)out_color_matrix=\(matrix)")
        }

        private func connect(_ ends: Ends) throws(LibavError) {
            let buffer = avfilter_get_by_name("buffer")
            let buffersink = avfilter_get_by_name("buffersink")
            try LibavError.check(
                avfilter_graph_create_filter(&source, buffer, "in", input.arguments, nil, graph)
            )
            try LibavError.check(avfilter_graph_create_filter(&sink, buffersink, "out", nil, nil, graph))
            guard let first = ends.inputs?.pointee, let last = ends.outputs?.pointee else { throw .noMemory }
            try LibavError.check(avfilter_link(source, 0, first.filter_ctx, UInt32(first.pad_idx)))
            try LibavError.check(avfilter_link(last.filter_ctx, UInt32(last.pad_idx), sink, 0))
            try LibavError.check(avfilter_graph_config(graph, nil))
        }

        private static func failure(_ error: LibavError) -> CaptureError {
            CaptureError(
                .usage,
                "The filter cannot be used: \(LibavLog.firstError ?? "\(error)"); 'ffmpeg -filters' lists the filters, and "
                    + "'ffmpeg -h filter=NAME' the options of one."
            )
        }
    }
#endif
