#if Capture
    import CFFmpeg
    import Libav

    /// Reads packets from a file, an address or a device.
    ///
    /// Confined to one thread. Its packets have times in microseconds that start at 0, unless
    /// ``MediaSource/keepsTimestamps`` is set; decode times may start slightly below.
    final class MediaReader {
        /// The result of ``next()``.
        enum ReadResult {
            case packet(Packet)
            /// No packet is available; only for sources with ``MediaSource/isNonBlocking``.
            case nothingYet
            case end
        }

        let source: MediaSource
        /// The video and audio streams.
        private(set) var streams: [MediaStream] = []

        private var context: UnsafeMutablePointer<AVFormatContext>?
        /// The source of the bytes, unless libav opens it itself.
        private var descriptorInput: DescriptorInput?
        private let interruption: Interruption
        /// The generators of decode times for the selected video streams, by index.
        private var decodeTimes: [Int: DecodeTimeGenerator] = [:]
        /// The selected streams. libav also returns packets of others that it analysed before the selection.
        private var selected: Set<Int> = []
        /// The time that is subtracted from all times, in microseconds; `nil` before the first packet of a source
        /// without a start time.
        private var origin: Int64?

        /// Opens `source`.
        ///
        /// - Throws: ``CaptureError`` if that fails; `.stopped` if `stop` is set first.
        init(_ source: MediaSource, stop: StopFlag) throws(CaptureError) {
            LibavLog.install()
            avdevice_register_all()
            self.source = source
            interruption = Interruption(stop: stop)
            let format = try source.format.map { name throws(CaptureError) in try Self.inputFormat(name) }
            LibavLog.clear()
            do throws(LibavError) {
                try open(format)
            } catch {
                close()
                throw failure(.opening, error)
            }
            interruption.setTimeout(nil)
            guard !streams.isEmpty else {
                close()
                throw CaptureError(.badData, "\(source.name) holds neither pictures nor sound.")
            }
        }

        deinit {
            close()
        }

        /// Whether the container has a duration: then the source is a recording.
        var hasKnownDuration: Bool {
            guard let context, context.pointee.duration > 0 else { return false }
            // An estimate from the bit rate and the size, which is the playlist's.
            let isGuess = context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
            let name = context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
            return !(isGuess && ["hls", "dash"].contains(name))
        }

        /// Whether the format's clock may jump between two packets, as in MPEG transport streams.
        var mayStepAhead: Bool { hasFormatFlag(AVFMT_TS_DISCONT) }

        /// Whether packets have times. Elementary streams have none: libavformat counts them.
        var isTimed: Bool { !hasFormatFlag(AVFMT_NOTIMESTAMPS) }

        private func hasFormatFlag(_ flag: Int32) -> Bool {
            (context?.pointee.iformat?.pointee.flags ?? 0) & flag != 0
        }

        /// Whether the source is a pipe, which another program writes at its own pace.
        var isPipe: Bool { descriptorInput?.isPipe ?? false }

        /// The arrival of the first and the last bytes of a pipe or an open file, by ``CaptureClock/monotonicNow``.
        var arrivals: (first: Int64, last: Int64)? { descriptorInput?.arrivals }

        /// The best stream of a kind by libav's choice, without cover pictures; for audio, the one in the same
        /// programme as the video.
        func bestStream(_ kind: MediaStream.Kind) -> MediaStream? {
            switch kind {
            case .video: bestStream(kind, AVMEDIA_TYPE_VIDEO, beside: nil)
            case .audio: bestStream(kind, AVMEDIA_TYPE_AUDIO, beside: bestStream(.video))
            }
        }

        private func bestStream(
            _ kind: MediaStream.Kind,
            _ type: AVMediaType,
            beside related: MediaStream?
        ) -> MediaStream? {
            let best = Int(av_find_best_stream(context, type, -1, Int32(related?.index ?? -1), nil, 0))
            return streams.first { $0.index == best && !$0.isStillPicture }
                ?? streams.first { $0.kind == kind && !$0.isStillPicture }
        }

        /// Skips the packets of all other streams.
        func select(_ wanted: [MediaStream]) {
            guard let context else { return }
            selected = Set(wanted.map(\.index))
            for index in 0..<Int(context.pointee.nb_streams) {
                let isWanted = selected.contains(index)
                context.pointee.streams[index]?.pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            }
        }

        /// Waits for the next video or audio packet.
        ///
        /// - Returns: `nil` at the end.
        /// - Throws: ``CaptureError``; `.stopped` if the capture is stopped.
        func read() throws(CaptureError) -> Packet? {
            while true {
                switch try next() {
                case .packet(let packet): return packet
                case .end: return nil
                case .nothingYet: av_usleep(Self.pollInterval)
                }
            }
        }

        /// The next video or audio packet, or `nothingYet`.
        ///
        /// - Throws: ``CaptureError``; `.stopped` if the capture is stopped.
        func next() throws(CaptureError) -> ReadResult {
            guard let context else { return .end }
            interruption.setTimeout(source.timeoutPolicy == .unlimited ? nil : MediaSource.silenceTimeout)
            do throws(LibavError) {
                while true {
                    if interruption.isStopped { throw .interrupted }
                    let packet = try Packet()
                    // A decoder's messages about earlier packets are not the reason of this error.
                    LibavLog.clear()
                    let result = av_read_frame(context, packet.pointer)
                    switch LibavError(code: result) {
                    case .again where source.isNonBlocking: return .nothingYet
                    case .again:
                        av_usleep(Self.pollInterval)
                        continue
                    case .end: return .end
                    // A sender that ends closes the connection, which its protocol treats as an error.
                    case let error where source.timeoutPolicy == .listener && error.isDisconnection: return .end
                    default: try LibavError.check(result)
                    }
                    guard selected.contains(packet.streamIndex) else { continue }
                    if packet.isEncrypted { throw .encrypted }
                    rebase(packet)
                    return .packet(packet)
                }
            } catch {
                throw failure(.reading, error)
            }
        }

        /// The polling interval for a source without data, in microseconds.
        private static let pollInterval: UInt32 = 2_000

        private func open(_ format: UnsafePointer<AVInputFormat>?) throws(LibavError) {
            guard let allocated = avformat_alloc_context() else { throw .noMemory }
            context = allocated
            allocated.pointee.interrupt_callback = interruption.callback
            if let pipe = source.pipe {
                descriptorInput = try DescriptorInput(pipe: pipe, interruption)
            } else if source.url == MediaSource.standardInput {
                descriptorInput = try DescriptorInput(source.descriptor, interruption)
            }
            if let descriptorInput { allocated.pointee.pb = descriptorInput.context }
            if let name = source.audioCodec, let codec = avcodec_descriptor_get_by_name(name) {
                allocated.pointee.audio_codec_id = codec.pointee.id
            }
            if source.isNonBlocking { allocated.pointee.flags |= AVFMT_FLAG_NONBLOCK }
            var options = LibavOptions()
            for (name, value) in source.options { options[name] = value }
            interruption.setTimeout(source.timeoutPolicy == .server ? MediaSource.openingTimeout : nil)
            // It frees the context and sets the pointer to nil if it fails.
            try LibavError.check(options.lend { avformat_open_input(&context, source.url, format, $0) })
            guard let context else { throw .noMemory }
            // libav itself accepts every sender.
            if source.hasStreamKey, LibavLog.hasWarning(containing: "Unexpected stream") { throw .wrongStreamKey }
            if source.isProbed {
                interruption.setTimeout(source.timeoutPolicy == .unlimited ? nil : MediaSource.openingTimeout)
                try LibavError.check(avformat_find_stream_info(context, nil))
            }
            for index in 0..<Int(context.pointee.nb_streams) {
                guard let stream = context.pointee.streams[index] else { continue }
                if let stream = try MediaStream(stream) { streams.append(stream) }
            }
            for stream in streams where stream.kind == .video {
                decodeTimes[stream.index] = DecodeTimeGenerator(
                    reorderedPictures: Int(stream.parameters.pointer.pointee.video_delay),
                    period: stream.frameRate.map { Int64(1_000_000 / $0.framesPerSecond) } ?? 0
                )
            }
            selected = Set(streams.map(\.index))
            origin =
                source.keepsTimestamps
                ? 0 : (context.pointee.start_time == shim_no_time() ? nil : context.pointee.start_time)
        }

        private func close() {
            avformat_close_input(&context)
        }

        /// Times outside this range, in microseconds, are invalid: some 36,000 years. Sums of a few values inside do
        /// not overflow.
        private static let plausibleTimes: ClosedRange<Int64> = -1 << 60...1 << 60

        /// Puts a packet's times on the common timeline, in microseconds.
        private func rebase(_ packet: Packet) {
            guard let stream = context?.pointee.streams[packet.streamIndex] else { return }
            av_packet_rescale_ts(packet.pointer, stream.pointee.time_base, .microseconds)
            packet.pointer.pointee.time_base = .microseconds
            let first = origin ?? packet.presentationTime ?? packet.decodeTime
            origin = first
            packet.pointer.pointee.pts = Self.time(packet.presentationTime, since: first)
            packet.pointer.pointee.dts = Self.time(packet.decodeTime, since: first)
            let index = packet.streamIndex
            if let decodeTime = decodeTimes[index]?.decodeTime(
                packet.decodeTime,
                presentationTime: packet.presentationTime
            ) {
                packet.pointer.pointee.dts = decodeTime
            }
        }

        private static func time(_ time: Int64?, since first: Int64?) -> Int64 {
            guard let time, let first else { return shim_no_time() }
            let (result, hasOverflowed) = time.subtractingReportingOverflow(first)
            return !hasOverflowed && plausibleTimes.contains(result) ? result : shim_no_time()
        }

        private func failure(_ step: MediaFailure.Step, _ error: LibavError) -> CaptureError {
            let hasExpired = interruption.hasExpired && !interruption.isStopped
            return MediaFailure(source: source, step: step, error: error, hasExpired: hasExpired).captureError
        }

        private static func inputFormat(_ name: String) throws(CaptureError) -> UnsafePointer<AVInputFormat> {
            guard let format = av_find_input_format(name) else {
                throw CaptureError(
                    .usage,
                    "There is no input format '\(name)'; --input-format takes FFmpeg's names, such as mpegts or matroska."
                )
            }
            return format
        }
    }
#endif
