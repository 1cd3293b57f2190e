#if Capture
    import CFFmpeg
    import StreamProtocol

    /// The encoders that are still to be tried, and how to get at the first of them that opens.
    struct EncoderCandidates {
        private let settings: EncoderSettings
        private let frameRate: Track.Rate
        private let fitting: PictureFitting
        private let announce: (String) -> Void
        /// The first is the one that runs, when one does.
        private var names: ArraySlice<String>

        init(
            _ settings: EncoderSettings,
            frameRate: Track.Rate,
            fitting: PictureFitting,
            announce: @escaping (String) -> Void
        ) {
            self.settings = settings
            self.frameRate = frameRate
            self.fitting = fitting
            self.announce = announce
            let available = AvailableEncoders.names()
            names = EncoderChoice.names(for: settings, available: available, hardware: .system())[...]
        }

        /// Whether another would be tried if the one that runs failed.
        var hasOther: Bool { names.count > 1 }

        /// Passes over the one that runs.
        ///
        /// - Throws: `error`, where it was the last.
        mutating func giveUpFirst(_ error: CaptureError) throws(CaptureError) {
            names = names.dropFirst()
            if names.isEmpty { throw settings.encoder.adviseAfter(error) }
        }

        /// Opens the first encoder that opens, and says why others did not; they are not tried again.
        ///
        /// Each is opened for what becomes of the picture on its way to this encoder, so that it need not be opened again
        /// when the picture comes.
        ///
        /// - Parameters:
        ///   - bitRate: In place of that in the settings.
        ///   - surfaces: Of the encoder before, to be used again where they fit.
        ///   - reasons: Why encoders were passed over before.
        mutating func open(
            for picture: RawFrame,
            bitRate: Int? = nil,
            reusing surfaces: SurfacePool? = nil,
            passedOver reasons: [String] = []
        ) throws(CaptureError) -> RunningEncoder {
            var reasons = reasons
            var worst: CaptureError?
            while let name = names.first {
                do throws(CaptureError) {
                    let running = try open(name, for: picture, bitRate, surfaces)
                    if let line = EncoderChoice.announcement(passedOver: reasons, using: name) { announce(line) }
                    return running
                } catch {
                    if worst == nil || EncoderChoice.isPreferred(name) { worst = error }
                    reasons.append(error.reason)
                    names = names.dropFirst()
                }
            }
            let error = worst ?? CaptureError(.unavailable, "This libavcodec has no H.264 encoder.")
            throw settings.encoder.adviseAfter(error)
        }

        private func open(
            _ name: String,
            for picture: RawFrame,
            _ bitRate: Int?,
            _ surfaces: SurfacePool?
        ) throws(CaptureError) -> RunningEncoder {
            let formats = EncoderDialects.dialect(named: name).pixelFormats(for: settings.profile)
            let fit = fitting.fit(of: picture, to: formats.map { av_get_pix_fmt($0) })
            var target = try EncodingTarget(settings, fit.format(at: frameRate))
            if let bitRate { target = target.withBitRate(bitRate) }
            return try EncoderOpening(
                settings: settings,
                target: target,
                pixelFormat: fit.pixelFormat,
                surfaces: surfaces
            ).open(name)
        }
    }
#endif
