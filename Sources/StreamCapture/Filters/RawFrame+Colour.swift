#if Capture
    import CFFmpeg

    extension RawFrame {
        /// Of a picture: what it says of its samples.
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

        /// Takes away what a display with high dynamic range would go by.
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

        /// `nil` where it is not known.
        var isFull: Bool? {
            switch self {
            case AVCOL_RANGE_JPEG: true
            case AVCOL_RANGE_MPEG: false
            default: nil
            }
        }
    }
#endif
