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
        private let settings: EncoderSettings
        private let announce: (String) -> Void
        private var target: EncodingTarget
        /// The encoders that are still to be tried; the first is the one that runs.
        private var candidates: ArraySlice<String>
        private var running: RunningEncoder
        private var times: PictureTimes
        private var schedule: KeyFrameSchedule
        private var finisher: AccessUnitFinisher
        /// Whether what the encoder makes has been compared with what it was asked for.
        private var isChecked = false

        /// - Parameters:
        ///   - settings: What is wished for.
        ///   - format: What the first pictures are expected to be.
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
            let available = AvailableEncoders.names()
            candidates = EncoderChoice.names(for: settings.encoder, available: available)[...]
            running = try Self.openFirst(of: &candidates, settings, target, pixelFormat: nil, announce)
            times = PictureTimes(framePeriod: format.framePeriod)
            schedule = KeyFrameSchedule(settings.keyFrameInterval, framePeriod: format.framePeriod)
            finisher = AccessUnitFinisher(target)
        }

        /// libavcodec's name of the encoder that runs.
        var name: String { running.name }

        /// The render node that it runs on, if any.
        var device: String? { running.surfaces?.device }

        /// In bits per second, what it is told to hold on average, or at most; `nil` where it holds the quality.
        var bitRate: Int? { target.bitRate }

        /// What it takes; the first is the best.
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
            while true {
                do throws(Trouble) {
                    return try feed(frame, tick: tick, isKey: isKey, body)
                } catch {
                    try replace(after: error, pixelFormat: frame.pixelFormat)
                }
            }
        }

        /// Changes the bit rate from the next picture on. Where the encoder has to be opened anew for that, nothing is
        /// lost and the next picture is an IDR picture. With a constant quantiser there is no bit rate to change.
        func setBitRate(_ bitsPerSecond: Int) throws(CaptureError) {
            target = target.withBitRate(bitsPerSecond)
        }

        /// Hands out what is left; it cannot be used after that.
        func finish(_ body: (EncodedPicture) -> Void) throws(CaptureError) {
            drain(body)
        }
    }

    extension VideoEncoder {
        /// Why the encoder that runs cannot go on.
        private enum Trouble: Error {
            case failed(LibavError)
            /// What it makes is not what it was asked for.
            case refused(String)
        }

        /// Makes the running encoder one for this picture and the bit rate as it is now.
        private func adopt(_ frame: RawFrame, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            let format = VideoFormat(frame, frameRate: target.format.frameRate)
            if format != target.format {
                let bitRate = settings.bitRate == nil ? nil : target.bitRate
                target = try EncodingTarget(settings, format)
                if let bitRate { target = target.withBitRate(bitRate) }
                return try reopen(frame.pixelFormat, body)
            }
            let encoder = running.encoder
            guard running.surfaces != nil || frame.pixelFormat == encoder.pixelFormat else {
                return try reopen(frame.pixelFormat, body)
            }
            let configuration = try EncoderDialects.dialect(named: running.name).configuration(for: target)
            guard configuration.rates != encoder.rates else { return }
            guard encoder.canFollow(configuration) else { return try reopen(frame.pixelFormat, body) }
            encoder.follow(configuration)
        }

        /// Opens the encoder for what the target is now; what the old one holds comes out first.
        private func reopen(_ pixelFormat: AVPixelFormat, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            drain(body)
            running = try Self.openFirst(of: &candidates, settings, target, pixelFormat: pixelFormat, announce)
            begin()
            guard running.surfaces != nil || running.encoder.pixelFormat == pixelFormat else {
                let name = av_get_pix_fmt_name(pixelFormat).map { String(cString: $0) } ?? "unknown"
                throw CaptureError(.badData, "\(running.name) cannot take \(name) pictures; use --filter format=nv12.")
            }
        }

        /// Takes the next encoder where the one that runs cannot go on.
        private func replace(after trouble: Trouble, pixelFormat: AVPixelFormat) throws(CaptureError) {
            let error = captureError(trouble)
            candidates = candidates.dropFirst()
            guard !candidates.isEmpty else { throw error }
            running = try Self.openFirst(
                of: &candidates,
                settings,
                target,
                pixelFormat: pixelFormat,
                announce,
                passedOver: [error.reason]
            )
            begin()
        }

        private func captureError(_ trouble: Trouble) -> CaptureError {
            switch trouble {
            case .refused(let sentence): return CaptureError(.usage, sentence)
            case .failed(let error):
                let place = running.surfaces.map { " on \($0.device)" } ?? ""
                return CaptureError(.failure, "\(running.name)\(place) has failed (\(error)).")
            }
        }

        /// Expects the stream of an encoder that was just opened.
        private func begin() {
            finisher = AccessUnitFinisher(target)
            isChecked = false
        }

        private func feed(
            _ frame: RawFrame,
            tick: Int64,
            isKey: Bool,
            _ body: (EncodedPicture) -> Void
        ) throws(Trouble) {
            do throws(LibavError) {
                let picture = try picture(for: frame)
                picture.pointer.pointee.pts = tick
                picture.pointer.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
                try running.encoder.send(picture)
            } catch {
                throw .failed(error)
            }
            while let packet = try receive() { try hand(packet, to: body) }
        }

        /// The picture as the encoder takes it. The caller's own is not changed.
        private func picture(for frame: RawFrame) throws(LibavError) -> RawFrame {
            if let surfaces = running.surfaces { return try surfaces.upload(frame) }
            return try RawFrame(referring: frame)
        }

        private func receive() throws(Trouble) -> Packet? {
            do throws(LibavError) { return try running.encoder.receive() } catch { throw .failed(error) }
        }

        /// A device that fails now has nothing more to give.
        private func drain(_ body: (EncodedPicture) -> Void) {
            do throws(Trouble) {
                guard (try? running.encoder.send(nil)) != nil else { return }
                while let packet = try receive() { try hand(packet, to: body) }
            } catch {}
        }

        private func hand(_ packet: Packet, to body: (EncodedPicture) -> Void) throws(Trouble) {
            let bytes = finisher.finish(
                packet.bytes.bytes,
                isKey: packet.isKey,
                extradata: running.encoder.extradata
            )
            if !isChecked, let sps = finisher.sequenceParameterSet {
                isChecked = true
                let sentence = EncodingOutcome.discrepancy(of: sps, from: target, by: running.name)
                if let sentence { throw .refused(sentence) }
            }
            let (shown, decoded) = times.times(presentation: packet.presentationTime, decode: packet.decodeTime)
            if packet.isKey { schedule.keyFrameIs(at: shown) }
            body(EncodedPicture(bytes: bytes, decodeTime: decoded, presentationTime: shown))
        }

        /// Opens the first encoder that opens, and says why others did not.
        private static func openFirst(
            of candidates: inout ArraySlice<String>,
            _ settings: EncoderSettings,
            _ target: EncodingTarget,
            pixelFormat: AVPixelFormat?,
            _ announce: (String) -> Void,
            passedOver: [String] = []
        ) throws(CaptureError) -> RunningEncoder {
            var reasons = passedOver
            let opening = EncoderOpening(settings: settings, target: target, pixelFormat: pixelFormat)
            var last = CaptureError(.unavailable, "This libavcodec has no H.264 encoder.")
            while let name = candidates.first {
                do throws(CaptureError) {
                    let running = try opening.open(name)
                    if let line = EncoderChoice.announcement(passedOver: reasons, using: name) { announce(line) }
                    return running
                } catch {
                    last = error
                    reasons.append(error.reason)
                    candidates = candidates.dropFirst()
                }
            }
            throw last
        }
    }
#endif
