#if Capture && os(Linux)
    import CFFmpeg
    import Libav
    import CVideoForLinux
    import Platform

    /// The colours and fields of a camera's raw pictures, from its driver. libavdevice does not report them.
    struct CameraSignal: Hashable {
        /// The temporal order of the two fields of an interlaced picture.
        enum FieldOrder: Hashable {
            case topFirst, bottomFirst
        }

        let colour: VideoFormat.Colour
        /// `nil` for progressive pictures.
        let fieldOrder: FieldOrder?

        /// - Parameters:
        ///   - format: The driver's format.
        ///   - has525Lines: Whether the camera captures a television standard with 525 lines.
        init(_ format: v4l2_pix_format, has525Lines: Bool) {
            colour = Self.colour(of: format)
            switch v4l2_field(format.field) {
            case V4L2_FIELD_INTERLACED: fieldOrder = has525Lines ? .bottomFirst : .topFirst
            case V4L2_FIELD_INTERLACED_TB: fieldOrder = .topFirst
            case V4L2_FIELD_INTERLACED_BT: fieldOrder = .bottomFirst
            default: fieldOrder = nil
            }
        }

        /// Code points of H.273. Values that a driver leaves open have the kernel's defaults: a webcam's YUYV is sRGB
        /// with the matrix of BT.601 and limited range, for any size.
        private static func colour(of format: v4l2_pix_format) -> VideoFormat.Colour {
            var colour = VideoFormat.Colour(primaries: 1, transfer: 1, matrix: 6, isFullRange: false)
            switch v4l2_colorspace(format.colorspace) {
            case V4L2_COLORSPACE_SMPTE170M: (colour.primaries, colour.transfer) = (6, 6)
            case V4L2_COLORSPACE_SMPTE240M: colour = VideoFormat.Colour(primaries: 7, transfer: 7, matrix: 7)
            case V4L2_COLORSPACE_REC709: colour.matrix = 1
            case V4L2_COLORSPACE_470_SYSTEM_M: (colour.primaries, colour.transfer) = (4, 6)
            case V4L2_COLORSPACE_470_SYSTEM_BG: (colour.primaries, colour.transfer, colour.matrix) = (5, 6, 5)
            case V4L2_COLORSPACE_BT2020: colour = VideoFormat.Colour(primaries: 9, transfer: 14, matrix: 9)
            case V4L2_COLORSPACE_DCI_P3: (colour.primaries, colour.matrix) = (11, 1)
            default: break
            }
            switch v4l2_ycbcr_encoding(format.ycbcr_enc) {
            case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: if colour.matrix != 5 { colour.matrix = 6 }
            case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: colour.matrix = 1
            case V4L2_YCBCR_ENC_BT2020: colour.matrix = 9
            case V4L2_YCBCR_ENC_SMPTE240M: colour.matrix = 7
            default: break
            }
            if v4l2_xfer_func(format.xfer_func) == V4L2_XFER_FUNC_SMPTE2084 { colour.transfer = 16 }
            switch v4l2_quantization(format.quantization) {
            case V4L2_QUANTIZATION_FULL_RANGE: colour.isFullRange = true
            case V4L2_QUANTIZATION_LIM_RANGE: colour.isFullRange = false
            default: colour.isFullRange = v4l2_colorspace(format.colorspace) == V4L2_COLORSPACE_JPEG
            }
            return colour
        }
    }

    extension CameraSignal {
        /// Queries the driver.
        ///
        /// - Parameter path: An open camera with its format set.
        /// - Returns: `nil` if the driver does not answer.
        init?(_ path: String) {
            let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var format = v4l2_format()
            format.type = UInt32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            guard video_get_format(descriptor, &format) == 0 else { return nil }
            var standard: v4l2_std_id = 0
            let hasStandard = video_get_standard(descriptor, &standard) == 0
            self.init(
                format.fmt.pix,
                has525Lines: hasStandard && standard & video_standards_of_525_lines() != 0
            )
        }

        /// Completes the decoder's parameters. Compressed pictures contain this data themselves; RGB and grey have no
        /// matrix.
        func apply(to parameters: CodecParameters) {
            let stream = parameters.pointer
            guard stream.pointee.codec_id == AV_CODEC_ID_RAWVIDEO else { return }
            switch fieldOrder {
            case .topFirst: stream.pointee.field_order = AV_FIELD_TT
            case .bottomFirst: stream.pointee.field_order = AV_FIELD_BB
            case nil: break
            }
            guard PixelFormats.samples(of: AVPixelFormat(stream.pointee.format)) == .ycbcr else { return }
            stream.pointee.color_primaries = AVColorPrimaries(rawValue: colour.primaries)
            stream.pointee.color_trc = AVColorTransferCharacteristic(rawValue: colour.transfer)
            stream.pointee.color_space = AVColorSpace(rawValue: colour.matrix)
            stream.pointee.color_range = AVColorRange(isFull: colour.isFullRange)
        }
    }
#endif
