#if Capture
    import CFFmpeg
    import StreamProtocol

    /// Encodes pictures as H.264 by the settings, with the encoder that can be had.
    ///
    /// With ``EncoderSettings/Choice/auto`` an encoder that is not there, cannot do what is asked for, or whose device
    /// dies while it runs is replaced by the next, with an announcement that says why. One that was named is not: then the
    /// error is thrown.
    ///
    /// Pictures come as they are: ``PictureFitting`` makes of them what the encoder takes. They may change in size and
    /// colours: the encoder is opened anew, and its next access unit has other parameter sets. Confined to one thread.
    final class VideoEncoder {
        var candidates: EncoderCandidates
        var running: RunningEncoder
        var finisher: AccessUnitFinisher
        /// Whether what the encoder makes has been compared with what it was asked for.
        var isChecked = false
        /// Pictures that have gone in and not come out, kept while another encoder may have to do them again.
        var pending: [PendingPicture] = []
        /// The newest picture that went in, or the one that the encoder was opened for.
        private(set) var newest: RawFrame
        /// The newest picture that has come out.
        var newestTick: Int64 = -1
        private let frameRate: Track.Rate
        private let fitting: PictureFitting
        private var times: PictureTimes
        private var schedule: KeyFrameSchedule
        /// What was set while it runs.
        private(set) var bitRateLimit: Int?
        private var isBitRateNew = false

        /// Opens an encoder.
        ///
        /// - Parameters:
        ///   - settings: What is wished for.
        ///   - picture: What the first pictures are like. It is not encoded.
        ///   - frameRate: What is meant to come; fewer may.
        ///   - size: Scale to this size.
        ///   - announce: Takes one sentence that says what was chosen instead of what, and why.
        /// - Throws: A sentence, where no encoder can do it.
        init(
            _ settings: EncoderSettings,
            for picture: RawFrame,
            frameRate: Track.Rate,
            size: PictureSettings.Size? = nil,
            announce: @escaping (String) -> Void
        ) throws(CaptureError) {
            LibavLog.takeOver()
            self.frameRate = frameRate
            newest = picture
            fitting = PictureFitting(size: size)
            candidates = EncoderCandidates(settings, frameRate: frameRate, fitting: fitting, announce: announce)
            running = try candidates.open(for: picture)
            let framePeriod = running.target.format.framePeriod
            times = PictureTimes(framePeriod: framePeriod)
            schedule = KeyFrameSchedule(settings.keyFrameInterval, framePeriod: framePeriod)
            finisher = AccessUnitFinisher(running.target)
        }

        /// libavcodec's name of the encoder that runs.
        var name: String { running.name }

        /// The render node that it runs on, if any.
        var device: String? { running.surfaces?.device }

        /// In bits per second, what it is told to hold on average, or at most; `nil` where it holds the quality alone.
        var bitRate: Int? { running.target.bitRate }

        /// Encodes a picture, whose time is in microseconds, and hands out what is complete: with low latency, this one.
        ///
        /// - Parameter forcingKeyFrame: It becomes an IDR picture.
        func encode(
            _ frame: RawFrame,
            forcingKeyFrame: Bool = false,
            _ body: (EncodedPicture) -> Void
        ) throws(CaptureError) {
            newest = frame
            try adopt(frame, body)
            let (tick, time) = times.count(frame.presentationTime)
            let isKey = forcingKeyFrame || schedule.isDue(at: time)
            if isKey { schedule.keyFrameIs(at: time) }
            let picture = PendingPicture(frame: frame, tick: tick, isKey: isKey)
            pending.append(picture)
            do throws(EncodingTrouble) {
                try feed(picture, body)
            } catch {
                try recover(from: error, body)
            }
            if !mayBeReplaced { pending.removeAll() }
        }

        /// Changes the bit rate from the next picture on. Where the encoder has to be opened anew for that, nothing is
        /// lost and the next picture is an IDR picture. With a constant quantiser there is no bit rate to change.
        func setBitRate(_ bitsPerSecond: Int) {
            bitRateLimit = bitsPerSecond
            running.target = running.target.withBitRate(bitsPerSecond)
            isBitRateNew = true
        }

        /// Hands out what is left; it cannot be used after that.
        func finish(_ body: (EncodedPicture) -> Void) throws(CaptureError) {
            do throws(EncodingTrouble) {
                try drain(body)
            } catch {
                try recover(from: error, body)
                do throws(EncodingTrouble) { try drain(body) } catch { throw captureError(error) }
            }
        }

        /// What a picture is when it has been made one for the running encoder.
        func format(of picture: RawFrame) -> VideoFormat {
            fitting.fit(of: picture, to: [running.encoder.pixelFormat]).format(at: frameRate)
        }

        /// Makes the running encoder one for this picture and the bit rate as it is now.
        private func adopt(_ frame: RawFrame, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            guard format(of: frame) == running.target.format else { return try reopen(for: frame, body) }
            guard isBitRateNew else { return }
            isBitRateNew = false
            let configuration = try EncoderDialects.dialect(named: running.name).configuration(for: running.target)
            guard configuration.rates != running.encoder.rates else { return }
            guard running.encoder.canFollow(configuration) else { return try reopen(for: frame, body) }
            running.encoder.follow(configuration)
        }
    }

    /// A picture on its way through an encoder, as it came.
    struct PendingPicture {
        let frame: RawFrame
        let tick: Int64
        let isKey: Bool
    }

    /// Why an encoder that runs cannot go on.
    enum EncodingTrouble: Error {
        case failed(LibavError)
        /// What it makes is not what it was asked for.
        case refused(String)
        /// The picture could not be made one for it, which no other encoder mends.
        case unfit(CaptureError)
    }

    /// Through the encoder that runs.
    extension VideoEncoder {
        func feed(_ picture: PendingPicture, _ body: (EncodedPicture) -> Void) throws(EncodingTrouble) {
            let fitted: RawFrame
            do throws(CaptureError) {
                fitted = try fitting.picture(picture.frame, in: running.encoder.pixelFormat)
            } catch {
                throw .unfit(error)
            }
            do throws(LibavError) {
                let frame = try running.surfaces?.upload(fitted) ?? fitted
                frame.pointer.pointee.pts = picture.tick
                frame.pointer.pointee.pict_type = picture.isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
                try running.encoder.send(frame)
            } catch {
                throw .failed(error)
            }
            while let packet = try receive() { try hand(packet, to: body) }
        }

        func drain(_ body: (EncodedPicture) -> Void) throws(EncodingTrouble) {
            do throws(LibavError) { try running.encoder.send(nil) } catch { throw .failed(error) }
            while let packet = try receive() { try hand(packet, to: body) }
        }

        private func receive() throws(EncodingTrouble) -> Packet? {
            do throws(LibavError) { return try running.encoder.receive() } catch { throw .failed(error) }
        }

        private func hand(_ packet: Packet, to body: (EncodedPicture) -> Void) throws(EncodingTrouble) {
            let bytes = finisher.finish(
                packet.bytes.bytes,
                isKey: packet.isKey,
                extradata: running.encoder.extradata
            )
            try check()
            guard let bytes else { return }
            let (shown, decoded) = times.times(presentation: packet.presentationTime, decode: packet.decodeTime)
            if packet.isKey { schedule.keyFrameIs(at: shown) }
            if let tick = packet.presentationTime {
                newestTick = max(newestTick, tick)
                pending.removeAll { $0.tick == tick }
            }
            body(EncodedPicture(bytes: bytes, decodeTime: decoded, presentationTime: shown))
        }

        /// Looks at the first parameter sets of an encoder.
        private func check() throws(EncodingTrouble) {
            guard !isChecked, let sps = finisher.sequenceParameterSet else { return }
            isChecked = true
            let sentence = EncodingOutcome.discrepancy(of: sps, from: running.target, by: running.name)
            if let sentence { throw .refused(sentence) }
        }
    }
#endif
