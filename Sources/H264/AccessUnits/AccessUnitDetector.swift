/// Finds where access units begin (7.4.1.2.3, 7.4.1.2.4), and what each of them is.
///
/// Fed every NAL unit of a stream in order. It keeps the parameter sets, a slice header and a summary; a NAL unit that
/// is not a new parameter set costs no allocation.
///
/// Beyond the standard:
/// - a slice with `first_mb_in_slice` 0 begins a picture also where its header equals that of the picture before, if
///   that picture already had such a slice (of the same colour plane): cameras repeat `idr_pic_id`;
/// - where a slice header cannot be read, `first_mb_in_slice` 0, or a change between IDR and not, begins a picture; the
///   slice is counted in ``AccessUnitInfo/unreadableSliceCount``;
/// - NAL units of reserved or unspecified types, or with forbidden_zero_bit, belong to the access unit they are found
///   in.
public struct AccessUnitDetector: Sendable {
    /// Where a NAL unit belongs.
    public enum Placement: Hashable, Sendable {
        /// To the access unit of the NAL units before it.
        case current
        /// To a new one, which begins with it, or with the ``undecided`` NAL units right before it. `finished` is the
        /// access unit before that, `nil` at the start and after ``finish()``.
        case next(finished: AccessUnitInfo?)
        /// To wherever the next NAL unit belongs: a prefix NAL unit says nothing of its own.
        case undecided
    }

    /// The parameter sets that have come so far.
    public private(set) var parameterSets = ParameterSets()
    /// The access unit that has begun, with what is known of it so far.
    public private(set) var current = AccessUnitInfo()

    /// What the current access unit has had beyond `current`.
    private var picture = PictureProgress()
    /// NAL units whose place is undecided.
    private var undecided = 0
    private var orderCounter = PictureOrderCounter()
    /// The last access unit that was a field and has no second field yet.
    private var firstField: SliceHeader?

    /// Starts before the first NAL unit.
    public init() {}

    /// Takes the next NAL unit, header byte first, and says where it belongs. An empty one belongs to the
    /// access unit that it is found in.
    public mutating func place(_ nal: RawSpan) -> Placement {
        guard let header = nal.header, !header.forbiddenZeroBit else { return stay(adding: 1) }
        switch header.type {
        case .nonIDRSlice, .partitionA, .idrSlice: return place(Slice(nal, header, parameterSets), header)
        case .prefix where picture.hasVCL:
            undecided += 1
            return .undecided
        case _ where header.type.startsAccessUnit && picture.hasVCL:
            let finished = begin(adding: 1)
            note(nal, header.type)
            return .next(finished: finished)
        default:
            let placement = stay(adding: 1)
            note(nal, header.type)
            return placement
        }
    }

    /// Ends the access unit at hand and gives it, or `nil` where no NAL unit came: at the end of the stream, or when
    /// its source has gone quiet. What comes next begins an access unit of the same stream.
    public mutating func finish() -> AccessUnitInfo? {
        _ = stay(adding: 0)
        let last = begin(adding: 0)
        return last.nalUnitCount > 0 ? last : nil
    }

    private mutating func place(_ slice: Slice, _ header: NALUnitHeader) -> Placement {
        let isNew = picture.hasVCL && picture.isFollowed(by: slice)
        let placement = isNew ? Placement.next(finished: begin(adding: 1)) : stay(adding: 1)
        if case .read(let slice) = slice, slice.redundantPictureCount > 0 {
            picture.hasVCL = true
            return placement
        }
        if current.sliceCount == 0 { beginPicture(slice, header) }
        if let start = slice.start { current.add(start.type) } else { current.sliceCount += 1 }
        if case .read = slice {} else { current.unreadableSliceCount += 1 }
        current.isReferenced = current.isReferenced || header.referenceIDC != 0
        picture.add(slice)
        return placement
    }

    /// Sets what holds for all slices of the picture.
    private mutating func beginPicture(_ slice: Slice, _ header: NALUnitHeader) {
        current.isIDR = header.type == .idrSlice
        current.pictureParameterSetID = slice.start?.pictureParameterSetID
        current.followsRandomAccess = current.followsRandomAccess || current.isIDR || current.recoveryFrameCount != nil
        guard case .read(let slice) = slice, let sps = parameterSets.sps(slice.sequenceParameterSetID) else {
            firstField = nil
            return
        }
        current.structure = slice.structure
        current.frameNum = slice.frameNum
        current.sequenceParameterSetID = sps.value.id
        current.startsPictureOrder = PictureOrderCounter.startsSequence(slice)
        current.pictureOrderCount = orderCounter.next(slice, sps.value).picture
        current.isSecondField = firstField?.isCompleted(by: slice) ?? false
        firstField = slice.structure.isField && !current.isSecondField ? slice : nil
    }

    /// Counts NAL units into the current access unit, or into a first one that begins with them.
    private mutating func stay(adding count: Int) -> Placement {
        let isFirst = current.nalUnitCount == 0
        current.nalUnitCount += count + undecided
        undecided = 0
        return isFirst ? .next(finished: nil) : .current
    }

    /// Begins an access unit with `count` NAL units and the undecided ones; gives the one before it.
    private mutating func begin(adding count: Int) -> AccessUnitInfo {
        let finished = current
        current = AccessUnitInfo()
        current.followsRandomAccess = finished.followsRandomAccess
        current.nalUnitCount = count + undecided
        undecided = 0
        picture = PictureProgress()
        return finished
    }

    /// Takes note of a NAL unit that is no slice of the primary coded picture.
    private mutating func note(_ nal: RawSpan, _ type: NALUnitType) {
        switch type {
        case .accessUnitDelimiter: current.hasDelimiter = true
        case .sps, .subsetSPS, .pps:
            current.hasSPS = current.hasSPS || type == .sps
            current.hasPPS = current.hasPPS || type == .pps
            // A broken set is as good as a missing one: the slices that need it are reported.
            try? parameterSets.remember(nal)
        case .sei:
            if let point = RecoveryPoint.first(in: nal) { current.recoveryFrameCount = point.frameCount }
        case .endOfSequence, .endOfStream: picture.hasEnded = true
        case .partitionB, .partitionC, .auxiliarySlice, .sliceExtension, .sliceExtensionDepth:
            picture.hasVCL = true
            if let header = nal.header, header.referenceIDC != 0 { current.isReferenced = true }
        default: break
        }
    }
}

extension NALUnitType {
    /// Whether the first of these after the last slice of a primary coded picture begins an access unit (7.4.1.2.3).
    fileprivate var startsAccessUnit: Bool {
        switch rawValue {
        case 6...9, 14...18: true
        default: false
        }
    }
}

extension RecoveryPoint {
    /// The first recovery point of an SEI NAL unit. Where the messages break off, there is none.
    fileprivate static func first(in nal: RawSpan) -> RecoveryPoint? {
        var messages = SEIMessage.Reader()
        while let message = try? messages.next(in: nal) {
            if message.payloadType == .recoveryPoint { return try? message.recoveryPoint(in: nal) }
        }
        return nil
    }
}
