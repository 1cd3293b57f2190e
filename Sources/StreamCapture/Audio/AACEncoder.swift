#if Capture
    import CFFmpeg
    import Libav

    /// AAC-LC by libavcodec: takes whole blocks of planar floats.
    ///
    /// Confined to one thread. Each output block has the number of its first sample. The encoder's delay is subtracted:
    /// the first output begins before the first sample. A decoder that plays each block at its number plays every
    /// sample at its own time.
    final class AACEncoder {
        /// Samples per block (ISO/IEC 14496-3 4.5.2.1.1).
        static let blockSize = 1_024

        /// The AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1).
        let configuration: [UInt8]
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private let frame: RawFrame
        private let packet: Packet

        /// - Parameter bitRate: Bits per second.
        init(_ format: AudioFormat, bitRate: Int) throws(LibavError) {
            guard let codec = avcodec_find_encoder(AV_CODEC_ID_AAC), let opened = avcodec_alloc_context3(codec) else {
                throw LibavError(code: shim_error(ENOSYS))
            }
            var context: UnsafeMutablePointer<AVCodecContext>? = opened
            do throws(LibavError) {
                opened.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
                opened.pointee.sample_rate = Int32(format.sampleRate)
                opened.pointee.time_base = AVRational(num: 1, den: Int32(format.sampleRate))
                opened.pointee.bit_rate = Int64(bitRate)
                av_channel_layout_default(&opened.pointee.ch_layout, Int32(format.channels))
                opened.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_GLOBAL_HEADER))
                try LibavError.check(avcodec_open2(opened, codec, nil))
                frame = try RawFrame()
                packet = try Packet()
                frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
                frame.pointer.pointee.sample_rate = opened.pointee.sample_rate
                frame.pointer.pointee.nb_samples = Int32(Self.blockSize)
                try LibavError.check(
                    av_channel_layout_copy(&frame.pointer.pointee.ch_layout, &opened.pointee.ch_layout)
                )
                try LibavError.check(av_frame_get_buffer(frame.pointer, 0))
            } catch {
                avcodec_free_context(&context)
                throw error
            }
            self.context = context
            configuration = Array(
                UnsafeRawBufferPointer(start: opened.pointee.extradata, count: Int(opened.pointee.extradata_size))
            )
        }

        deinit {
            avcodec_free_context(&context)
        }

        /// Encodes the next whole block of the queue.
        ///
        /// - Parameters:
        ///   - sample: The number of its first sample.
        ///   - body: Receives each output block and the number of its first sample.
        /// - Returns: `false` if the queue has no whole block.
        func encode(
            _ queue: inout SampleQueue,
            sample: Int64,
            _ body: (_ bytes: [UInt8], _ sample: Int64) -> Void
        ) throws(LibavError) -> Bool {
            guard queue.count >= Self.blockSize else { return false }
            // The encoder may still refer to the last block.
            try LibavError.check(av_frame_make_writable(frame.pointer))
            let planes = frame.pointer.pointee.extended_data
            _ = queue.takeBlock(of: Self.blockSize) { channel, samples in
                guard let plane = planes?[channel], let source = samples.baseAddress else { return }
                UnsafeMutableRawPointer(plane).copyMemory(
                    from: source,
                    byteCount: samples.count * MemoryLayout<Float>.size
                )
            }
            frame.presentationTime = sample
            try LibavError.check(avcodec_send_frame(context, frame.pointer))
            try receive(body)
            return true
        }

        /// Emits the remaining blocks. Nothing can be encoded after that.
        func finish(_ body: (_ bytes: [UInt8], _ sample: Int64) -> Void) throws(LibavError) {
            try LibavError.check(avcodec_send_frame(context, nil))
            try receive(body)
        }

        private func receive(_ body: (_ bytes: [UInt8], _ sample: Int64) -> Void) throws(LibavError) {
            while true {
                let result = avcodec_receive_packet(context, packet.pointer)
                guard LibavError(code: result) != .again, LibavError(code: result) != .end else { return }
                try LibavError.check(result)
                defer { packet.clear() }
                guard let sample = packet.presentationTime, !packet.bytes.isEmpty else { continue }
                body(Array(packet.bytes), sample)
            }
        }
    }
#endif
