#if Capture
    import CFFmpeg
    import StreamProtocol

    extension InstalledEncoder {
        /// Asks libavcodec for its H.264 encoders, in its order of preference, and opens each: what a list says does not
        /// tell whether the GPU, its driver and the right to use them are there.
        public static func installed() -> [InstalledEncoder] {
            LibavLog.takeOver()
            return AvailableEncoders.names().compactMap { name in
                guard let codec = avcodec_find_encoder_by_name(name) else { return nil }
                let hardware = UInt32(AV_CODEC_CAP_HARDWARE) | UInt32(AV_CODEC_CAP_HYBRID)
                return InstalledEncoder(
                    name: name,
                    label: codec.pointee.long_name.map { String(cString: $0) } ?? name,
                    needsHardware: UInt32(bitPattern: codec.pointee.capabilities) & hardware != 0,
                    trouble: trouble(with: name, renderNode: nil)
                )
            }
        }

        /// Opens an encoder and closes it again.
        ///
        /// - Parameter renderNode: The only device to try; `nil` for any.
        /// - Returns: Why it does not open; `nil` where it does.
        public static func trouble(with name: String, renderNode: String?) -> String? {
            guard let rate = Track.Rate(numerator: 30, denominator: 1) else { return nil }
            var settings = EncoderSettings()
            settings.encoder = .named(name)
            settings.vaapiDevice = renderNode
            do throws(CaptureError) {
                // A size that every encoder takes.
                let target = try EncodingTarget(settings, VideoFormat(width: 640, height: 360, frameRate: rate))
                _ = try EncoderOpening(settings: settings, target: target, pixelFormat: nil).open(name)
                return nil
            } catch {
                return error.reason
            }
        }
    }
#endif
