#if Capture
    import CFFmpeg

    extension InstalledEncoder {
        /// Asks libavcodec for its H.264 encoders, in its order of preference, and tries each.
        ///
        /// - Parameter renderNodes: For VA-API: the encoder works where it does on any of them.
        public static func installed(renderNodes: [RenderNode]) -> [InstalledEncoder] {
            var encoders: [InstalledEncoder] = []
            var position: UnsafeMutableRawPointer?
            while let codec = av_codec_iterate(&position) {
                guard codec.pointee.id == AV_CODEC_ID_H264, av_codec_is_encoder(codec) != 0 else { continue }
                let name = String(cString: codec.pointee.name)
                let hardware = UInt32(AV_CODEC_CAP_HARDWARE) | UInt32(AV_CODEC_CAP_HYBRID)
                var encoder = InstalledEncoder(
                    name: name,
                    label: codec.pointee.long_name.map { String(cString: $0) } ?? name,
                    needsHardware: UInt32(bitPattern: codec.pointee.capabilities) & hardware != 0
                )
                encoder.trouble = trouble(with: encoder, renderNodes)
                encoders.append(encoder)
            }
            return encoders
        }

        private static func trouble(with encoder: InstalledEncoder, _ renderNodes: [RenderNode]) -> String? {
            guard encoder.usesRenderNode else {
                return EncoderProbe.trouble(with: encoder.name, renderNode: nil).map { "It does not open: \($0)." }
            }
            var trouble: String? = "There is no render node under /dev/dri, so no GPU to encode with."
            for node in renderNodes where trouble != nil {
                trouble =
                    node.trouble?.reason
                    ?? EncoderProbe.trouble(with: encoder.name, renderNode: node.path).map {
                        "It does not open on \(node.path): \($0)."
                    }
            }
            return trouble
        }
    }
#endif
