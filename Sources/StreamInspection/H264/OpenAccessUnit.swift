import BitCoding
import H264

/// An access unit that is not complete: the properties that ``AccessUnitInfo`` does not contain.
struct OpenAccessUnit: Sendable {
    /// The offset of its first start code, and that start code's length.
    private(set) var start: AnnexBPosition?
    /// Its bytes, start codes included.
    private(set) var bytes = 0
    /// How many slices of each type, by raw value.
    private(set) var sliceTypes = [Int](repeating: 0, count: 5)
    /// `primary_pic_type` of the first delimiter.
    private(set) var primaryPictureType: UInt8?
    /// The offset of a delimiter that is not the first NAL unit.
    private(set) var misplacedDelimiter: Int?
    /// The offset of a NAL unit that ends the sequence or the stream.
    private(set) var endOfSequence: Int?
    /// The SPS of its slices, known from the first that can be read.
    var sps: SequenceParameterSet?
    /// Slices whose headers could not be read.
    var unreadableSlices = 0

    var offset: Int? { start?.offset }

    mutating func add(_ nal: RawSpan, _ header: NALUnitHeader, _ position: AnnexBPosition) {
        bytes += position.startCodeLength + nal.byteCount
        let isFirst = start == nil
        start = start ?? position
        guard !header.forbiddenZeroBit else { return }
        switch header.type {
        case .accessUnitDelimiter where isFirst:
            primaryPictureType = nal.byteCount > 1 ? nal[1] >> 5 : nil
        case .accessUnitDelimiter:
            misplacedDelimiter = misplacedDelimiter ?? position.offset
        case .endOfSequence, .endOfStream:
            endOfSequence = position.offset
        case _ where header.type.isPrimarySlice:
            if let slice = try? SliceStart(nal) { sliceTypes[Int(slice.type.rawValue)] += 1 }
        default: break
        }
    }

    /// Adds NAL units that turned out to belong here.
    mutating func append(_ other: OpenAccessUnit) {
        bytes += other.bytes
        start = start ?? other.start
    }

    /// A slice type that is there although the delimiter's `primary_pic_type` rules it out (table 7-5).
    var disallowedSliceType: SliceType? {
        guard let primaryPictureType else { return nil }
        let allowed = Self.allowed[Int(primaryPictureType)]
        return [.p, .b, .i, .sp, .si].first { sliceTypes[Int($0.rawValue)] > 0 && !allowed.contains($0) }
    }

    private static let allowed: [Set<SliceType>] = [
        [.i], [.p, .i], [.p, .b, .i], [.si], [.sp, .si], [.i, .si], [.p, .i, .sp, .si], [.p, .b, .i, .sp, .si],
    ]
}
