import H264

/// How far the pictures of a stream are reordered for output: the most frames that come before some frame in decoding
/// order and after it in output order, which is what `max_num_reorder_frames` bounds (E.2.1).
struct ReorderingDepth: Sendable {
    private(set) var maximum = 0
    /// Picture order counts of the sequence's last frames: as many as two decoded picture buffers hold (A.3.1).
    private var counts: [Int] = []
    private static let window = 32

    mutating func add(
        _ info: AccessUnitInfo,
        _ sps: SequenceParameterSet?,
        at offset: Int?,
        _ anomalies: inout AnomalyLog
    ) {
        guard !info.isSecondField, let count = info.pictureOrderCount else { return }
        if info.startsPictureOrder { counts.removeAll(keepingCapacity: true) }
        let depth = counts.count { $0 > count }
        maximum = max(maximum, depth)
        if counts.count == Self.window { counts.removeFirst() }
        counts.append(count)
        if let promised = sps?.vui?.bitstreamRestriction?.maxReorderFrames, depth > promised {
            anomalies.note(.reorderedBeyondPromise, at: offset, detail: "\(depth), not \(promised)")
        }
    }
}
