/// Finds the boundaries of access units (7.4.1.2.3, 7.4.1.2.4) and their properties.
///
/// Pass every NAL unit of a stream in order. The detector keeps the parameter sets, one slice header and a summary.
/// Only a new parameter set causes an allocation.
///
/// It deviates from the standard in these cases:
/// - A slice with `first_mb_in_slice` 0 also begins a picture if its header equals that of the previous picture and the
///   previous picture already has such a slice (of the same colour plane): cameras repeat `idr_pic_id`.
/// - If a slice header cannot be read, `first_mb_in_slice` 0 or a change between IDR and non-IDR begins a picture.
///   ``AccessUnitInfo/unreadableSliceCount`` counts the slice.
/// - NAL units of reserved or unspecified types, or with `forbidden_zero_bit` set, belong to the current access unit.
package struct AccessUnitDetector: Sendable {
    /// The access unit that a NAL unit belongs to.
    public enum Placement: Hashable, Sendable {
        /// The access unit of the preceding NAL units.
        case current
        /// A new access unit, which begins with this NAL unit or with the ``undecided`` ones directly before it.
        /// `finished` is the previous access unit, `nil` at the start and after ``finish()``.
        case next(finished: AccessUnitInfo?)
        /// The same access unit as the next NAL unit: a prefix NAL unit does not decide by itself.
        case undecided
    }

    /// The parameter sets received so far.
    public private(set) var parameterSets = ParameterSets()
    /// The current access unit, as far as it is known.
    public private(set) var current = AccessUnitInfo()

    /// The state of the current access unit that ``current`` does not contain.
    private var picture = PictureProgress()
    /// How many NAL units are undecided.
    private var undecided = 0
    private var orderCounter = PictureOrderCounter()
    /// The last access unit, if it is a field whose second field has not come yet.
    private var firstField: SliceHeader?
    private var recovery = RecoveryProgress()

    /// Starts before the first NAL unit.
    public init() {}

    /// Takes the next NAL unit, header byte first, and returns the access unit that it belongs to. An empty NAL unit
    /// belongs to the current access unit.
    package mutating func place(_ nal: RawSpan) -> Placement {
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

    /// Ends the current access unit, at the end of the stream or when the source pauses. The next NAL unit begins
    /// another access unit of the same stream.
    ///
    /// - Returns: The current access unit; `nil` if it is empty.
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

    /// Sets the properties that all slices of the picture share.
    private mutating func beginPicture(_ slice: Slice, _ header: NALUnitHeader) {
        current.isIDR = header.type == .idrSlice
        current.pictureParameterSetID = slice.start?.pictureParameterSetID
        current.followsRandomAccess = current.followsRandomAccess || current.isIDR || current.recoveryPoint != nil
        guard case .read(let header) = slice, let sps = parameterSets.sps(header.sequenceParameterSetID) else {
            firstField = nil
            // A decoder may be able to read what this one cannot.
            current.isRandomAccess = current.isIDR && hasSets(slice)
            return
        }
        describe(header, sps.value)
        current.isRandomAccess =
            !current.isSecondField && (current.isIDR || current.recoveryPoint?.isExactStart ?? false)
        recovery.add(header, sps.value, to: &current)
    }

    private func hasSets(_ slice: Slice) -> Bool {
        slice.start.map { parameterSets.holds(pps: $0.pictureParameterSetID) } ?? false
    }

    private mutating func describe(_ slice: SliceHeader, _ sps: SequenceParameterSet) {
        current.structure = slice.structure
        current.frameNum = slice.frameNum
        current.sequenceParameterSetID = sps.id
        current.startsPictureOrder = PictureOrderCounter.startsSequence(slice)
        current.pictureOrderCount = orderCounter.next(slice, sps).picture
        current.isSecondField = firstField?.isCompleted(by: slice) ?? false
        firstField = slice.structure.isField && !current.isSecondField ? slice : nil
    }

    /// Adds NAL units to the current access unit, or begins the first one with them.
    private mutating func stay(adding count: Int) -> Placement {
        let isFirst = current.nalUnitCount == 0
        current.nalUnitCount += count + undecided
        undecided = 0
        return isFirst ? .next(finished: nil) : .current
    }

    /// Begins an access unit with the undecided NAL units and `count` more, and returns the previous one.
    private mutating func begin(adding count: Int) -> AccessUnitInfo {
        let finished = current
        current = AccessUnitInfo()
        current.followsRandomAccess = finished.followsRandomAccess
        current.nalUnitCount = count + undecided
        undecided = 0
        picture = PictureProgress()
        return finished
    }

    /// Records a NAL unit that is not a slice of the primary coded picture.
    private mutating func note(_ nal: RawSpan, _ type: NALUnitType) {
        switch type {
        case .accessUnitDelimiter: current.hasDelimiter = true
        case .sps, .spsExtension, .subsetSPS, .pps:
            current.hasSPS = current.hasSPS || type == .sps
            current.hasPPS = current.hasPPS || type == .pps
            // A set that cannot be parsed counts as missing: the slices that need it are reported.
            let isNew = (try? parameterSets.remember(nal)) ?? true
            current.changesParameterSets = current.changesParameterSets || isNew
        case .sei:
            if let point = RecoveryPoint.first(in: nal) { current.recoveryPoint = point }
        case .endOfSequence, .endOfStream: picture.hasEnded = true
        case .partitionB, .partitionC, .auxiliarySlice, .sliceExtension, .sliceExtensionDepth:
            picture.hasVCL = true
            if let header = nal.header, header.referenceIDC != 0 { current.isReferenced = true }
        default: break
        }
    }
}

extension NALUnitType {
    /// Whether the first NAL unit of this type after the last slice of a primary coded picture begins an access unit
    /// (7.4.1.2.3).
    fileprivate var startsAccessUnit: Bool {
        switch rawValue {
        case 6...9, 14...18: true
        default: false
        }
    }
}

extension RecoveryPoint {
    /// Returns the first recovery point of an SEI NAL unit; `nil` if the messages cannot be read up to one.
    fileprivate static func first(in nal: RawSpan) -> RecoveryPoint? {
        var messages = SEIMessage.Reader()
        while let message = try? messages.next(in: nal) {
            if message.payloadType == .recoveryPoint { return try? message.recoveryPoint(in: nal) }
        }
        return nil
    }
}
