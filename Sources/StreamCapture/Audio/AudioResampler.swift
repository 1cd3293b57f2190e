#if Capture
    import CFFmpeg

    /// Converts audio of any sample format, layout and rate to planar floats of one rate and number of channels, and
    /// stretches it.
    ///
    /// Confined to one thread.
    final class AudioResampler {
        /// The input format of libswresample. Another format needs a new context.
        private struct Source: Equatable {
            var sampleFormat: Int32
            var sampleRate: Int32
            var layout: String
        }

        /// libswresample expresses stretching in samples per this number.
        private static let million: Int32 = 1_000_000

        let output: AudioFormat
        private var context: OpaquePointer?
        private var source: Source?
        private var isStretching = false
        private var scratch: [Float] = []

        init(to output: AudioFormat) {
            self.output = output
        }

        deinit {
            swr_free(&context)
        }

        /// The audio inside the resampler, in microseconds.
        var held: Int64 { context == nil ? 0 : swr_get_delay(context, 1_000_000) }

        /// Resamples a block.
        ///
        /// - Parameters:
        ///   - stretch: The additional samples per million; negative for fewer.
        ///   - queue: Receives the output.
        /// - Returns: The number of samples that the queue has kept.
        func resample(_ frame: RawFrame, stretch: Double, into queue: inout SampleQueue) throws(LibavError) -> Int {
            let kept = try prepare(for: frame, into: &queue)
            let samples = Int32(stretch.rounded())
            if samples != 0 || isStretching {
                try LibavError.check(swr_set_compensation(context, samples, Self.million))
                isStretching = samples != 0
            }
            let input = frame.pointer.pointee
            var planes: [UnsafePointer<UInt8>?] = []
            for plane in 0..<planeCount(input) { planes.append(input.extended_data[plane].map { UnsafePointer($0) }) }
            return try kept + convert(&planes, input.nb_samples, into: &queue)
        }

        /// Emits the remaining samples.
        ///
        /// - Returns: The number of samples that the queue has kept.
        func drain(into queue: inout SampleQueue) throws(LibavError) -> Int {
            context == nil ? 0 : try convert(nil, 0, into: &queue)
        }

        private func planeCount(_ frame: AVFrame) -> Int {
            av_sample_fmt_is_planar(AVSampleFormat(frame.format)) == 0 ? 1 : Int(frame.ch_layout.nb_channels)
        }

        private func convert(
            _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            _ count: Int32,
            into queue: inout SampleQueue
        ) throws(LibavError) -> Int {
            let capacity = try LibavError.check(swr_get_out_samples(context, count))
            guard capacity > 0 else { return 0 }
            let stride = Int(capacity)
            if scratch.count < stride * output.channels {
                scratch = Array(repeating: 0, count: stride * output.channels)
            }
            let made = scratch.withUnsafeMutableBytes { bytes in
                var outputs: [UnsafeMutablePointer<UInt8>?] = (0..<output.channels).map { channel in
                    bytes.baseAddress.map {
                        ($0 + channel * stride * MemoryLayout<Float>.size).assumingMemoryBound(to: UInt8.self)
                    }
                }
                return swr_convert(context, &outputs, capacity, planes, count)
            }
            try LibavError.check(made)
            return scratch.withUnsafeBufferPointer { queue.append($0, stride: stride, count: Int(made)) }
        }

        /// Configures libswresample for the frame, and emits the remaining samples of the previous format.
        private func prepare(for frame: RawFrame, into queue: inout SampleQueue) throws(LibavError) -> Int {
            var layout = AVChannelLayout()
            defer { av_channel_layout_uninit(&layout) }
            if frame.pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
                av_channel_layout_default(&layout, frame.pointer.pointee.ch_layout.nb_channels)
            } else {
                try LibavError.check(av_channel_layout_copy(&layout, &frame.pointer.pointee.ch_layout))
            }
            let new = Source(
                sampleFormat: frame.pointer.pointee.format,
                sampleRate: frame.pointer.pointee.sample_rate,
                layout: try Self.name(of: &layout)
            )
            guard new != source || context == nil else { return 0 }
            let kept = try drain(into: &queue)
            swr_free(&context)
            var target = AVChannelLayout()
            av_channel_layout_default(&target, Int32(output.channels))
            try LibavError.check(
                swr_alloc_set_opts2(
                    &context,
                    &target,
                    AV_SAMPLE_FMT_FLTP,
                    Int32(output.sampleRate),
                    &layout,
                    AVSampleFormat(new.sampleFormat),
                    new.sampleRate,
                    0,
                    nil
                )
            )
            guard let context else { throw .noMemory }
            // From the beginning, so that the first stretch does not add a delay.
            av_opt_set_int(UnsafeMutableRawPointer(context), "flags", Int64(SWR_FLAG_RESAMPLE), 0)
            try LibavError.check(swr_init(context))
            source = new
            isStretching = false
            return kept
        }

        private static func name(of layout: inout AVChannelLayout) throws(LibavError) -> String {
            var text = [CChar](repeating: 0, count: 256)
            try LibavError.check(av_channel_layout_describe(&layout, &text, text.count))
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
#endif
