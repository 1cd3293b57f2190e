#if Capture
    import CFFmpeg

    /// Reads packets from a file, an address or a device.
    ///
    /// Confined to one thread. Its packets have times in microseconds: from 0 on, unless ``MediaSource/keepsTimes`` is
    /// set; decode times may begin a little below.
    final class MediaReader {
        /// What ``next()`` finds.
        enum Reading {
            case packet(Packet)
            /// Nothing is there now; only of sources that are ``MediaSource/isNonBlocking``.
            case nothingYet
            case end
        }

        let source: MediaSource
        /// The streams of pictures and sound.
        private(set) var streams: [MediaStream] = []

        private var context: UnsafeMutablePointer<AVFormatContext>?
        /// Where the bytes come from, unless libav opens that itself.
        private var descriptorInput: DescriptorInput?
        private let interruption: Interruption
        /// The streams whose packets are wanted. libav itself hands out those that it had looked at before it was told.
        /// By stream: those of pictures.
        private var missingTimes: [Int: MissingDecodeTimes] = [:]
        private var selected: Set<Int> = []
        /// What is taken off all times, in microseconds; `nil` before the first packet of a source that does not say.
        private var origin: Int64?

        /// Opens `source`.
        ///
        /// - Throws: ``CaptureError`` that says why that is not possible; `.stopped` when `stop` was set meanwhile.
        init(_ source: MediaSource, stop: StopFlag) throws(CaptureError) {
            LibavLog.takeOver()
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
            interruption.limit(to: nil)
            guard !streams.isEmpty else {
                close()
                throw CaptureError(.badData, "\(source.name) holds neither pictures nor sound.")
            }
        }

        /// As ``init(_:stop:)``, for what needs no more than this.
        convenience init(
            url: String,
            format: String? = nil,
            options: [String: String] = [:],
            stop: StopFlag
        ) throws(CaptureError) {
            var source = MediaSource(url: url, format: format)
            source.options = options
            try self.init(source, stop: stop)
        }

        deinit {
            close()
        }

        /// Whether the container says how long it lasts: then it is a recording, wherever it comes from.
        var hasKnownEnd: Bool {
            guard let context, context.pointee.duration > 0 else { return false }
            // A guess by bit rate and size, which is that of the playlist.
            let isGuess = context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
            let name = context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
            return !(isGuess && ["hls", "dash"].contains(name))
        }

        /// Whether the format's clock may be set between two packets, as that of MPEG transport streams may.
        var mayStepAhead: Bool { hasFormatFlag(AVFMT_TS_DISCONT) }

        /// Whether packets bear times. Those of bare pictures do not: libavformat counts them.
        var isTimed: Bool { !hasFormatFlag(AVFMT_NOTIMESTAMPS) }

        private func hasFormatFlag(_ flag: Int32) -> Bool {
            (context?.pointee.iformat?.pointee.flags ?? 0) & flag != 0
        }

        /// Whether it is read from a pipe, whose bytes come as somebody writes them.
        var isPipe: Bool { descriptorInput?.isPipe ?? false }

        /// When the first and the last bytes came from a pipe or file that was open, by ``CaptureClock/monotonicNow``.
        var arrivals: (first: Int64, last: Int64)? { descriptorInput?.arrivals }

        /// The first stream of a kind that is no cover picture; of several, the one that libav thinks best, and of sound
        /// the one that belongs to the pictures, where there are several programmes.
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

        /// Leaves out the packets of all other streams.
        func select(_ wanted: [MediaStream]) {
            guard let context else { return }
            selected = Set(wanted.map(\.index))
            for index in 0..<Int(context.pointee.nb_streams) {
                let isWanted = selected.contains(index)
                context.pointee.streams[index]?.pointee.discard = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            }
        }

        /// The next packet of a picture or of sound; waits for it.
        ///
        /// - Returns: `nil` at the end.
        /// - Throws: ``CaptureError``; `.stopped` when told to stop.
        func read() throws(CaptureError) -> Packet? {
            while true {
                switch try next() {
                case .packet(let packet): return packet
                case .end: return nil
                case .nothingYet: av_usleep(Self.pollInterval)
                }
            }
        }

        /// The next packet of a picture or of sound, or that there is none now.
        ///
        /// - Throws: ``CaptureError``; `.stopped` when told to stop.
        func next() throws(CaptureError) -> Reading {
            guard let context else { return .end }
            interruption.limit(to: source.patience == .unlimited ? nil : MediaSource.silenceLimit)
            do throws(LibavError) {
                while true {
                    if interruption.isStopped { throw .interrupted }
                    let packet = try Packet()
                    // What a decoder said of earlier packets is not why this one cannot be read.
                    LibavLog.clear()
                    let result = av_read_frame(context, packet.pointer)
                    switch LibavError(code: result) {
                    case .again where source.isNonBlocking: return .nothingYet
                    case .again:
                        av_usleep(Self.pollInterval)
                        continue
                    case .end: return .end
                    // A sender who leaves closes the connection, which its protocol takes for an error.
                    case let error where source.patience == .listener && error.isDisconnection: return .end
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

        /// Between two looks at a source that has nothing, in microseconds.
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
            if let name = source.soundEncoding, let codec = avcodec_descriptor_get_by_name(name) {
                allocated.pointee.audio_codec_id = codec.pointee.id
            }
            if source.isNonBlocking { allocated.pointee.flags |= AVFMT_FLAG_NONBLOCK }
            var options = LibavOptions()
            for (name, value) in source.options { options[name] = value }
            interruption.limit(to: source.patience == .server ? MediaSource.openingLimit : nil)
            // Frees the context, and sets the pointer to nil, when it fails.
            try LibavError.check(options.lend { avformat_open_input(&context, source.url, format, $0) })
            guard let context else { throw .noMemory }
            // libav itself lets in whoever comes.
            if source.hasStreamKey, LibavLog.warned("Unexpected stream") { throw .wrongStreamKey }
            if source.isProbed {
                interruption.limit(to: source.patience == .unlimited ? nil : MediaSource.openingLimit)
                try LibavError.check(avformat_find_stream_info(context, nil))
            }
            for index in 0..<Int(context.pointee.nb_streams) {
                guard let stream = context.pointee.streams[index] else { continue }
                if let stream = try MediaStream(stream) { streams.append(stream) }
            }
            for stream in streams where stream.kind == .video {
                missingTimes[stream.index] = MissingDecodeTimes(
                    reorderedPictures: Int(stream.parameters.pointer.pointee.video_delay),
                    period: stream.frameRate.map { Int64(1_000_000 / $0.framesPerSecond) } ?? 0
                )
            }
            selected = Set(streams.map(\.index))
            origin =
                source.keepsTimes
                ? 0 : (context.pointee.start_time == shim_no_time() ? nil : context.pointee.start_time)
        }

        private func close() {
            avformat_close_input(&context)
        }

        /// Times outside of this, in microseconds, are none: some 36,000 years. Sums of a few inside do not overflow.
        private static let plausibleTimes: ClosedRange<Int64> = -1 << 60...1 << 60

        /// Puts a packet's times on the common time line, in microseconds.
        private func rebase(_ packet: Packet) {
            guard let stream = context?.pointee.streams[packet.streamIndex] else { return }
            av_packet_rescale_ts(packet.pointer, stream.pointee.time_base, .microseconds)
            packet.pointer.pointee.time_base = .microseconds
            let first = origin ?? packet.presentationTime ?? packet.decodeTime
            origin = first
            packet.pointer.pointee.pts = Self.time(packet.presentationTime, since: first)
            packet.pointer.pointee.dts = Self.time(packet.decodeTime, since: first)
            let index = packet.streamIndex
            if let decodeTime = missingTimes[index]?.decodeTime(
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
