/// How a container or camera wants pictures to be shown, as far as it can be had without interpolation.
enum PictureOrientation: Hashable, Sendable, CaseIterable {
    case upright, flippedHorizontally, flippedVertically, halfTurn
    case quarterTurn, threeQuarterTurn, transposed, transposedFlipped

    /// Reads a display matrix (ISO/IEC 14496-12 6.2.2): a picture's point (x, y) is shown at (ax + cy, bx + dy).
    ///
    /// - Parameter matrix: a b u c d v x y w; what is no such matrix is upright.
    init(displayMatrix matrix: [Int32]) {
        guard matrix.count == 9 else {
            self = .upright
            return
        }
        let signs = [matrix[0], matrix[1], matrix[3], matrix[4]].map { $0.signum() }
        self = Self.allCases.first { $0.signs == signs } ?? .upright
    }

    /// libavfilter's words for turning pictures that way; `nil` for none.
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
