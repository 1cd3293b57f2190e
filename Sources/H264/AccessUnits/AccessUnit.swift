/// An access unit in Annex B format, ready to be sent or decoded.
public struct AccessUnit: Sendable {
    /// The NAL units, each preceded by a start code of four bytes.
    public let bytes: [UInt8]
    /// The properties of the access unit as received, before parameter sets were inserted.
    public let info: AccessUnitInfo
    /// The SPS that the slices refer to; `nil` if the slice headers cannot be read. A later SPS may have replaced it
    /// under the same id.
    public let sps: ParameterSets.Entry<SequenceParameterSet>?
    /// How many parameter sets were inserted because the access unit, at which decoding can begin, came without them.
    public let insertedParameterSetCount: Int
}

/// The properties of an access unit that are known without decoding it. All are known when the next access unit begins;
/// those from slice headers are known at the first slice.
public struct AccessUnitInfo: Hashable, Sendable {
    /// How many NAL units the access unit has.
    public internal(set) var nalUnitCount = 0
    /// How many slices, or slice data partitions A, the primary coded picture has. If it is 0, this is not an access
    /// unit by the standard, but NAL units between two access units or at the end of the stream.
    public internal(set) var sliceCount = 0
    /// Whether it contains an access unit delimiter.
    public internal(set) var hasDelimiter = false
    /// Whether it contains an SPS.
    public internal(set) var hasSPS = false
    /// Whether it contains a PPS.
    public internal(set) var hasPPS = false
    /// Whether it contains a parameter set that differs from the earlier one with the same id, or cannot be read. Later
    /// access units may need it.
    public internal(set) var changesParameterSets = false

    /// Whether the primary coded picture is an IDR picture.
    public internal(set) var isIDR = false
    /// The recovery point SEI message; `nil` without such a message.
    public internal(set) var recoveryPoint: RecoveryPoint?
    /// Whether a decoder that begins here shows this picture, and all that follow it in output order, exactly: an IDR
    /// picture, or a recovery point that is exact at once (``RecoveryPoint/isExactStart``). A second field is none, nor
    /// is a picture whose parameter sets have not come.
    public internal(set) var isRandomAccess = false
    /// Whether a decoder can begin here, but pictures are right only from the next access unit that ``isRecovered``,
    /// which can be this one. A recovery point that comes before the one before it has recovered is not gradual, unless
    /// it recovers at once: the end of the earlier recovery would be taken for its own.
    public internal(set) var isGradual = false
    /// Whether pictures are right from this one on, in output order, if decoding began at the last gradual access unit.
    public internal(set) var isRecovered = false
    /// Whether this access unit or an earlier one of the stream is an IDR picture or has a recovery point. Pictures
    /// before the first one cannot be decoded.
    public internal(set) var followsRandomAccess = false
    /// Whether any slice has a `nal_ref_idc` other than 0. If not, no other picture needs the access unit.
    public internal(set) var isReferenced = false
    /// The type of the picture: I if all slices of the primary coded picture are I, P if none is B, else B.
    public internal(set) var sliceType: SliceType?

    /// Whether the picture is a frame or a field; a frame if the slice headers cannot be read.
    public internal(set) var structure = PictureStructure.frame
    /// Whether the picture is the second field of a complementary field pair (3.30, 3.31). It then completes a frame
    /// together with the access unit before it.
    public internal(set) var isSecondField = false
    /// `frame_num`; `nil` if the slice headers cannot be read.
    public internal(set) var frameNum: Int?
    /// `PicOrderCnt()` (8-1); `nil` if the slice headers cannot be read.
    public internal(set) var pictureOrderCount: Int?
    /// Whether picture order counts restart here, at an IDR picture or memory management control operation 5.
    public internal(set) var startsPictureOrder = false
    /// The id of the SPS that the slices refer to; `nil` if the slice headers cannot be read.
    public internal(set) var sequenceParameterSetID: Int?
    /// The id of the first slice's PPS; `nil` if no slice header can be read.
    public internal(set) var pictureParameterSetID: Int?
    /// How many slice headers cannot be read, because parameter sets are missing or bytes are damaged. The start of the
    /// access unit is then inferred from `first_mb_in_slice`.
    public internal(set) var unreadableSliceCount = 0

    /// Whether it contains a coded picture.
    public var hasPicture: Bool { sliceCount > 0 }
    /// `recovery_frame_cnt` of the recovery point SEI message; `nil` without such a message.
    public var recoveryFrameCount: Int? { recoveryPoint?.frameCount }
    /// Whether a decoder can begin here, with a right picture at once or later.
    public var isStart: Bool { isRandomAccess || isGradual }

    /// Records a slice of the primary coded picture.
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
