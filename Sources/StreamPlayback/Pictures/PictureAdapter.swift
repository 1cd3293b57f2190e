#if Player
    import CFFmpeg
    import Libav

    /// Makes pictures as the window takes them of decoded ones: without a copy where the window knows their samples.
    ///
    /// Confined to one thread.
    final class PictureAdapter {
        private let scaler = PictureScaler()

        /// - Throws: ``LibavError`` if the picture cannot be converted.
        func adapt(_ picture: DecodedPicture) throws(LibavError) -> VideoPicture {
            let colour = PictureColour(picture.frame)
            var frame = try picture.frame.cropped()
            var matrix = VideoPicture.Matrix.bt709
            var isFullRange = colour.isFullRange
            let isKnown = [SWS_CS_ITU709, SWS_CS_ITU601].contains(colour.matrix)
            if isKnown, colour.matrix == SWS_CS_ITU601 { matrix = .bt601 }
            if !isKnown || VideoPicture.Layout(frame.pixelFormat) == nil {
                let target = PictureScaler.Target(
                    width: frame.width,
                    height: frame.height,
                    pixelFormat: AV_PIX_FMT_YUV420P,
                    colour: PictureColour(matrix: isKnown ? colour.matrix : SWS_CS_ITU709, isFullRange: false)
                )
                frame = try scaler.scale(frame, colour, to: target)
                isFullRange = false
            }
            guard let layout = VideoPicture.Layout(frame.pixelFormat),
                let adapted = VideoPicture(
                    layout,
                    planes: frame.planes(layout == .planar ? 3 : 2),
                    width: frame.width,
                    height: frame.height,
                    matrix: matrix,
                    isFullRange: isFullRange,
                    sampleAspectRatio: picture.sampleAspectRatio,
                    owner: frame
                )
            else { throw .notImplemented }
            return adapted
        }
    }

    extension VideoPicture.Layout {
        fileprivate init?(_ format: AVPixelFormat) {
            switch format.withoutRange {
            case AV_PIX_FMT_YUV420P: self = .planar
            case AV_PIX_FMT_NV12: self = .semiplanar
            default: return nil
            }
        }
    }

    extension RawFrame {
        /// The picture without what is to be cropped: pictures from a GPU still have that.
        func cropped() throws(LibavError) -> RawFrame {
            let own = pointer.pointee
            guard own.crop_left | own.crop_right | own.crop_top | own.crop_bottom != 0 else { return self }
            let copy = try RawFrame(referring: self)
            try LibavError.check(av_frame_apply_cropping(copy.pointer, Int32(AV_FRAME_CROP_UNALIGNED)))
            return copy
        }

        /// The first planes; fewer if the picture does not have so many.
        fileprivate func planes(_ count: Int) -> [VideoPicture.Plane] {
            let (data, strides) = (pointer.pointee.data, pointer.pointee.linesize)
            let all = [(data.0, strides.0), (data.1, strides.1), (data.2, strides.2)]
            return all.prefix(count).compactMap { bytes, stride in
                bytes.map { VideoPicture.Plane(bytes: UnsafePointer($0), stride: Int(stride)) }
            }
        }
    }
#endif
