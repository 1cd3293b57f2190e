#if Capture
    import StreamMedia
    import StreamProtocol

    /// What the thread that encodes pictures must know.
    struct VideoPlan: Sendable {
        var encoder: EncoderSettings
        var picture: PictureSettings
        /// What is meant to come; `nil` where nobody says.
        var frameRate: Track.Rate?
        /// Late pictures are left out.
        var isLive: Bool
        /// The bit rate follows the uplink.
        var isAdaptive: Bool
    }

    extension Track.Rate {
        /// Where nobody says: what most cameras give.
        fileprivate static let usual = Track.Rate(perSecond: 30)
    }

    /// From pictures to access units: filters and encodes, as the far end wants it. Confined to one thread.
    final class VideoLine {
        /// Pictures that wait for the encoder: what comes within ``FrameDropper/leastPatience`` at 60 a second, and one
        /// more. Where fewer come in that time, the ``FrameDropper`` bounds the delay.
        static let waitingPictures = 7
        /// Between two reports of pictures that were left out, in microseconds.
        private static let reportInterval: Int64 = 10_000_000

        private let plan: VideoPlan
        private let clock: CaptureClock
        private let controls: CaptureControls
        private let output: CaptureOutput
        private let frameRate: Track.Rate
        private let filter: VideoFilter
        private var encoder: VideoEncoder?
        private var reader: H264PacketReader
        private var dropper: FrameDropper
        /// Whether a picture was delivered, or the one that the encoder was slow with was thrown away.
        private var hasBegun = false
        /// Opening an encoder and its first picture take long, and meanwhile more have come. A live stream begins with
        /// those, without a hole: the first picture is thrown away, and the next is a key frame.
        private var startsAnew = false
        /// Pictures that came while the encoder was being opened, and are not missed.
        private var beforeOpening = 0
        private var reported = (dropped: 0, at: -reportInterval)

        init(_ plan: VideoPlan, _ context: CaptureContext) throws(CaptureError) {
            self.plan = plan
            clock = context.clock
            controls = context.controls
            output = context.output
            filter = try VideoFilter(plan.picture)
            frameRate = filter.frameRate(of: plan.frameRate) ?? .usual
            do throws(MediaError) {
                reader = try H264PacketReader(id: CaptureTracks.video, frameRate: frameRate)
            } catch {
                throw CaptureError(.failure, error.description)
            }
            dropper = FrameDropper(period: Int64(1_000_000 / (plan.frameRate ?? frameRate).framesPerSecond))
        }

        /// Encodes what is put into `pictures` until nothing comes any more.
        ///
        /// - Throws: ``CaptureError`` where pictures cannot be filtered or encoded.
        func run(_ pictures: Handover<RawFrame>) throws(CaptureError) {
            while case .element(let picture, let isNewest) = pictures.take() {
                let isFirst = !hasBegun
                let isInTime = isInTime(picture, isNewest: isNewest)
                report(dropper.dropped + pictures.replacedCount - beforeOpening)
                guard isInTime else { continue }
                try filter.push(picture) { picture throws(CaptureError) in try encode(picture) }
                if isFirst { beforeOpening = dropper.dropped + pictures.replacedCount }
            }
            try filter.finish { picture throws(CaptureError) in try encode(picture) }
            try encoder?.finish { deliver($0) }
        }

        private func encode(_ picture: RawFrame) throws(CaptureError) {
            guard let encoder else { return try encode(picture, with: open(for: picture)) }
            try encode(picture, with: encoder)
        }

        private func encode(_ picture: RawFrame, with encoder: VideoEncoder) throws(CaptureError) {
            let orders = controls.takeEncoderOrders()
            if let bitRate = orders.bitRate { encoder.setBitRate(bitRate) }
            let warmsUp = !hasBegun && plan.isLive && plan.encoder.latency == .low
            try encoder.encode(picture, forcingKeyFrame: orders.forcesKeyFrame || startsAnew) { picture in
                startsAnew = warmsUp && dropper.isLate(picture.presentationTime, now: clock.now)
                hasBegun = true
                if !startsAnew { deliver(picture) }
            }
        }

        private func open(for picture: RawFrame) throws(CaptureError) -> VideoEncoder {
            let encoder = try VideoEncoder(
                plan.encoder,
                for: picture,
                frameRate: frameRate,
                size: plan.picture.size,
                announce: output.say
            )
            self.encoder = encoder
            if plan.isAdaptive, let maximum = encoder.bitRate { controls.adaptBitRate(upTo: maximum) }
            return encoder
        }

        private func deliver(_ picture: EncodedPicture) {
            reader.read(
                picture.bytes.span.bytes,
                decodeTime: picture.decodeTime,
                presentationTime: picture.presentationTime,
                captureTime: 0
            ) { event in
                if case .frame(let frame) = event, frame.flags.contains(.randomAccess) { controls.keyFrameCame() }
                output.take(event)
            }
        }

        /// Whether a picture is worth encoding.
        private func isInTime(_ picture: RawFrame, isNewest: Bool) -> Bool {
            guard plan.isLive, let time = picture.presentationTime else { return true }
            return dropper.shouldEncode(capturedAt: time, now: clock.now, isNewest: isNewest)
        }

        /// Tells the user now and then how many pictures were left out.
        private func report(_ dropped: Int) {
            let now = clock.now
            guard dropped > reported.dropped, now - reported.at > Self.reportInterval else { return }
            output.say(
                "\(dropped == 1 ? "1 picture was" : "\(dropped) pictures were") left out so far, because encoding is "
                    + "slower than the input; lower --size or --fps, or take a faster --preset."
            )
            reported = (dropped, now)
        }
    }
#endif
