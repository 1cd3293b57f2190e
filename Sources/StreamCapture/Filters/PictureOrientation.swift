/// The display orientation from a container or camera, as far as it needs no interpolation.
enum PictureOrientation: Hashable, Sendable, CaseIterable {
    case upright, flippedHorizontally, flippedVertically, halfTurn
    case quarterTurn, threeQuarterTurn, transposed, transposedFlipped

    /// Reads a display matrix (ISO/IEC 14496-12 6.2.2): it shows a picture's point (x, y) at (ax + cy, bx + dy).
    ///
    /// - Parameter matrix: a b u c d v x y w. An invalid matrix means upright.
    init(displayMatrix matrix: [Int32]) {
        guard matrix.count == 9 else {
            self = .upright
            return
        }
        let signs = [matrix[0], matrix[1], matrix[3], matrix[4]].map { $0.signum() }
        self = Self.allCases.first { $0.signs == signs } ?? .upright
    }

    /// The filters for this orientation in libavfilter's syntax; `nil` for none.
    var filter: String? {
        switch self {
        case .upright: nil
        case .flippedHorizontally: "hflip"
        case .flippedVertically: "vflip"
        case .halfTurn: "hflip,vflip"
        case .quarterTurn: "transpose=dir=clock"
        case .threeQuarterTurn: "transpose=dir=cclock"
        case .transposed: "transpose=dir=cclock_flip"
        case .transposedFlipped: "transpose=dir=clock_flip"
        }
    }

    /// The signs of a, b, c and d.
    private var signs: [Int32] {
        switch self {
        case .upright: [1, 0, 0, 1]
        case .flippedHorizontally: [-1, 0, 0, 1]
        case .flippedVertically: [1, 0, 0, -1]
        case .halfTurn: [-1, 0, 0, -1]
        case .quarterTurn: [0, 1, -1, 0]
        case .threeQuarterTurn: [0, -1, 1, 0]
        case .transposed: [0, 1, 1, 0]
        case .transposedFlipped: [0, -1, -1, 0]
        }
    }
}

#if Capture
    import CFFmpeg
    import Libav

    extension RawFrame {
        /// The display orientation of a picture.
        var orientation: PictureOrientation {
            guard let data = av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX) else { return .upright }
            let bytes = UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size)
            return PictureOrientation(displayMatrix: bytes)
        }

        /// Sets the display orientation, unless the picture has one.
        func orient(by matrix: [Int32]) {
            guard av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX) == nil else { return }
            matrix.withUnsafeBytes { bytes in
                guard let data = av_frame_new_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX, bytes.count) else {
                    return
                }
                UnsafeMutableRawBufferPointer(start: data.pointee.data, count: bytes.count).copyMemory(from: bytes)
            }
        }

        /// Removes the display orientation after the rotation.
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
