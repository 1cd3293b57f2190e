import H264

/// Groups of pictures. Each begins where decoding can begin and ends before the next one, or at the end of the stream.
struct PictureGroups: Sendable {
    private(set) var count = 0
    private(set) var frames = (minimum: Int.max, maximum: 0, total: 0)
    private(set) var seconds = (minimum: Double.infinity, maximum: 0.0, total: 0.0)
    /// The current group.
    private var current: (frames: Int, start: Double?)?

    /// Adds an access unit that begins `time` seconds into the stream; `nil` if the time is unknown.
    mutating func add(_ info: AccessUnitInfo, at time: Double?) {
        guard !info.isSecondField else { return }
        if info.isStart {
            finish(at: time)
            current = (0, time)
        }
        current?.frames += 1
    }

    mutating func finish(at time: Double?) {
        guard let group = current else { return }
        current = nil
        count += 1
        frames = (min(frames.minimum, group.frames), max(frames.maximum, group.frames), frames.total + group.frames)
        guard let start = group.start, let time else { return }
        let length = time - start
        seconds = (min(seconds.minimum, length), max(seconds.maximum, length), seconds.total + length)
    }
}

/// Follows `frame_num` (7.4.3). It grows by one after each reference picture, so a gap indicates lost pictures, or
/// pictures omitted on purpose if the SPS allows it.
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

/// The depth of reordering: the largest number of frames that precede a frame in decoding order and follow it in output
/// order. `max_num_reorder_frames` is the declared bound of it (E.2.1).
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

/// How long a stream lasts by the timing of its VUI: a field takes a tick, a frame two (E.2.1).
struct FieldPeriodClock: Sendable {
    /// Field periods so far under the current timing, and the time before that in seconds.
    private var periods = 0
    private var before = 0.0
    /// Seconds of a field period.
    private var period: Double?

    /// Seconds from the stream's beginning to the next access unit; `nil` as long as there was no timing.
    var seconds: Double? { period.map { before + Double(periods) * $0 } }

    /// Goes by the timing of an SPS from here on, if it has any. Pictures before the first timing count as if they had
    /// it.
    mutating func adopt(_ sps: SequenceParameterSet?) {
        guard let rate = sps?.frameRate else { return }
        let new = 0.5 / rate.framesPerSecond
        if let period, period != new {
            before += Double(periods) * period
            periods = 0
        }
        period = new
    }

    /// Advances by the duration of an access unit.
    mutating func advance(_ info: AccessUnitInfo) {
        periods += info.structure.isField ? 1 : 2
    }
}
