#if Capture
    import CFFmpeg
    import StreamProtocol

    /// Encodes pictures as H.264 by the settings, with the encoder that can be had.
    ///
    /// With ``EncoderSettings/Choice/auto`` an encoder that is not there, cannot do what is asked for, or whose device
    /// dies while it runs is replaced by the next, with an announcement that says why. One that was named is not: then the
    /// error is thrown.
    ///
    /// Pictures may change in size and format: the encoder is opened anew, and its next access unit has other parameter
    /// sets. Confined to one thread.
    final class VideoEncoder {
        let settings: EncoderSettings
        let announce: (String) -> Void
        var target: EncodingTarget
        /// The encoders that are still to be tried; the first is the one that runs.
        var candidates: ArraySlice<String>
        var running: RunningEncoder
        var finisher: AccessUnitFinisher
        /// Whether what the encoder makes has been compared with what it was asked for.
        var isChecked = false
        /// Pictures that have gone in and not come out, kept while another encoder may have to do them again.
        var pending: [PendingPicture] = []
        /// The newest picture that has come out.
        var newestTick: Int64 = -1
        private var times: PictureTimes
        private var schedule: KeyFrameSchedule
        /// What was set while it runs.
        private var bitRateLimit: Int?
        private var isBitRateNew = false

        /// - Parameters:
        ///   - settings: What is wished for.
        ///   - format: What the first pictures are expected to be. Where they are something else, they are encoded all the
        ///     same, by an encoder that is opened anew.
        ///   - announce: Told in one sentence what was chosen instead of what, and why.
        /// - Throws: A sentence, where no encoder can do it.
        init(
            _ settings: EncoderSettings,
            format: VideoFormat,
            announce: @escaping (String) -> Void
        ) throws(CaptureError) {
            LibavLog.takeOver()
            let target = try EncodingTarget(settings, format)
            self.settings = settings
            self.announce = announce
            self.target = target
            candidates = EncoderChoice.names(
                for: settings,
                available: AvailableEncoders.names(),
                hardware: .system()
            )[...]
            let opening = EncoderOpening(settings: settings, target: target)
            running = try opening.openFirst(of: &candidates, announce: announce)
            times = PictureTimes(framePeriod: format.framePeriod)
            schedule = KeyFrameSchedule(settings.keyFrameInterval, framePeriod: format.framePeriod)
            finisher = AccessUnitFinisher(target)
        }

        /// libavcodec's name of the encoder that runs.
        var name: String { running.name }

        /// The render node that it runs on, if any.
        var device: String? { running.surfaces?.device }

        /// In bits per second, what it is told to hold on average, or at most; `nil` where it holds the quality alone.
        var bitRate: Int? { target.bitRate }

        /// What it takes; the first is the best. Another encoder, should this one be replaced, may take others.
        var wantedPixelFormats: [AVPixelFormat] {
            running.encoder.configuration.pixelFormats.map { av_get_pix_fmt($0) }
        }

        /// Encodes a picture, whose time is in microseconds, and hands out what is complete: with low latency, this one.
        ///
        /// - Parameter forcingKeyFrame: It becomes an IDR picture.
        func encode(
            _ frame: RawFrame,
            forcingKeyFrame: Bool = false,
            _ body: (EncodedPicture) -> Void
        ) throws(CaptureError) {
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
            target = target.withBitRate(bitsPerSecond)
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

        /// Makes the running encoder one for this picture and the bit rate as it is now.
        private func adopt(_ frame: RawFrame, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            let format = VideoFormat(frame, frameRate: target.format.frameRate)
            if format != target.format {
                target = try EncodingTarget(settings, format)
                if let bitRateLimit { target = target.withBitRate(bitRateLimit) }
                return try reopen(frame.pixelFormat, body)
            }
            guard frame.pixelFormat == running.encoder.pixelFormat else { return try reopen(frame.pixelFormat, body) }
            guard isBitRateNew else { return }
            isBitRateNew = false
            let configuration = try EncoderDialects.dialect(named: running.name).configuration(for: target)
            guard configuration.rates != running.encoder.rates else { return }
            guard running.encoder.canFollow(configuration) else { return try reopen(frame.pixelFormat, body) }
            running.encoder.follow(configuration)
        }
    }

    /// A picture on its way through an encoder.
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
    }

    /// Through the encoder that runs.
    extension VideoEncoder {
        func feed(_ picture: PendingPicture, _ body: (EncodedPicture) -> Void) throws(EncodingTrouble) {
            do throws(LibavError) {
                let frame = try own(picture.frame)
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

        /// The picture as the encoder takes it. The caller's own is not changed.
        private func own(_ frame: RawFrame) throws(LibavError) -> RawFrame {
            if let surfaces = running.surfaces { return try surfaces.upload(frame) }
            return try RawFrame(referring: frame)
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
            let sentence = EncodingOutcome.discrepancy(of: sps, from: target, by: running.name)
            if let sentence { throw .refused(sentence) }
        }
    }
#endif
