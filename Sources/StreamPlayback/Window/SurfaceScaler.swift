#if Player
    import CFFmpeg

    /// Makes pixels of pictures, at another size if necessary. It keeps libswscale's tables for the next picture.
    struct SurfaceScaler: ~Copyable {
        /// libswscale writes whole vectors: rows of other widths are made elsewhere and copied.
        static let vector = 16

        private struct Key: Hashable {
            var layout: VideoPicture.Layout
            var width: Int
            var height: Int
            var matrix: VideoPicture.Matrix
            var isFullRange: Bool
            var targetWidth: Int
            var targetHeight: Int
        }

        private var scaler: UnsafeMutableRawPointer?
        private var key: Key?
        private var rows: [UInt8] = []

        deinit {
            shim_free_scaler(scaler)
        }

        /// - Parameters:
        ///   - pixels: The first of `height` rows of `width` pixels: blue, green, red and a byte without meaning.
        ///   - stride: Bytes from one row to the next.
        /// - Returns: Whether libswscale could.
        @discardableResult mutating func scale(
            _ picture: VideoPicture,
            to pixels: UnsafeMutablePointer<UInt8>,
            stride: Int,
            width: Int,
            height: Int
        ) -> Bool {
            guard prepare(picture, width: width, height: height) else { return false }
            if width.isMultiple(of: Self.vector), stride.isMultiple(of: Self.vector) {
                return convert(picture, to: pixels, stride: stride)
            }
            let rowStride = (4 * width + 64 + Self.vector - 1) / Self.vector * Self.vector
            // One row more than there is, for the vector after the last pixel.
            if rows.count != rowStride * (height + 1) { rows = Array(repeating: 0, count: rowStride * (height + 1)) }
            // Taken out, so that they are not copied.
            var rows: [UInt8] = []
            swap(&rows, &self.rows)
            defer { swap(&rows, &self.rows) }
            return rows.withUnsafeMutableBufferPointer { rows in
                guard let first = rows.baseAddress, convert(picture, to: first, stride: rowStride) else { return false }
                for row in 0..<height {
                    (pixels + row * stride).update(from: first + row * rowStride, count: 4 * width)
                }
                return true
            }
        }

        private mutating func prepare(_ picture: VideoPicture, width: Int, height: Int) -> Bool {
            let key = Key(
                layout: picture.layout,
                width: picture.width,
                height: picture.height,
                matrix: picture.matrix,
                isFullRange: picture.isFullRange,
                targetWidth: width,
                targetHeight: height
            )
            guard key != self.key else { return scaler != nil }
            shim_free_scaler(scaler)
            self.key = key
            scaler = shim_new_scaler(
                Int32(clamping: picture.width),
                Int32(clamping: picture.height),
                picture.layout == .planar ? AV_PIX_FMT_YUV420P : AV_PIX_FMT_NV12,
                picture.matrix == .bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601,
                picture.isFullRange ? 1 : 0,
                Int32(clamping: width),
                Int32(clamping: height),
                AV_PIX_FMT_BGRA,
                SWS_CS_ITU601,
                1,
                0
            )
            return scaler != nil
        }

        private func convert(_ picture: VideoPicture, to pixels: UnsafeMutablePointer<UInt8>, stride: Int) -> Bool {
            let planes = picture.planes
            let third = planes.count > 2 ? planes[2] : nil
            return shim_scale_planes(
                scaler,
                planes[0].bytes,
                Int32(clamping: planes[0].stride),
                planes[1].bytes,
                Int32(clamping: planes[1].stride),
                third?.bytes,
                Int32(clamping: third?.stride ?? 0),
                Int32(clamping: picture.height),
                pixels,
                Int32(clamping: stride)
            ) >= 0
        }
    }
#endif
