#if Capture
    import CFFmpeg
    import Libav
    import Testing

    @testable import StreamCapture

    extension RawFrame {
        /// A block of audio: each channel has the value of `wave` at each sample's time.
        ///
        /// - Parameters:
        ///   - count: The number of samples.
        ///   - format: 16-bit integers or floats, interleaved or planar.
        ///   - wave: From -1 to 1; receives the sample's number.
        static func audio(
            _ count: Int,
            rate: Int = 48_000,
            channels: Int = 1,
            format: AVSampleFormat = AV_SAMPLE_FMT_FLTP,
            at time: Int64?,
            _ wave: (Int) -> Float
        ) throws -> RawFrame {
            let frame = try RawFrame()
            frame.pointer.pointee.format = format.rawValue
            frame.pointer.pointee.sample_rate = Int32(rate)
            frame.pointer.pointee.nb_samples = Int32(count)
            av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(channels))
            try LibavError.check(av_frame_get_buffer(frame.pointer, 0))
            let isPlanar = av_sample_fmt_is_planar(format) != 0
            for channel in 0..<channels {
                let plane = try #require(frame.pointer.pointee.extended_data[isPlanar ? channel : 0])
                for sample in 0..<count {
                    let place = isPlanar ? sample : sample * channels + channel
                    let value = wave(sample)
                    if av_get_packed_sample_fmt(format) == AV_SAMPLE_FMT_S16 {
                        let bytes = UnsafeMutableRawPointer(plane)
                        bytes.storeBytes(of: Int16(value * 32_767), toByteOffset: place * 2, as: Int16.self)
                    } else {
                        UnsafeMutableRawPointer(plane).storeBytes(of: value, toByteOffset: place * 4, as: Float.self)
                    }
                }
            }
            frame.presentationTime = time
            return frame
        }
    }

    /// AAC as a viewer hears it: decoded, with each block at its presentation time.
    final class DecodedAudio {
        /// The samples of the first channel.
        private(set) var samples: [Float] = []
        private(set) var rate = 0
        private(set) var channels = 0
        /// The presentation time of each block, in microseconds.
        private(set) var times: [Int64] = []
        private let context: UnsafeMutablePointer<AVCodecContext>
        private let packet: Packet
        private let frame: RawFrame

        init(configuration: [UInt8]) throws {
            let codec = try #require(avcodec_find_decoder(AV_CODEC_ID_AAC))
            context = try #require(avcodec_alloc_context3(codec))
            packet = try Packet()
            frame = try RawFrame()
            let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
            let extra = try #require(av_mallocz(configuration.count + padding))
            extra.copyMemory(from: configuration, byteCount: configuration.count)
            context.pointee.extradata = extra.assumingMemoryBound(to: UInt8.self)
            context.pointee.extradata_size = Int32(configuration.count)
            try LibavError.check(avcodec_open2(context, codec, nil))
        }

        deinit {
            var context: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&context)
        }

        func decode(_ audio: EncodedAudio) throws {
            try LibavError.check(av_new_packet(packet.pointer, Int32(audio.bytes.count)))
            defer { packet.clear() }
            packet.pointer.pointee.data.update(from: audio.bytes, count: audio.bytes.count)
            try LibavError.check(avcodec_send_packet(context, packet.pointer))
            try LibavError.check(avcodec_receive_frame(context, frame.pointer))
            rate = frame.sampleRate
            channels = frame.channelCount
            times.append(audio.presentationTime)
            let plane = UnsafeRawPointer(try #require(frame.pointer.pointee.extended_data[0]))
            samples += UnsafeBufferPointer(
                start: plane.assumingMemoryBound(to: Float.self),
                count: frame.sampleCount
            )
        }

        /// The first time when the sound is louder than `level`, in microseconds.
        func onset(above level: Float = 0.3) -> Int64? {
            samples.firstIndex { abs($0) > level }.map(time)
        }

        /// The last time when the sound is louder than `level`, in microseconds.
        func end(above level: Float = 0.3) -> Int64? {
            samples.lastIndex { abs($0) > level }.map(time)
        }

        /// Hertz, between two media times, by counting periods.
        func frequency(from start: Int64, to end: Int64) -> Double {
            var first: Double?
            var last = 0.0
            var periods = -1
            for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
                guard (start...end).contains(time(of: index)) else { continue }
                let crossing = Double(index) - Double(samples[index] / (samples[index] - samples[index - 1]))
                first = first ?? crossing
                last = crossing
                periods += 1
            }
            return Double(periods) * Double(rate) / (last - (first ?? 0))
        }

        private func time(of index: Int) -> Int64 {
            times[index / 1_024] + Int64(index % 1_024) * 1_000_000 / Int64(rate)
        }
    }

    extension AudioEncoder {
        /// Encodes all blocks and decodes the output.
        func decode(_ frames: some Sequence<RawFrame>) throws -> DecodedAudio {
            var encoded: [EncodedAudio] = []
            var configuration: [UInt8] = []
            for frame in frames {
                try encode(frame) {
                    encoded.append($0)
                    configuration = self.configuration ?? []
                }
            }
            try finish { encoded.append($0) }
            let decoded = try DecodedAudio(configuration: configuration)
            for audio in encoded { try decoded.decode(audio) }
            return decoded
        }
    }
#endif
