/// A slice, as far as it can be parsed.
enum Slice {
    /// The whole header.
    case read(SliceHeader)
    /// Only the first syntax elements, or none: parameter sets are missing, or bytes are damaged.
    case unread(SliceStart?, isIDR: Bool)

    init(_ nal: RawSpan, _ header: NALUnitHeader, _ parameterSets: ParameterSets) {
        do throws(H264Error) {
            self = .read(try SliceHeader(nal, parameterSets))
        } catch {
            self = .unread(try? SliceStart(nal), isIDR: header.type == .idrSlice)
        }
    }

    var start: SliceStart? {
        switch self {
        case .read(let slice): slice.start
        case .unread(let start, _): start
        }
    }

    var isIDR: Bool {
        switch self {
        case .read(let slice): slice.isIDR
        case .unread(_, let isIDR): isIDR
        }
    }
}

/// The state of the coded picture in the current access unit, which decides whether a slice still belongs to it.
struct PictureProgress {
    /// Whether any slice of any kind has come.
    var hasVCL = false
    /// Whether the end of the sequence or of the stream was signalled.
    var hasEnded = false
    /// The last slice of the primary coded picture.
    private var last: Slice?
    /// The colour planes whose slice with `first_mb_in_slice` 0 has come, one bit each.
    private var begunPlanes: UInt8 = 0

    mutating func add(_ slice: Slice) {
        hasVCL = true
        last = slice
        if slice.start?.firstMacroblock == 0 { begunPlanes |= slice.planeBit }
    }

    /// Whether `slice` is the first of another primary coded picture.
    func isFollowed(by slice: Slice) -> Bool {
        if hasEnded { return true }
        if case .read(let header) = slice, header.redundantPictureCount > 0 { return false }
        guard let last else { return true }
        if slice.start?.firstMacroblock == 0, begunPlanes & slice.planeBit != 0 { return true }
        if case .read(let header) = slice, case .read(let last) = last { return header.differs(from: last) }
        return slice.start?.firstMacroblock == 0 || slice.isIDR != last.isIDR
    }
}

extension Slice {
    fileprivate var planeBit: UInt8 {
        guard case .read(let slice) = self else { return 1 }
        return 1 << slice.colourPlane
    }
}

extension SliceHeader {
    /// Whether this is a slice of another primary coded picture than `last` (7.4.1.2.4).
    ///
    /// All slices of a picture have the same marking (7.4.3.3), so a memory management control operation 5 in only one
    /// of them also separates two pictures. `frame_num` restarts after it and can be the same in the next picture.
    fileprivate func differs(from last: SliceHeader) -> Bool {
        frameNum != last.frameNum
            || start.pictureParameterSetID != last.start.pictureParameterSetID
            || structure != last.structure
            || referenceIDC != last.referenceIDC && (referenceIDC == 0 || last.referenceIDC == 0)
            || pictureOrderCountLsb != last.pictureOrderCountLsb
            || deltaPictureOrderCountBottom != last.deltaPictureOrderCountBottom
            || deltaPictureOrderCount0 != last.deltaPictureOrderCount0
            || deltaPictureOrderCount1 != last.deltaPictureOrderCount1
            || idrPictureID != last.idrPictureID
            || hasMMCO5 != last.hasMMCO5
    }

    /// Whether `second`, the next picture in decoding order, forms a complementary field pair with this field: it has
    /// the opposite parity and the same `frame_num`, both or neither are referenced, and it starts no sequence (3.30,
    /// 3.31).
    func isCompleted(by second: SliceHeader) -> Bool {
        structure.isField && second.structure.isField && structure != second.structure
            && frameNum == second.frameNum
            && (referenceIDC == 0) == (second.referenceIDC == 0)
            && !PictureOrderCounter.startsSequence(second)
    }
}
