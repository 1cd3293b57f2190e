import H264

/// Follows `frame_num` (7.4.3): it grows by one behind each reference picture, so that a leap tells of lost pictures,
/// or of ones left out on purpose where the SPS allows it.
struct FrameNumbers: Sendable {
    /// Leaps, allowed or not.
    private(set) var gaps = 0
    /// `PrevRefFrameNum`; `nil` before the first picture that could be read.
    private var previous: Int?

    mutating func add(
        _ info: AccessUnitInfo,
        _ sps: SequenceParameterSet?,
        at offset: Int?,
        _ anomalies: inout AnomalyLog
    ) {
        guard let frameNum = info.frameNum, let sps else { return }
        if let previous, !info.isIDR, !info.isSecondField, frameNum != previous {
            let expected = (previous + 1) % (1 << sps.log2MaxFrameNum)
            if frameNum != expected {
                gaps += 1
                if !sps.allowsGapsInFrameNum {
                    anomalies.note(.frameNumGap, at: offset, detail: "\(frameNum) behind \(previous)")
                }
            }
        }
        if info.isReferenced {
            // Memory management control operation 5 counts as if frame_num had been 0.
            previous = info.startsPictureOrder ? 0 : frameNum
        } else if previous == nil {
            previous = frameNum == 0 ? (1 << sps.log2MaxFrameNum) - 1 : frameNum - 1
        }
    }
}
