#if Capture
    import Libav
    import BitCoding
    import StreamMedia
    import StreamProtocol

    /// The settings of the thread that encodes pictures.
    struct VideoPipelineSettings: Sendable {
        var encoder: EncoderSettings
        var picture: PictureSettings
        /// The nominal frame rate; `nil` if it is unknown.
        var frameRate: Track.Rate?
        /// Whether late pictures are dropped.
        var isLive: Bool
        /// Whether the bit rate follows the uplink.
        var isAdaptive: Bool
    }

    extension Track.Rate {
        /// The frame rate of most cameras, for inputs without one.
        fileprivate static let defaultRate = Track.Rate(perSecond: 30)
    }

    /// Filters and encodes pictures to access units, as the relay requests. Confined to one thread.
    final class VideoPipeline {
        /// The capacity of the queue before the encoder: the pictures of ``FrameDropper/toleratedAge`` at 60 per
        /// second, and one more. At lower rates the ``FrameDropper`` limits the delay.
        static let queueCapacity = 7
        /// The pause between the first two reports of dropped pictures, in microseconds; each is twice as long as the
        /// one before, up to an hour.
        private static let reportInterval: Int64 = 10_000_000
        private static let longestReportInterval: Int64 = 3_600_000_000

        private let settings: VideoPipelineSettings
        private let clock: CaptureClock
        private let controls: CaptureControls
        private let output: CaptureOutput
        private let frameRate: Track.Rate
        private let filter: VideoFilter
        private var encoder: VideoEncoder?
        private var reader: H264PacketReader
        private var dropper: FrameDropper
        /// Whether a picture has been delivered, or the slow first one discarded.
        private var hasDelivered = false
        /// The encoder takes long to open and to encode its first picture, and more pictures arrive meanwhile. A live
        /// stream discards the first picture and begins with the next one as a key frame, so that it has no gap.
        private var hasDiscardedPicture = false
        /// Pictures that arrived while the encoder was being opened. They do not count as dropped.
        private var droppedBeforeOpening = 0
        private var reported = (dropped: 0, at: -reportInterval, pause: reportInterval / 2)

        init(_ settings: VideoPipelineSettings, _ context: CaptureContext) throws(CaptureError) {
            self.settings = settings
            clock = context.clock
            controls = context.controls
            output = context.output
            filter = try VideoFilter(settings.picture)
            frameRate = filter.frameRate(of: settings.frameRate) ?? .defaultRate
            do throws(MediaError) {
                reader = try H264PacketReader(id: CaptureTracks.video, frameRate: frameRate)
            } catch {
                throw CaptureError(.failure, error.reason)
            }
            dropper = FrameDropper(period: Int64(1_000_000 / (settings.frameRate ?? frameRate).framesPerSecond))
        }

        /// Encodes the pictures of the queue until it is closed.
        ///
        /// - Throws: ``CaptureError`` if pictures cannot be filtered or encoded.
        func run(_ pictures: BoundedQueue<RawFrame>) throws(CaptureError) {
            while case .element(let picture, let isNewest) = pictures.take() {
                let isFirst = !hasDelivered
                let isInTime = isInTime(picture, isNewest: isNewest)
                reportDropped(dropper.dropped + pictures.replacedCount - droppedBeforeOpening)
                guard isInTime else { continue }
                try filter.push(picture) { picture throws(CaptureError) in try encode(picture) }
                if isFirst { droppedBeforeOpening = dropper.dropped + pictures.replacedCount }
            }
            try filter.finish { picture throws(CaptureError) in try encode(picture) }
            try encoder?.finish { deliver($0) }
        }

        private func encode(_ picture: RawFrame) throws(CaptureError) {
            guard let encoder else { return try encode(picture, with: open(for: picture)) }
            try encode(picture, with: encoder)
        }

        private func encode(_ picture: RawFrame, with encoder: VideoEncoder) throws(CaptureError) {
            let update = controls.takeEncoderUpdate()
            if let bitRate = update.bitRate { encoder.setBitRate(bitRate) }
            let warmsUp = !hasDelivered && settings.isLive && settings.encoder.latency == .low
            try encoder.encode(picture, forcingKeyFrame: update.forcesKeyFrame || hasDiscardedPicture) { picture in
                hasDiscardedPicture = warmsUp && dropper.isLate(picture.presentationTime, now: clock.now)
                hasDelivered = true
                if !hasDiscardedPicture { deliver(picture) }
            }
        }

        private func open(for picture: RawFrame) throws(CaptureError) -> VideoEncoder {
            let encoder = try VideoEncoder(
                settings.encoder,
                for: picture,
                frameRate: frameRate,
                size: settings.picture.size,
                report: output.report
            )
            self.encoder = encoder
            if settings.isAdaptive, let maximum = encoder.bitRate { controls.adaptBitRate(upTo: maximum) }
            return encoder
        }

        private func deliver(_ picture: EncodedPicture) {
            reader.read(
                picture.bytes.span.bytes,
                decodeTime: picture.decodeTime,
                presentationTime: picture.presentationTime,
                captureTime: 0
            ) { event in
                if case .frame(let frame) = event, frame.flags.isStart { controls.keyFrameEncoded() }
                output.take(event)
            }
        }

        /// Whether a picture is recent enough to encode.
        private func isInTime(_ picture: RawFrame, isNewest: Bool) -> Bool {
            guard settings.isLive, let time = picture.presentationTime else { return true }
            return dropper.shouldEncode(capturedAt: time, now: clock.now, isNewest: isNewest)
        }

        /// Reports the number of dropped pictures from time to time.
        private func reportDropped(_ dropped: Int) {
            let now = clock.now
            guard dropped > reported.dropped, now - reported.at > reported.pause else { return }
            output.report(
                "\(dropped == 1 ? "1 picture was" : "\(dropped) pictures were") dropped so far, because encoding is "
                    + "slower than the input; lower --size or --fps, or choose a faster --preset."
            )
            reported = (dropped, now, min(reported.pause * 2, Self.longestReportInterval))
        }
    }
#endif
