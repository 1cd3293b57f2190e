#if Player
    import CFFmpeg
    import Libav
    import NIOCore
    import StreamClient
    import StreamProtocol

    /// Decodes one video track: does with libavcodec what ``VideoDecodingSession`` decides.
    ///
    /// Confined to one thread.
    package final class VideoDecoder {
        /// What comes out.
        package enum Output {
            /// A picture, in the order of presentation.
            case picture(DecodedPicture)
            /// The publisher should send a key frame.
            case keyFrameNeeded
            case problem(DecodingProblem)
        }

        /// Pictures whose frames wait in the decoder at most: a whole decoded picture buffer of fields, twice.
        private static let maximumWaiting = 64
        /// Pictures up to this many luma samples, 1920 by 1088, are decoded by one thread: that is fast enough, and only
        /// a single thread finds all parts of a picture that are missing (libavcodec's error resilience).
        private static let maximumSingleThreadSize = 1920 * 1088
        /// The slices of a larger picture are decoded by so many threads. More than four cost more than they gain.
        private static let maximumThreads: Int32 = 4

        /// libavcodec's errors that damage no picture: supplemental information; parameter sets of other layers (SVC,
        /// MVC), which refer to an SPS that it does not read; and references that are to be dropped and never came, as
        /// after a gradual start. If a picture needs what is missing, another error follows.
        private static let harmlessErrors = ["SEI type", "sps_id", "mmco: unref short failure"]

        /// What libavcodec says of a GPU that knows no H.264 or not this stream's profile or size. It then decodes in
        /// software itself: nothing is wrong.
        private static let errorsOfOtherGPUs = [
            "Failed setup for format", "Hardware does not support image size",
            // VA_STATUS_ERROR_UNSUPPORTED_PROFILE and …_ENTRYPOINT.
            "Failed to create decode configuration: 12 ", "Failed to create decode configuration: 13 ",
        ]

        package let track: TrackID
        /// Whether the last picture came from a GPU.
        package private(set) var usesHardware = false
        private var session: VideoDecodingSession
        private let device: HardwareDevice?
        private var decoder: CodecDecoder?
        private var packet: Packet?
        /// By the time that the decoder sees: the frames that it holds.
        private var waiting: [Int64: (header: FrameHeader, isShown: Bool)] = [:]
        private var count: Int64 = 0

        /// - Parameter device: `nil` to decode in software.
        package init(_ track: Track, device: HardwareDevice? = nil) {
            self.track = track.id
            self.device = device
            session = VideoDecodingSession(track: track.id, acceleration: device == nil ? .software : .hardware)
            session.follow(track)
        }

        /// Takes the track's description when it changes.
        package func follow(_ track: Track) {
            session.follow(track)
        }

        /// Decodes a frame.
        package func receive(_ frame: Frame, _ emit: (Output) -> Void) {
            perform(session.receive(frame), emit)
        }

        /// Frames of the track are missing.
        package func miss(_ gap: Gap, _ emit: (Output) -> Void) {
            perform(session.miss(gap), emit)
        }

        /// Another generation of the stream follows.
        package func miss(_ discontinuity: StreamDiscontinuity, _ emit: (Output) -> Void) {
            perform(session.miss(discontinuity), emit)
        }

        /// The stream has ended: emits the last pictures, and closes the decoder.
        package func finish(_ emit: (Output) -> Void) {
            perform(session.finish(), emit)
        }

        private func perform(_ actions: [VideoDecodingSession.Action], _ emit: (Output) -> Void) {
            for action in actions {
                // An action that fails replaces those that follow it.
                if let instead = attempt(action, emit) { return perform(instead, emit) }
            }
        }

        /// - Returns: `nil` if the action succeeded.
        private func attempt(
            _ action: VideoDecodingSession.Action,
            _ emit: (Output) -> Void
        ) -> [VideoDecodingSession.Action]? {
            switch action {
            case .open(let configuration, let acceleration): return open(configuration, acceleration)
            case .decode(let frame, let isShown, let prefix): return decode(frame, isShown: isShown, prefix, emit)
            case .drain: drain(emit)
            case .close: close()
            case .requestKeyFrame: emit(.keyFrameNeeded)
            case .report(let problem): emit(.problem(problem))
            }
            return nil
        }

        private func close() {
            decoder = nil
            waiting = [:]
        }

        private func open(
            _ configuration: VideoConfiguration,
            _ acceleration: VideoDecodingSession.Acceleration
        ) -> [VideoDecodingSession.Action]? {
            close()
            LibavLog.clear()
            guard let codec = avcodec_find_decoder(AV_CODEC_ID_H264) else {
                return session.failToOpen(reason: "FFmpeg's installed libraries have no decoder for H.264")
            }
            do throws(LibavError) {
                let harmless = Self.harmlessErrors + Self.errorsOfOtherGPUs
                decoder = try CodecDecoder(codec, harmlessErrors: harmless) { context throws(LibavError) in
                    try context.setExtradata(configuration.parameterSets)
                    context.pointee.has_b_frames = Int32(configuration.reorderDepth)
                    context.pointee.thread_type = FF_THREAD_SLICE
                    let samples = configuration.size.map { Int($0.width) * Int($0.height) } ?? 0
                    let isLarge = samples > Self.maximumSingleThreadSize
                    context.pointee.thread_count = isLarge ? min(av_cpu_count(), Self.maximumThreads) : 1
                    // Cropping to the sample; and the session knows which pictures are right.
                    context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED | AV_CODEC_FLAG_OUTPUT_CORRUPT
                    if configuration.reorderDepth == 0 { context.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY }
                    context.pointee.pkt_timebase = .microseconds
                    if acceleration == .hardware { try device?.attach(to: context) }
                }
                return nil
            } catch {
                return session.failToOpen(reason: LibavLog.firstError ?? error.description)
            }
        }

        private func decode(
            _ frame: Frame,
            isShown: Bool,
            _ prefix: [UInt8],
            _ emit: (Output) -> Void
        ) -> [VideoDecodingSession.Action]? {
            guard let decoder else { return nil }
            var failure: String?
            do throws(LibavError) {
                if packet == nil { packet = try Packet() }
                guard let packet else { return nil }
                try packet.fill(prefix, frame.payload)
                count += 1
                packet.pointer.pointee.pts = count
                waiting[count] = (frame.header, isShown)
                waiting[count - Int64(Self.maximumWaiting)] = nil
                failure = run(packet, on: decoder, emit)
                packet.clear()
                if failure == nil, decoder.context.pointee.pix_fmt != AV_PIX_FMT_VAAPI { session.decodesInSoftware() }
            } catch {
                failure = error.description
            }
            return failure.map { session.fail(at: frame.header, reason: $0) }
        }

        private func drain(_ emit: (Output) -> Void) {
            guard let decoder else { return }
            // An error of a picture was reported when it was decoded.
            _ = run(nil, on: decoder, emit)
            decoder.flush()
            waiting = [:]
        }

        /// - Returns: The first error.
        private func run(_ packet: Packet?, on decoder: CodecDecoder, _ emit: (Output) -> Void) -> String? {
            var failure: String?
            decoder.decode(packet) { (error: LibavError) throws(Never) in
                failure = failure ?? error.description
            } emit: { (frame: RawFrame) throws(Never) in
                if let problem = take(frame, emit) { failure = failure ?? problem }
            }
            // Threads for slices log errors, and pass none on.
            return decoder.takeLoggedError() ?? failure
        }

        /// - Returns: An error of the picture.
        private func take(_ frame: RawFrame, _ emit: (Output) -> Void) -> String? {
            guard let (header, isShown) = waiting.removeValue(forKey: frame.pointer.pointee.pts) else { return nil }
            if frame.pointer.pointee.decode_error_flags != 0 || frame.pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
            {
                return "parts of it are missing"
            }
            usesHardware = frame.pixelFormat == AV_PIX_FMT_VAAPI
            guard isShown else { return nil }
            if usesHardware { LibavLog.clear() }
            do throws(LibavError) {
                let own = usesHardware ? try HardwareDevice.copy(frame) : try RawFrame(referring: frame)
                session.emitted(header)
                emit(.picture(DecodedPicture(own, of: header)))
                return nil
            } catch {
                return (usesHardware ? LibavLog.firstError : nil) ?? error.description
            }
        }
    }

    extension UnsafeMutablePointer<AVCodecContext> {
        /// Sets the codec's configuration. The context owns the copy.
        func setExtradata(_ bytes: [UInt8]) throws(LibavError) {
            guard !bytes.isEmpty else { return }
            guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { throw .noMemory }
            memory.copyMemory(from: bytes, byteCount: bytes.count)
            pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
            pointee.extradata_size = Int32(bytes.count)
        }
    }

    extension Packet {
        /// Fills the packet with a copy of the bytes.
        func fill(_ prefix: [UInt8], _ payload: ByteBuffer) throws(LibavError) {
            guard let size = Int32(exactly: prefix.count + payload.readableBytes) else { throw .noMemory }
            clear()
            try LibavError.check(av_new_packet(pointer, size))
            guard let data = pointer.pointee.data else { throw .noMemory }
            let memory = UnsafeMutableRawBufferPointer(start: data, count: Int(size))
            memory.copyBytes(from: prefix)
            payload.withUnsafeReadableBytes {
                UnsafeMutableRawBufferPointer(rebasing: memory[prefix.count...]).copyMemory(from: $0)
            }
        }
    }
#endif
