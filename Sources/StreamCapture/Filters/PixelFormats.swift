#if Capture
    import CFFmpeg

    enum PixelFormats {
        /// The format with the same samples in the same places, without the old names that say "full range" too.
        static func equivalent(of format: AVPixelFormat) -> AVPixelFormat {
            switch format {
            case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
            case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
            case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
            default: format
            }
        }

        /// Of `formats`, the one that loses least of pictures in `source`; `nil` where there are none.
        static func best(of formats: [AVPixelFormat], for source: AVPixelFormat) -> AVPixelFormat? {
            guard !formats.isEmpty else { return nil }
            if formats.contains(source) { return source }
            var list = formats + [AV_PIX_FMT_NONE]
            let best = avcodec_find_best_pix_fmt_of_list(&list, source, 0, nil)
            return best == AV_PIX_FMT_NONE ? formats.first : best
        }

        static func name(_ format: AVPixelFormat) -> String {
            av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "\(format.rawValue)"
        }

        static func isRGB(_ format: AVPixelFormat) -> Bool {
            guard let description = av_pix_fmt_desc_get(format) else { return false }
            return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        }
    }

    /// The colour description that pictures get when they are scaled or converted: scaling makes the range limited,
    /// which every decoder expects, and RGB has to become some kind of YCbCr.
    struct RewrittenColour {
        private let isFromRGB: Bool
        private let isHighDefinition: Bool

        init(of frame: RawFrame) {
            isFromRGB = PixelFormats.isRGB(frame.pixelFormat)
            isHighDefinition = frame.height >= 720
        }

        /// For the `scale` filter.
        var scaleOptions: String {
            "out_range=tv" + (isFromRGB ? ":out_color_matrix=\(isHighDefinition ? "bt709" : "bt601")" : "")
        }

        /// Writes it on a picture that was converted.
        func label(_ frame: RawFrame) {
            frame.pointer.pointee.color_range = AVCOL_RANGE_MPEG
            guard isFromRGB else { return }
            frame.pointer.pointee.colorspace = isHighDefinition ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
        }
    }
#endif
