#if Capture
    import CFFmpeg

    /// The H.264 encoders that this libavcodec has. Whether their devices are there is another question.
    enum AvailableEncoders {
        /// Encodes RGB, which hardly any player decodes.
        private static let unusual = "libx264rgb"

        /// Their names, in libavcodec's order.
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
