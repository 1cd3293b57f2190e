#if Capture
    import CFFmpeg

    enum PixelFormats {
        /// The format with the same samples in the same places, without the old names that say "full range" too.
        static func equivalent(of format: AVPixelFormat) -> AVPixelFormat {
            switch format {
            case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
            case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
            case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
            case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
            case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
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

        /// What the samples of a format are; a palette holds RGB.
        static func samples(of format: AVPixelFormat) -> VideoFormat.Colour.Samples {
            guard let description = av_pix_fmt_desc_get(format)?.pointee else { return .ycbcr }
            if description.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 { return .rgb }
            return description.nb_components < 3 ? .grey : .ycbcr
        }

        /// Bits of a luma sample.
        static func depth(of format: AVPixelFormat) -> Int {
            av_pix_fmt_desc_get(format).map { Int($0.pointee.comp.0.depth) } ?? 8
        }
    }
#endif
