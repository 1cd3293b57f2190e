#if Capture
    import CFFmpeg

    extension RawFrame {
        /// Of a picture: how it is meant to be shown.
        var orientation: PictureOrientation {
            guard let data = av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX) else { return .upright }
            let bytes = UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size)
            return PictureOrientation(displayMatrix: bytes)
        }

        /// Notes how a picture is meant to be shown, unless it says so itself.
        func orient(by matrix: [Int32]) {
            guard av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX) == nil else { return }
            matrix.withUnsafeBytes { bytes in
                guard let data = av_frame_new_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX, bytes.count) else {
                    return
                }
                UnsafeMutableRawBufferPointer(start: data.pointee.data, count: bytes.count).copyMemory(from: bytes)
            }
        }

        /// It has been turned.
        func setUpright() {
            av_frame_remove_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX)
        }
    }

    extension PictureOrientation {
        init(displayMatrix bytes: UnsafeRawBufferPointer) {
            let count = bytes.count / MemoryLayout<Int32>.size
            self.init(displayMatrix: (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) })
        }
    }
#endif
