#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// The test picture and tone as an input, at the pace of the media clock. Confined to one thread.
    ///
    /// It returns packets of raw video and of PCM like ``MediaReader``, with times in microseconds of the media clock.
    final class TestInput {
        let streams: [MediaStream]

        /// The interval between checks of the stop flag, in microseconds.
        private static let longestSleep: Int64 = 50_000
        private static let videoStream: Int32 = 0
        private static let audioStream: Int32 = 1

        private let settings: TestSettings
        private let clock: CaptureClock
        private let stop: StopFlag
        private let picture: TestPicture
        private let tone = TestTone()
        private var schedule: TestSchedule
        /// Reusable memory for pictures.
        private var pool: OpaquePointer?

        /// - Throws: ``CaptureError`` without memory.
        init(_ settings: TestSettings, clock: CaptureClock, stop: StopFlag) throws(CaptureError) {
            LibavLog.install()
            self.settings = settings
            self.clock = clock
            self.stop = stop
            picture = TestPicture(settings.size)
            schedule = TestSchedule(rate: settings.rate, hasAudio: true, from: clock.now)
            pool = av_buffer_pool_init(picture.byteCount + Int(AV_INPUT_BUFFER_PADDING_SIZE), nil)
            do throws(LibavError) {
                streams = [try Self.makeVideoStream(settings), try Self.makeAudioStream()]
            } catch {
                av_buffer_pool_uninit(&pool)
                throw Self.outOfMemory
            }
        }

        deinit {
            av_buffer_pool_uninit(&pool)
        }

        /// Skips the streams that are not selected.
        func select(_ wanted: [MediaStream]) {
            let hasAudio = wanted.contains { $0.kind == .audio }
            schedule = TestSchedule(rate: settings.rate, hasAudio: hasAudio, from: clock.now)
        }

        /// Waits until the next picture or audio block is due.
        ///
        /// - Throws: ``CaptureError``; `.stopped` if the capture is stopped.
        func read() throws(CaptureError) -> Packet? {
            while true {
                if stop.isSet { throw CaptureError(.stopped, "Stopped.") }
                let now = clock.now
                guard let item = schedule.next(now: now) else {
                    av_usleep(UInt32(min(Self.longestSleep, max(1, schedule.due - now))))
                    continue
                }
                do throws(LibavError) {
                    return try packet(item)
                } catch {
                    throw Self.outOfMemory
                }
            }
        }

        private func packet(_ item: TestSchedule.Item) throws(LibavError) -> Packet {
            let packet = try Packet()
            switch item {
            case .picture(let number, let time):
                guard let buffer = av_buffer_pool_get(pool) else { throw .noMemory }
                packet.pointer.pointee.buf = buffer
                packet.pointer.pointee.data = buffer.pointee.data
                packet.pointer.pointee.size = Int32(picture.byteCount)
                picture.paint(
                    number: number,
                    wallTime: clock.wallTime(of: time),
                    isMarked: schedule.isMarked(time),
                    into: UnsafeMutableRawBufferPointer(start: buffer.pointee.data, count: picture.byteCount)
                )
                set(packet, Self.videoStream, time)
            case .audio(let first, let time):
                let count = TestSchedule.samplesPerBlock
                try LibavError.check(av_new_packet(packet.pointer, Int32(count * MemoryLayout<Int16>.size)))
                packet.pointer.pointee.data.withMemoryRebound(to: Int16.self, capacity: count) {
                    tone.write(from: first, into: UnsafeMutableBufferPointer(start: $0, count: count))
                }
                set(packet, Self.audioStream, time)
            }
            return packet
        }

        private func set(_ packet: Packet, _ stream: Int32, _ time: Int64) {
            packet.pointer.pointee.stream_index = stream
            packet.pointer.pointee.pts = time
            packet.pointer.pointee.dts = time
            packet.pointer.pointee.time_base = .microseconds
            packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
        }

        private static func makeVideoStream(_ settings: TestSettings) throws(LibavError) -> MediaStream {
            let parameters = try CodecParameters()
            parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            parameters.pointer.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
            parameters.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            parameters.pointer.pointee.width = Int32(settings.size.width)
            parameters.pointer.pointee.height = Int32(settings.size.height)
            parameters.pointer.pointee.color_range = AVCOL_RANGE_MPEG
            parameters.pointer.pointee.color_space = AVCOL_SPC_BT709
            parameters.pointer.pointee.color_primaries = AVCOL_PRI_BT709
            parameters.pointer.pointee.color_trc = AVCOL_TRC_BT709
            return MediaStream(
                index: Int(videoStream),
                kind: .video,
                parameters: parameters,
                frameRate: settings.rate
            )
        }

        private static func makeAudioStream() throws(LibavError) -> MediaStream {
            let parameters = try CodecParameters()
            parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            parameters.pointer.pointee.codec_id = AV_CODEC_ID_PCM_S16LE
            parameters.pointer.pointee.format = AV_SAMPLE_FMT_S16.rawValue
            parameters.pointer.pointee.sample_rate = Int32(TestSchedule.sampleRate)
            av_channel_layout_default(&parameters.pointer.pointee.ch_layout, 1)
            return MediaStream(index: Int(audioStream), kind: .audio, parameters: parameters, frameRate: nil)
        }

        private static let outOfMemory = CaptureError(
            .failure,
            "There is not enough memory for the test picture; close other programs."
        )
    }
#endif
