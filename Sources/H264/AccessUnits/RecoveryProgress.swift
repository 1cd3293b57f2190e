/// Follows a recovery point up to the picture from which all pictures are right (D.2.8): the reference picture whose
/// `frame_num` is `recovery_frame_cnt` increments later.
///
/// It follows one recovery point at a time. A later one that comes before the recovery is not marked, because a decoder
/// that began there would take the end of the first recovery for its own.
struct RecoveryProgress: Sendable {
    /// The increments of `frame_num` that are left; `nil` while nothing recovers.
    private var remaining: Int?
    /// `frame_num` of the last picture; 0 after memory management control operation 5.
    private var frameNum = 0

    /// Marks the access unit of a picture, whose other properties are known.
    mutating func add(_ slice: SliceHeader, _ sps: SequenceParameterSet, to unit: inout AccessUnitInfo) {
        defer { frameNum = slice.hasMMCO5 ? 0 : slice.frameNum }
        guard !unit.isRandomAccess else {
            // Everything is right from here on.
            remaining = nil
            return
        }
        if let left = remaining {
            let increments = (slice.frameNum - frameNum) & (1 << sps.log2MaxFrameNum - 1)
            unit.isRecovered = left <= increments && slice.referenceIDC != 0
            remaining = unit.isRecovered ? nil : max(0, left - increments)
        }
        guard let point = unit.recoveryPoint, !unit.isSecondField else { return }
        if point.frameCount == 0 {
            (unit.isGradual, unit.isRecovered) = (true, true)
            remaining = nil
        } else if remaining == nil, !unit.isRecovered {
            unit.isGradual = true
            remaining = point.frameCount
        }
    }
}
