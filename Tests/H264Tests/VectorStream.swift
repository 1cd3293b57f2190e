import H264
import TestSupport

/// What independent tools say of a stream among the vectors.
struct Oracle: Decodable, Sendable {
    struct Table: Decodable, Sendable {
        let rows: [[Cell?]]
    }

    struct Cell: Decodable, Sendable {
        let number: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self.number = number
            } else {
                number = Int(try container.decode(String.self))
            }
        }
    }

    struct Unit: Decodable, Sendable {
        /// The index of the first NAL unit, the number of them, and the offset of the first start code.
        let nal: Int
        let n: Int
        let o: Int
        let slices: Int
        let st: String
        let idr: Int?
        let field: String?
        let nonref: Int?
        let rp: Int?
    }

    let nals: Table
    let aus: [Unit]
    let rap_au_indices: [Int]
    let recovery_points: [[Int]]
    let ffprobe_frames_display_order: Table
}

/// A stream among the vectors, taken apart by the code under test.
struct VectorStream {
    struct Unit {
        var info: AccessUnitInfo
        var firstNAL: Int
        var offset: Int
        var sps: SequenceParameterSet?
    }

    var nalUnitCount = 0
    var units: [Unit] = []
    var parameterSets = ParameterSets()
    var firstSPS: SequenceParameterSet?

    init(_ file: String) throws {
        let bytes = try Vectors.bytes(file)
        var cursor = AnnexBCursor()
        var detector = AccessUnitDetector()
        var next = (nal: 0, offset: 0)
        var undecided: (nal: Int, offset: Int)?
        while let unit = cursor.next(in: bytes.span.bytes) {
            let here = (nal: nalUnitCount, offset: unit.position.offset)
            nalUnitCount += 1
            switch detector.place(bytes.span.bytes.extracting(unit.payload)) {
            case .undecided: undecided = undecided ?? here
            case .current: undecided = nil
            case .next(let finished):
                if let finished { add(finished, next, detector) }
                next = undecided ?? here
                undecided = nil
            }
            if firstSPS == nil { firstSPS = detector.parameterSets.allSPS.first?.value }
        }
        parameterSets = detector.parameterSets
        if let last = detector.finish() { add(last, next, detector) }
    }

    private mutating func add(_ info: AccessUnitInfo, _ first: (nal: Int, offset: Int), _ detector: AccessUnitDetector)
    {
        let sps = info.sequenceParameterSetID.flatMap { detector.parameterSets.sps($0)?.value }
        units.append(Unit(info: info, firstNAL: first.nal, offset: first.offset, sps: sps))
    }

    /// The access units by the standard: those with a picture.
    var pictures: [Unit] { units.filter(\.info.hasPicture) }
}

extension Vectors.Entry {
    /// Whether the figures are right, rather than informative: not so for damaged and incomplete streams.
    var isBinding: Bool { categories.isDisjoint(with: ["hostile", "no-sps", "no-base"]) }
}
