#if Capture
    import CFFmpeg

    /// A configured graph of libavfilter's, with one input and one output of pictures.
    final class FilterGraph {
        /// What the pictures that go in have in common; with others, another graph is needed.
        struct Input: Hashable {
            var width: Int32
            var height: Int32
            var pixelFormat: Int32
            var sampleAspectRatio: [Int32]
            var orientation: PictureOrientation

            init(_ frame: RawFrame) {
                let picture = frame.pointer.pointee
                width = picture.width
                height = picture.height
                pixelFormat = picture.format
                orientation = frame.orientation
                let ratio = picture.sample_aspect_ratio
                sampleAspectRatio = ratio.num > 0 && ratio.den > 0 ? [ratio.num, ratio.den] : [0, 1]
            }

            fileprivate var arguments: String {
                "video_size=\(width)x\(height):pix_fmt=\(pixelFormat):time_base=1/1000000"
                    + ":pixel_aspect=\(sampleAspectRatio[0])/\(sampleAspectRatio[1])"
            }
        }

        private var graph: UnsafeMutablePointer<AVFilterGraph>?
        private var source: UnsafeMutablePointer<AVFilterContext>?
        private var sink: UnsafeMutablePointer<AVFilterContext>?

        /// Builds the graph that `text` describes.
        init(_ text: String, input: Input) throws(CaptureError) {
            LibavLog.clear()
            var ends = try Self.parse(text, into: &graph)
            defer { ends.free() }
            do throws(LibavError) {
                try connect(ends, input)
            } catch {
                avfilter_graph_free(&graph)
                throw Self.failure(error)
            }
        }

        deinit {
            avfilter_graph_free(&graph)
        }

        /// Checks all that can be checked of a graph without pictures.
        static func check(_ text: String) throws(CaptureError) {
            LibavLog.takeOver()
            LibavLog.clear()
            var graph: UnsafeMutablePointer<AVFilterGraph>?
            defer { avfilter_graph_free(&graph) }
            var ends = try parse(text, into: &graph)
            ends.free()
        }

        /// Puts a picture in, or `nil` at the end.
        func push(_ frame: RawFrame?) throws(LibavError) {
            let result = av_buffersrc_add_frame_flags(source, frame?.pointer, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
            try LibavError.check(result)
        }

        /// Takes a picture out, its time in microseconds; `nil` where there is none yet.
        func pull() throws(LibavError) -> RawFrame? {
            let frame = try RawFrame()
            let result = LibavError(code: av_buffersink_get_frame(sink, frame.pointer))
            if result == .again || result == .end { return nil }
            try LibavError.check(result.code)
            if let time = frame.presentationTime {
                frame.presentationTime = av_rescale_q(time, av_buffersink_get_time_base(sink), .microseconds)
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

        private func connect(_ ends: Ends, _ input: Input) throws(LibavError) {
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
            CaptureError(.usage, "The filter cannot be used: \(LibavLog.firstError ?? "\(error)").")
        }
    }
#endif
