#if Capture
    import AAC
    import CFFmpeg
    import Libav
    import Containers
    import H264

    /// Writes Matroska with libavformat.
    ///
    ///     let muxer = try MatroskaMuxer(tracks: tracks, isSeekable: true)
    ///     try muxer.write(frame, payload)
    ///     for write in muxer.takeWrites() { … }
    ///
    /// The muxer does no I/O: it collects what is to be written, and where.
    public final class MatroskaMuxer {
        /// Bytes, and where they belong in the output.
        public struct Write: Hashable, Sendable {
            /// From the beginning of the output. Without ``MatroskaMuxer/init(tracks:isSeekable:)``'s `isSeekable`, all
            /// writes follow one another.
            public let offset: UInt64
            /// The bytes.
            public let bytes: [UInt8]
        }

        /// What became of a frame.
        public enum Outcome: Hashable, Sendable {
            /// It is in the output.
            case written
            /// The header of its track does not describe it.
            case formatChanged
            /// It has no track, no bytes, or too many.
            case unusable
        }

        /// The longest part that can be sought to, in milliseconds. A part stays in memory until it is complete, and is
        /// lost if the program is killed.
        private static let clusterTime = 1_000
        /// Bytes of libavformat's buffer in front of ``Collector``.
        private static let bufferLength: Int32 = 64 * 1024

        private let tracks: [ContainerTrack]
        private let context: UnsafeMutablePointer<AVFormatContext>
        private let collector: Collector
        private let packet: Packet
        private var hasEnded = false

        /// Writes the header.
        ///
        /// - Parameter isSeekable: Whether the output is a file: it then gets an index and its duration at the end.
        /// - Throws: ``CaptureError`` if libavformat has no Matroska, or cannot write these tracks.
        public init(tracks: [ContainerTrack], isSeekable: Bool) throws(CaptureError) {
            self.tracks = tracks
            collector = Collector()
            do throws(LibavError) {
                packet = try Packet()
                context = try Self.makeContext()
            } catch {
                throw CaptureError(matroska: error)
            }
            do throws(LibavError) {
                try open(isSeekable: isSeekable)
            } catch {
                throw CaptureError(matroska: error)
            }
        }

        deinit {
            if let io = context.pointee.pb {
                av_freep(&io.pointee.buffer)
                avio_context_free(&context.pointee.pb)
            }
            avformat_free_context(context)
        }

        private static func makeContext() throws(LibavError) -> UnsafeMutablePointer<AVFormatContext> {
            var context: UnsafeMutablePointer<AVFormatContext>?
            try LibavError.check(avformat_alloc_output_context2(&context, nil, "matroska", nil))
            guard let context else { throw .noMemory }
            return context
        }

        private func open(isSeekable: Bool) throws(LibavError) {
            guard let buffer = av_malloc(Int(Self.bufferLength))?.assumingMemoryBound(to: UInt8.self) else {
                throw .noMemory
            }
            let io = avio_alloc_context(
                buffer,
                Self.bufferLength,
                1,
                Unmanaged.passUnretained(collector).toOpaque(),
                nil,
                { owner, bytes, count in
                    Collector.of(owner).write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                },
                { owner, offset, whence in Collector.of(owner).seek(to: offset, whence) }
            )
            guard let io else {
                av_free(buffer)
                throw .noMemory
            }
            io.pointee.seekable = isSeekable ? AVIO_SEEKABLE_NORMAL : 0
            context.pointee.pb = io
            for track in tracks { try add(track) }
            var options = LibavOptions()
            options["cluster_time_limit"] = "\(Self.clusterTime)"
            let result = options.lend { avformat_write_header(context, $0) }
            try LibavError.check(result)
        }

        private func add(_ track: ContainerTrack) throws(LibavError) {
            guard let stream = avformat_new_stream(context, nil), let parameters = stream.pointee.codecpar else {
                throw .noMemory
            }
            stream.pointee.time_base = AVRational(num: 1, den: 1_000_000)
            let configuration: [UInt8]
            switch track.description {
            case .h264(let description):
                parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
                parameters.pointee.codec_id = AV_CODEC_ID_H264
                parameters.pointee.width = Int32(clamping: description.sps.croppedSize.width)
                parameters.pointee.height = Int32(clamping: description.sps.croppedSize.height)
                configuration = (try? description.record.encoded()) ?? []
            case .aac(let description):
                parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
                parameters.pointee.codec_id = AV_CODEC_ID_AAC
                parameters.pointee.sample_rate = Int32(clamping: description.config.samplingFrequency.hertz)
                parameters.pointee.frame_size = Int32(clamping: description.config.samplesPerFrame)
                av_channel_layout_default(
                    &parameters.pointee.ch_layout,
                    Int32(clamping: description.config.channelCount ?? 2)
                )
                configuration = description.configuration
            }
            try parameters.setConfiguration(configuration)
        }

        /// Writes a frame.
        ///
        /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
        /// - Throws: ``CaptureError`` if libavformat fails.
        public func write(_ frame: ContainerFrame, _ payload: RawSpan) throws(CaptureError) -> Outcome {
            guard let index = tracks.firstIndex(where: { $0.id == frame.track }) else { return .unusable }
            switch tracks[index].description.fit(payload) {
            case .needsInitialization: return .formatChanged
            case .unusable: return .unusable
            case .fits(let layout):
                var sample: [UInt8] = []
                sample.reserveCapacity(layout.byteCount)
                layout.append(payload, to: &sample)
                do throws(LibavError) {
                    try write(sample, of: frame, to: index)
                } catch {
                    throw CaptureError(matroska: error)
                }
                return .written
            }
        }

        private func write(_ sample: [UInt8], of frame: ContainerFrame, to index: Int) throws(LibavError) {
            packet.clear()
            try LibavError.check(av_new_packet(packet.pointer, Int32(clamping: sample.count)))
            packet.pointer.pointee.data.update(from: sample, count: sample.count)
            packet.pointer.pointee.stream_index = Int32(index)
            packet.pointer.pointee.dts = frame.decodeTime
            packet.pointer.pointee.pts = frame.presentationTime
            packet.pointer.pointee.flags = frame.isSync ? AV_PKT_FLAG_KEY : 0
            guard let stream = context.pointee.streams[index] else { throw .noMemory }
            av_packet_rescale_ts(packet.pointer, AVRational(num: 1, den: 1_000_000), stream.pointee.time_base)
            try LibavError.check(av_write_frame(context, packet.pointer))
        }

        /// Writes the end: the last part, and the index and the duration of a file.
        ///
        /// - Throws: ``CaptureError`` if libavformat fails.
        public func finish() throws(CaptureError) {
            guard !hasEnded else { return }
            hasEnded = true
            let result = av_write_trailer(context)
            guard result >= 0 else { throw CaptureError(matroska: LibavError(code: result)) }
        }

        /// What is to be written now, in this order.
        public func takeWrites() -> [Write] {
            avio_flush(context.pointee.pb)
            return collector.take()
        }

        /// The other side of libavformat's output.
        private final class Collector {
            private var writes: [Write] = []
            private var position: Int64 = 0
            private var length: Int64 = 0

            static func of(_ owner: UnsafeMutableRawPointer?) -> Collector {
                guard let owner else { return Collector() }
                return Unmanaged<Collector>.fromOpaque(owner).takeUnretainedValue()
            }

            func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
                writes.append(Write(offset: UInt64(max(0, position)), bytes: Array(bytes)))
                position += Int64(bytes.count)
                length = max(length, position)
                return Int32(clamping: bytes.count)
            }

            func seek(to offset: Int64, _ whence: Int32) -> Int64 {
                if whence & AVSEEK_SIZE != 0 { return length }
                switch whence & ~AVSEEK_FORCE {
                case SEEK_SET: position = offset
                case SEEK_CUR: position += offset
                case SEEK_END: position = length + offset
                default: return -1
                }
                return position
            }

            func take() -> [Write] {
                defer { writes = [] }
                return writes
            }
        }
    }

    extension UnsafeMutablePointer<AVCodecParameters> {
        /// Sets the codec's configuration (`extradata`), with the padding that libav wants behind it.
        fileprivate func setConfiguration(_ bytes: [UInt8]) throws(LibavError) {
            guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { throw .noMemory }
            memory.copyMemory(from: bytes, byteCount: bytes.count)
            pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
            pointee.extradata_size = Int32(clamping: bytes.count)
        }
    }

    extension CaptureError {
        fileprivate init(matroska error: LibavError) {
            self.init(.failure, "FFmpeg cannot write this stream as Matroska: \(error.description). Use .mp4 or .ts.")
        }
    }
#endif
