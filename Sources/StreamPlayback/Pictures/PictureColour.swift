#if Player
    import CFFmpeg
    import Libav

    /// How the samples of a picture make colours (ITU-T H.273).
    struct PictureColour: Hashable {
        /// The number of lines from which a picture without a description is taken for BT.709; BT.601 below. Publishers
        /// complete descriptions by the same rule.
        private static let highDefinitionHeight = 720

        /// The matrix, by libswscale's numbers.
        var matrix: Int32
        /// Whether luma goes from 0 to 255, and not from 16 to 235.
        var isFullRange: Bool

        /// JPEG's (ITU-T T.871), and that of RGB.
        static let computer = PictureColour(matrix: SWS_CS_ITU601, isFullRange: true)

        init(matrix: Int32, isFullRange: Bool) {
            (self.matrix, self.isFullRange) = (matrix, isFullRange)
        }

        /// The colours of a decoded picture.
        init(_ frame: RawFrame) {
            let picture = frame.pointer.pointee
            matrix =
                switch picture.colorspace {
                case AVCOL_SPC_BT709: SWS_CS_ITU709
                case AVCOL_SPC_FCC: SWS_CS_FCC
                case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
                case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
                case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
                default: frame.height >= Self.highDefinitionHeight ? SWS_CS_ITU709 : SWS_CS_ITU601
                }
            isFullRange = picture.color_range == AVCOL_RANGE_JPEG || frame.pixelFormat.impliesFullRange
        }
    }

    extension AVPixelFormat {
        /// The format with the same samples, without the old names that imply full range.
        var withoutRange: AVPixelFormat {
            switch self {
            case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
            case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
            case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
            case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
            default: self
            }
        }

        fileprivate var impliesFullRange: Bool {
            guard withoutRange == self else { return true }
            guard let description = av_pix_fmt_desc_get(self)?.pointee else { return false }
            return description.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        }
    }
#endif
