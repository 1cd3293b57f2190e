#if Capture
    import CFFmpeg
    import Libav

    enum PixelFormats {
        /// The format with the same samples and layout, without the old names that imply full range.
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

        /// The format of `formats` that loses the least of pictures in `source`; `nil` if there are none.
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

        /// The kind of samples of a format. A palette holds RGB.
        static func samples(of format: AVPixelFormat) -> VideoFormat.Colour.Samples {
            guard let description = av_pix_fmt_desc_get(format)?.pointee else { return .ycbcr }
            if description.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 { return .rgb }
            return description.nb_components < 3 ? .grey : .ycbcr
        }

        /// Bits per luma sample.
        static func depth(of format: AVPixelFormat) -> Int {
            av_pix_fmt_desc_get(format).map { Int($0.pointee.comp.0.depth) } ?? 8
        }
    }

    extension RawFrame {
        /// The colour description of a picture.
        var colour: VideoFormat.Colour {
            get {
                let picture = pointer.pointee
                return VideoFormat.Colour(
                    primaries: picture.color_primaries.rawValue,
                    transfer: picture.color_trc.rawValue,
                    matrix: picture.colorspace.rawValue,
                    isFullRange: picture.color_range.isFull
                )
            }
            set {
                pointer.pointee.color_primaries = AVColorPrimaries(rawValue: newValue.primaries)
                pointer.pointee.color_trc = AVColorTransferCharacteristic(rawValue: newValue.transfer)
                pointer.pointee.colorspace = AVColorSpace(rawValue: newValue.matrix)
                pointer.pointee.color_range = AVColorRange(isFull: newValue.isFullRange)
            }
        }

        /// Removes the metadata for displays with high dynamic range.
        func removeHighDynamicRange() {
            for kind in [AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL] {
                av_frame_remove_side_data(pointer, kind)
            }
        }
    }

    extension AVColorRange {
        init(isFull: Bool?) {
            switch isFull {
            case true?: self = AVCOL_RANGE_JPEG
            case false?: self = AVCOL_RANGE_MPEG
            case nil: self = AVCOL_RANGE_UNSPECIFIED
            }
        }

        /// `nil` if unknown.
        var isFull: Bool? {
            switch self {
            case AVCOL_RANGE_JPEG: true
            case AVCOL_RANGE_MPEG: false
            default: nil
            }
        }
    }
#endif
