#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// The encoders that remain to be tried. Opens the first one that works.
    struct EncoderCandidates {
        private let settings: EncoderSettings
        private let frameRate: Track.Rate
        private let converter: PictureConverter
        private let report: (String) -> Void
        /// The first name is the running encoder, if there is one.
        private var names: ArraySlice<String>

        init(
            _ settings: EncoderSettings,
            frameRate: Track.Rate,
            converter: PictureConverter,
            report: @escaping (String) -> Void
        ) {
            self.settings = settings
            self.frameRate = frameRate
            self.converter = converter
            self.report = report
            let available = AvailableEncoders.names()
            names = EncoderChoice.names(for: settings, available: available, hardware: .system())[...]
        }

        /// Whether another encoder remains if the running one fails.
        var hasOther: Bool { names.count > 1 }

        /// Removes the running encoder.
        ///
        /// - Throws: `error` if it was the last one.
        mutating func dropFirst(because error: CaptureError) throws(CaptureError) {
            names = names.dropFirst()
            if names.isEmpty { throw settings.encoder.addingAdvice(to: error) }
        }

        /// Opens the first encoder that works, and reports why others did not; those are not tried again.
        ///
        /// Each encoder is opened for the format that the picture converter produces for it, so that it need not be
        /// opened again for the first picture.
        ///
        /// - Parameters:
        ///   - bitRate: Replaces the bit rate of the settings.
        ///   - surfaces: The surfaces of the previous encoder, for reuse if they fit.
        ///   - reasons: Why encoders failed before.
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
                    if let message = EncoderChoice.fallbackMessage(passedOver: reasons, using: name) { report(message) }
                    return running
                } catch {
                    if worst == nil || EncoderChoice.isPreferred(name) { worst = error }
                    reasons.append(error.reason)
                    names = names.dropFirst()
                }
            }
            let error = worst ?? CaptureError(.unavailable, "This libavcodec has no H.264 encoder.")
            throw settings.encoder.addingAdvice(to: error)
        }

        private func open(
            _ name: String,
            for picture: RawFrame,
            _ bitRate: Int?,
            _ surfaces: SurfacePool?
        ) throws(CaptureError) -> RunningEncoder {
            let formats = EncoderDialects.dialect(named: name).pixelFormats(for: settings.profile)
            let conversion = converter.conversion(of: picture, to: formats.map { av_get_pix_fmt($0) })
            var target = try EncodingTarget(settings, conversion.format(at: frameRate))
            if let bitRate { target = target.withBitRate(bitRate) }
            return try EncoderOpener(
                settings: settings,
                target: target,
                pixelFormat: conversion.pixelFormat,
                surfaces: surfaces
            ).open(name)
        }
    }

    /// The H.264 encoders of the installed libavcodec. Their devices may be missing.
    enum AvailableEncoders {
        /// Encodes RGB, which hardly any player decodes.
        private static let unusual = "libx264rgb"

        /// The names, in libavcodec's order.
        static func names() -> [String] {
            var names: [String] = []
            var position: UnsafeMutableRawPointer?
            while let codec = av_codec_iterate(&position) {
                guard codec.pointee.id == AV_CODEC_ID_H264, av_codec_is_encoder(codec) != 0 else { continue }
                names.append(String(cString: codec.pointee.name))
            }
            return names.filter { $0 != unusual }
        }
    }
#endif
