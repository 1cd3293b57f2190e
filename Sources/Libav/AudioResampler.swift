#if Capture || Player
    import CFFmpeg

    /// Converts audio of any sample format, layout and rate to floats of one rate and number of channels, and stretches
    /// it.
    ///
    /// Confined to one thread.
    package final class AudioResampler {
        /// How the samples of several channels lie in memory.
        package enum Arrangement: Sendable {
            /// All samples of the first channel, then those of the next.
            case planar
            /// One sample of each channel, then the next ones.
            case interleaved
        }

        /// Receives samples, the number of samples per channel for which there is room, and the number that are valid.
        package typealias Emit = (_ samples: UnsafeBufferPointer<Float>, _ stride: Int, _ count: Int) -> Void

        /// The input format of libswresample. Another format needs a new context.
        private struct Source: Equatable {
            var sampleFormat: Int32
            var sampleRate: Int32
            var layout: String
        }

        /// libswresample expresses stretching in samples per this number.
        private static let million: Int32 = 1_000_000

        package let sampleRate: Int
        package let channels: Int
        private let arrangement: Arrangement
        private var context: OpaquePointer?
        private var source: Source?
        private var isStretching = false
        private var scratch: [Float] = []

        /// - Parameters:
        ///   - sampleRate: Of the output, in hertz.
        ///   - channels: Of the output.
        package init(sampleRate: Int, channels: Int, arrangement: Arrangement) {
            self.sampleRate = sampleRate
            self.channels = channels
            self.arrangement = arrangement
        }

        deinit {
            swr_free(&context)
        }

        /// The audio inside the resampler, in microseconds.
        package var held: Int64 { context == nil ? 0 : swr_get_delay(context, 1_000_000) }

        /// Resamples a block.
        ///
        /// - Parameters:
        ///   - stretch: The additional samples per million; negative for fewer.
        ///   - emit: Receives the output: planar, `stride` samples for each channel, of which the first `count` are
        ///     valid; interleaved, `count` groups of one sample per channel.
        package func resample(_ frame: RawFrame, stretch: Double = 0, _ emit: Emit) throws(LibavError) {
            try prepare(for: frame, emit)
            let samples = Int32(stretch.rounded())
            if samples != 0 || isStretching {
                try LibavError.check(swr_set_compensation(context, samples, Self.million))
                isStretching = samples != 0
            }
            let input = frame.pointer.pointee
            var planes: [UnsafePointer<UInt8>?] = []
            for plane in 0..<planeCount(input) { planes.append(input.extended_data[plane].map { UnsafePointer($0) }) }
            try convert(&planes, input.nb_samples, emit)
        }

        /// Emits the remaining samples.
        package func drain(_ emit: Emit) throws(LibavError) {
            if context != nil { try convert(nil, 0, emit) }
        }

        private func planeCount(_ frame: AVFrame) -> Int {
            av_sample_fmt_is_planar(AVSampleFormat(frame.format)) == 0 ? 1 : Int(frame.ch_layout.nb_channels)
        }

        private func convert(
            _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            _ count: Int32,
            _ emit: Emit
        ) throws(LibavError) {
            let capacity = try LibavError.check(swr_get_out_samples(context, count))
            guard capacity > 0 else { return }
            let stride = Int(capacity)
            if scratch.count < stride * channels { scratch = Array(repeating: 0, count: stride * channels) }
            let made = scratch.withUnsafeMutableBytes { bytes in
                let planeCount = arrangement == .planar ? channels : 1
                var outputs: [UnsafeMutablePointer<UInt8>?] = (0..<planeCount).map { plane in
                    bytes.baseAddress.map {
                        ($0 + plane * stride * MemoryLayout<Float>.size).assumingMemoryBound(to: UInt8.self)
                    }
                }
                return swr_convert(context, &outputs, capacity, planes, count)
            }
            try LibavError.check(made)
            scratch.withUnsafeBufferPointer { emit($0, stride, Int(made)) }
        }

        /// Configures libswresample for the frame, and emits the remaining samples of the previous format.
        private func prepare(for frame: RawFrame, _ emit: Emit) throws(LibavError) {
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
            guard new != source || context == nil else { return }
            try drain(emit)
            swr_free(&context)
            var target = AVChannelLayout()
            av_channel_layout_default(&target, Int32(channels))
            try LibavError.check(
                swr_alloc_set_opts2(
                    &context,
                    &target,
                    arrangement == .planar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT,
                    Int32(sampleRate),
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
        }

        private static func name(of layout: inout AVChannelLayout) throws(LibavError) -> String {
            var text = [CChar](repeating: 0, count: 256)
            try LibavError.check(av_channel_layout_describe(&layout, &text, text.count))
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
#endif
