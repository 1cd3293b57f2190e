/// What there is to know of an access unit without decoding it. All of it is known when the next one begins; what
/// comes from slice headers, at the first slice.
public struct AccessUnitInfo: Hashable, Sendable {
    /// The NAL units of the access unit.
    public internal(set) var nalUnitCount = 0
    /// The slices, or slice data partitions A, of the primary coded picture. With 0 this is no access unit by the
    /// standard, but what was left between two of them or at the end of the stream.
    public internal(set) var sliceCount = 0
    /// Whether there is an access unit delimiter.
    public internal(set) var hasDelimiter = false
    /// Whether there is an SPS.
    public internal(set) var hasSPS = false
    /// Whether there is a PPS.
    public internal(set) var hasPPS = false

    /// Whether the primary coded picture is an IDR picture.
    public internal(set) var isIDR = false
    /// `recovery_frame_cnt` of the recovery point SEI message, or `nil` where there is none.
    public internal(set) var recoveryFrameCount: Int?
    /// Whether a random access point has come in this stream: this one, or one before it. Pictures before the first
    /// cannot be decoded.
    public internal(set) var followsRandomAccess = false
    /// Whether any slice has a `nal_ref_idc` other than 0. If not, the access unit can be left out and nothing else is
    /// harmed.
    public internal(set) var isReferenced = false
    /// What the slices of the primary coded picture are together: I only where all are, P where none is B.
    public internal(set) var sliceType: SliceType?

    /// Whether the picture is a frame or a field. A frame, where the slice headers could not be read.
    public internal(set) var structure = PictureStructure.frame
    /// Whether the picture is the second field of a complementary field pair (3.30, 3.31), so that it completes a
    /// frame with the access unit before it.
    public internal(set) var isSecondField = false
    /// `frame_num`, or `nil` where the slice headers could not be read.
    public internal(set) var frameNum: Int?
    /// `PicOrderCnt()` (8-1), or `nil` where the slice headers could not be read.
    public internal(set) var pictureOrderCount: Int?
    /// Whether picture order counts start anew here: an IDR picture or memory management control operation 5.
    public internal(set) var startsPictureOrder = false
    /// The id of the SPS in force, or `nil` where the slice headers could not be read.
    public internal(set) var sequenceParameterSetID: Int?
    /// The id of the first slice's PPS, or `nil` where no slice could be read.
    public internal(set) var pictureParameterSetID: Int?
    /// Slices whose headers could not be read, because parameter sets are missing or bytes are damaged. Where the
    /// access unit begins is then a guess from `first_mb_in_slice`.
    public internal(set) var unreadableSliceCount = 0

    /// Whether there is a coded picture at all.
    public var hasPicture: Bool { sliceCount > 0 }
    /// Whether a decoder can begin here: an IDR picture, or a picture with a recovery point SEI message.
    public var isRandomAccess: Bool { hasPicture && (isIDR || recoveryFrameCount != nil) }

    /// Adds a slice of the primary coded picture.
    mutating func add(_ type: SliceType) {
        sliceCount += 1
        switch (sliceType, type) {
        case (nil, _): sliceType = type
        case (.b, _), (_, .i), (_, .si): break
        case (_, .b), (.i, _), (.si, _): sliceType = type
        default: break
        }
    }
}
