#if Capture
    import CFFmpeg

    extension InstalledEncoder {
        /// Asks libavcodec for its H.264 encoders, in its order of preference.
        static func installed() -> [InstalledEncoder] {
            var encoders: [InstalledEncoder] = []
            var position: UnsafeMutableRawPointer?
            while let codec = av_codec_iterate(&position) {
                guard codec.pointee.id == AV_CODEC_ID_H264, av_codec_is_encoder(codec) != 0 else { continue }
                let name = String(cString: codec.pointee.name)
                let hardware = UInt32(AV_CODEC_CAP_HARDWARE) | UInt32(AV_CODEC_CAP_HYBRID)
                encoders.append(
                    InstalledEncoder(
                        name: name,
                        label: codec.pointee.long_name.map { String(cString: $0) } ?? name,
                        needsHardware: UInt32(bitPattern: codec.pointee.capabilities) & hardware != 0
                    )
                )
            }
            return encoders
        }
    }
#endif
