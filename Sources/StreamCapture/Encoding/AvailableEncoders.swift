#if Capture
    import CFFmpeg

    /// An H.264 encoder that this libavcodec has. Whether its device is there is another question.
    struct AvailableEncoder: Hashable, Sendable {
        /// As for `--encoder`.
        let name: String
        /// In libavcodec's words.
        let title: String
        let isHardware: Bool

        /// All of them, in libavcodec's order. (x264 for RGB pictures, which no player here shows, is left out.)
        static func all() -> [AvailableEncoder] {
            var encoders: [AvailableEncoder] = []
            var position: UnsafeMutableRawPointer?
            while let codec = av_codec_iterate(&position) {
                guard codec.pointee.id == AV_CODEC_ID_H264, av_codec_is_encoder(codec) != 0 else { continue }
                let name = String(cString: codec.pointee.name)
                guard name != "libx264rgb" else { continue }
                let hardware = AV_CODEC_CAP_HARDWARE | AV_CODEC_CAP_HYBRID
                encoders.append(
                    AvailableEncoder(
                        name: name,
                        title: codec.pointee.long_name.map { String(cString: $0) } ?? name,
                        isHardware: UInt32(bitPattern: codec.pointee.capabilities) & UInt32(hardware) != 0
                    )
                )
            }
            return encoders
        }
    }
#endif
