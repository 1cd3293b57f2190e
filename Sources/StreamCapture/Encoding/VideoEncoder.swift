#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// Encodes pictures as H.264 with the best available encoder for the settings.
    ///
    /// With ``EncoderSettings/Choice/auto``, the next encoder replaces one that is missing, does not support the
    /// settings or fails at run time; a report contains the reason. A named encoder is not replaced: the encoder throws
    /// the error.
    ///
    /// Input pictures may have any format: ``PictureConverter`` converts them. Their size and colours may change: then
    /// the encoder is opened again, and its next access unit has new parameter sets. Confined to one thread.
    final class VideoEncoder {
        var candidates: EncoderCandidates
        var running: RunningEncoder
        var completer: AccessUnitCompleter
        /// Whether the encoder's output has been compared with the settings.
        var isChecked = false
        /// Pictures inside the encoder, kept as long as another encoder may have to encode them again.
        var pending: [PendingPicture] = []
        /// The newest input picture, or the one that the encoder was opened for.
        private(set) var newest: RawFrame
        /// The tick of the newest output picture.
        var newestTick: Int64 = -1
        private let frameRate: Track.Rate
        private let converter: PictureConverter
        private var times: PictureTimes
        private var schedule: KeyFrameSchedule
        /// The bit rate that was set at run time.
        private(set) var bitRateLimit: Int?
        private var hasNewBitRate = false

        /// Opens an encoder.
        ///
        /// - Parameters:
        ///   - settings: The requested settings.
        ///   - picture: A picture with the format of the first ones. It is not encoded.
        ///   - frameRate: The nominal frame rate; fewer pictures may arrive.
        ///   - size: The size to scale to; `nil` for the picture's own.
        ///   - report: Receives a message with the encoder in use and the reason, if it is not the first choice.
        /// - Throws: A sentence if no encoder supports the settings.
        init(
            _ settings: EncoderSettings,
            for picture: RawFrame,
            frameRate: Track.Rate,
            size: PictureSettings.Size? = nil,
            report: @escaping (String) -> Void
        ) throws(CaptureError) {
            LibavLog.install()
            self.frameRate = frameRate
            newest = picture
            converter = PictureConverter(size: size)
            candidates = EncoderCandidates(settings, frameRate: frameRate, converter: converter, report: report)
            running = try candidates.open(for: picture)
            let framePeriod = running.target.format.framePeriod
            times = PictureTimes(framePeriod: framePeriod)
            schedule = KeyFrameSchedule(settings.keyFrameInterval, framePeriod: framePeriod)
            completer = AccessUnitCompleter(running.target)
        }

        /// libavcodec's name of the running encoder.
        var name: String { running.name }

        /// The render node of the running encoder, if it uses one.
        var device: String? { running.surfaces?.device }

        /// In bits per second: the target or maximum bit rate; `nil` if the encoder only keeps the quality.
        var bitRate: Int? { running.target.bitRate }

        /// Encodes a picture, whose time is in microseconds, and emits the complete access units: with low latency,
        /// that of this picture.
        ///
        /// - Parameter forcingKeyFrame: Makes it an IDR picture.
        func encode(
            _ frame: RawFrame,
            forcingKeyFrame: Bool = false,
            _ body: (EncodedPicture) -> Void
        ) throws(CaptureError) {
            newest = frame
            try reconfigure(for: frame, body)
            let (tick, time) = times.count(frame.presentationTime)
            let isKey = forcingKeyFrame || schedule.isDue(at: time)
            if isKey { schedule.keyFrameEncoded(at: time) }
            let picture = PendingPicture(frame: frame, tick: tick, isKey: isKey)
            pending.append(picture)
            do throws(EncodingFailure) {
                try feed(picture, body)
            } catch {
                try recover(from: error, body)
            }
            if !mayBeReplaced { pending.removeAll() }
        }

        /// Changes the bit rate from the next picture on. If the encoder must be opened again for that, no picture is
        /// lost and the next one is an IDR picture. A constant quantiser has no bit rate to change.
        func setBitRate(_ bitsPerSecond: Int) {
            bitRateLimit = bitsPerSecond
            running.target = running.target.withBitRate(bitsPerSecond)
            hasNewBitRate = true
        }

        /// Emits the remaining access units. The encoder cannot be used after that.
        func finish(_ body: (EncodedPicture) -> Void) throws(CaptureError) {
            do throws(EncodingFailure) {
                try drain(body)
            } catch {
                try recover(from: error, body)
                do throws(EncodingFailure) { try drain(body) } catch { throw captureError(error) }
            }
        }

        /// The format of a picture after its conversion for the running encoder.
        func format(of picture: RawFrame) -> VideoFormat {
            converter.conversion(of: picture, to: [running.encoder.pixelFormat]).format(at: frameRate)
        }

        /// Reconfigures the running encoder for this picture and the current bit rate.
        private func reconfigure(for frame: RawFrame, _ body: (EncodedPicture) -> Void) throws(CaptureError) {
            guard format(of: frame) == running.target.format else { return try reopen(for: frame, body) }
            guard hasNewBitRate else { return }
            hasNewBitRate = false
            let configuration = try EncoderDialects.dialect(named: running.name).configuration(for: running.target)
            guard configuration.rates != running.encoder.rates else { return }
            guard running.encoder.canChange(to: configuration) else { return try reopen(for: frame, body) }
            running.encoder.change(to: configuration)
        }
    }

    /// A picture inside an encoder, before its conversion.
    struct PendingPicture {
        let frame: RawFrame
        let tick: Int64
        let isKey: Bool
    }

    /// The reason why a running encoder cannot continue.
    enum EncodingFailure: Error {
        case failed(LibavError)
        /// Its output does not match the settings.
        case mismatch(String)
        /// The picture could not be converted. Another encoder would not help.
        case conversionFailed(CaptureError)
    }

    /// Encoding with the running encoder.
    extension VideoEncoder {
        func feed(_ picture: PendingPicture, _ body: (EncodedPicture) -> Void) throws(EncodingFailure) {
            let converted: RawFrame
            do throws(CaptureError) {
                converted = try converter.picture(picture.frame, in: running.encoder.pixelFormat)
            } catch {
                throw .conversionFailed(error)
            }
            do throws(LibavError) {
                let frame = try running.surfaces?.upload(converted) ?? converted
                frame.pointer.pointee.pts = picture.tick
                frame.pointer.pointee.pict_type = picture.isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
                try running.encoder.send(frame)
            } catch {
                throw .failed(error)
            }
            while let packet = try receive() { try emit(packet, to: body) }
        }

        func drain(_ body: (EncodedPicture) -> Void) throws(EncodingFailure) {
            do throws(LibavError) { try running.encoder.send(nil) } catch { throw .failed(error) }
            while let packet = try receive() { try emit(packet, to: body) }
        }

        private func receive() throws(EncodingFailure) -> Packet? {
            do throws(LibavError) { return try running.encoder.receive() } catch { throw .failed(error) }
        }

        private func emit(_ packet: Packet, to body: (EncodedPicture) -> Void) throws(EncodingFailure) {
            let bytes = completer.complete(
                packet.bytes.bytes,
                isKey: packet.isKey,
                extradata: running.encoder.extradata
            )
            try check()
            guard let bytes else { return }
            let (shown, decoded) = times.times(presentation: packet.presentationTime, decode: packet.decodeTime)
            if packet.isKey { schedule.keyFrameEncoded(at: shown) }
            if let tick = packet.presentationTime {
                newestTick = max(newestTick, tick)
                pending.removeAll { $0.tick == tick }
            }
            body(EncodedPicture(bytes: bytes, decodeTime: decoded, presentationTime: shown))
        }

        /// Checks the first parameter sets of an encoder.
        private func check() throws(EncodingFailure) {
            guard !isChecked, let sps = completer.sequenceParameterSet else { return }
            isChecked = true
            let message = EncoderOutputCheck.discrepancy(of: sps, from: running.target, by: running.name)
            if let message { throw .mismatch(message) }
        }
    }
#endif
