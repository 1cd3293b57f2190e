/// An H.264 encoder of the installed libavcodec.
public struct InstalledEncoder: Hashable, Sendable {
    /// The value for `--encoder`, such as `libx264`.
    public var name: String
    public var label: String
    /// Whether it needs a device, usually a GPU.
    public var needsHardware: Bool
    /// One sentence with the reason why it cannot be used; `nil` if it can.
    public var problem: String?

    public init(name: String, label: String, needsHardware: Bool, problem: String? = nil) {
        self.name = name
        self.label = label
        self.needsHardware = needsHardware
        self.problem = problem
    }
}

#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol

    extension InstalledEncoder {
        /// Lists libavcodec's H.264 encoders in its order of preference, and opens each: the list does not show whether
        /// the GPU, its driver and the permissions are there.
        public static func installed() -> [InstalledEncoder] {
            LibavLog.install()
            return AvailableEncoders.names().compactMap { name in
                guard let codec = avcodec_find_encoder_by_name(name) else { return nil }
                let hardware = UInt32(AV_CODEC_CAP_HARDWARE) | UInt32(AV_CODEC_CAP_HYBRID)
                return InstalledEncoder(
                    name: name,
                    label: codec.pointee.long_name.map { String(cString: $0) } ?? name,
                    needsHardware: UInt32(bitPattern: codec.pointee.capabilities) & hardware != 0,
                    problem: problem(with: name, renderNode: nil)
                )
            }
        }

        /// Opens an encoder and closes it again.
        ///
        /// - Parameter renderNode: The only device to try; `nil` for any.
        /// - Returns: The reason why it does not open; `nil` if it does.
        public static func problem(with name: String, renderNode: String?) -> String? {
            guard let rate = Track.Rate(numerator: 30, denominator: 1) else { return nil }
            var settings = EncoderSettings()
            settings.encoder = .named(name)
            settings.vaapiDevice = renderNode
            do throws(CaptureError) {
                // Every encoder accepts this size.
                let target = try EncodingTarget(settings, VideoFormat(width: 640, height: 360, frameRate: rate))
                _ = try EncoderOpener(settings: settings, target: target, pixelFormat: nil).open(name)
                return nil
            } catch {
                return error.reason
            }
        }
    }
#endif
