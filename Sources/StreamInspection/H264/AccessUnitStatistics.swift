import H264

/// Counts access units, frames and groups of pictures, and adds up their duration.
struct AccessUnitStatistics: Sendable {
    private(set) var count = 0
    private(set) var idr = 0
    private(set) var recoveryPoints = 0
    private(set) var randomAccessPoints = 0
    private(set) var gradualPoints = 0
    private(set) var frames = 0
    private(set) var fieldPairs = 0
    private(set) var fields = 0
    private(set) var discardable = 0
    private(set) var largest = 0
    private(set) var maximumSlices = 0
    private(set) var firstRandomAccessOffset: Int?
    /// Slices by type, and pictures by the types of their slices.
    private(set) var sliceTypes = [Int](repeating: 0, count: 5)
    private(set) var pictureTypes = [Int](repeating: 0, count: 5)
    private(set) var clock = FieldPeriodClock()
    private(set) var groups = PictureGroups()
    private(set) var reordering = ReorderingDepth()
    private(set) var frameNumbers = FrameNumbers()
    /// Whether the access unit before ended a sequence.
    private var hasEnded = false

    /// Adds an access unit that is complete.
    mutating func add(_ info: AccessUnitInfo, _ unit: OpenAccessUnit, _ anomalies: inout AnomalyLog) {
        if let offset = unit.misplacedDelimiter { anomalies.note(.misplacedDelimiter, at: offset) }
        guard info.hasPicture else {
            anomalies.note(.noPicture, at: unit.offset)
            return
        }
        count += 1
        largest = max(largest, unit.bytes)
        maximumSlices = max(maximumSlices, info.sliceCount)
        for type in unit.sliceTypes.indices { sliceTypes[type] += unit.sliceTypes[type] }
        if let type = info.sliceType { pictureTypes[Int(type.rawValue)] += 1 }
        if !info.isReferenced { discardable += 1 }
        if info.isIDR { idr += 1 }
        if info.recoveryFrameCount != nil { recoveryPoints += 1 }
        if info.isSecondField { fieldPairs += 1 } else { frames += 1 }
        if info.structure.isField { fields += 1 }
        check(info, unit, &anomalies)
        if info.isIDR || info.recoveryPoint != nil { addStart(info, unit, &anomalies) }
        clock.adopt(unit.sps)
        groups.add(info, at: clock.seconds)
        clock.advance(info)
        reordering.add(info, unit.sps, at: unit.offset, &anomalies)
        frameNumbers.add(info, unit.sps, at: unit.offset, &anomalies)
        hasEnded = unit.endOfSequence != nil
    }

    /// Adds an access unit at which decoding should be able to begin.
    private mutating func addStart(
        _ info: AccessUnitInfo,
        _ unit: OpenAccessUnit,
        _ anomalies: inout AnomalyLog
    ) {
        if info.isRandomAccess {
            randomAccessPoints += 1
            firstRandomAccessOffset = firstRandomAccessOffset ?? unit.offset
        }
        if info.isGradual { gradualPoints += 1 }
        if unit.sps == nil {
            anomalies.note(.undecodableRandomAccess, at: unit.offset)
        } else if !info.isSecondField, !info.hasSPS || !info.hasPPS {
            anomalies.note(.unrepeatedParameterSets, at: unit.offset)
        }
    }

    private func check(_ info: AccessUnitInfo, _ unit: OpenAccessUnit, _ anomalies: inout AnomalyLog) {
        if !info.followsRandomAccess { anomalies.note(.beforeRandomAccess, at: unit.offset) }
        if hasEnded, !info.isIDR { anomalies.note(.noIDRAfterEndOfSequence, at: unit.offset) }
        if let type = unit.disallowedSliceType { anomalies.note(.wrongDelimiter, at: unit.offset, detail: "\(type)") }
        if unit.start?.startCodeLength == 3, !info.hasSPS, !info.hasPPS {
            anomalies.note(.shortStartCode, at: unit.offset)
        }
        if unit.bytes > AccessUnitAssembler.defaultMaximumAccessUnitSize {
            anomalies.note(.oversizeAccessUnit, at: unit.offset, detail: "\(unit.bytes) bytes")
        }
    }

    /// Judges the stream as a whole.
    mutating func finish(_ anomalies: inout AnomalyLog) {
        groups.finish(at: clock.seconds)
        guard count > 0 else { return }
        if randomAccessPoints + gradualPoints == 0 {
            anomalies.note(.noRandomAccess, at: nil)
        } else if idr == 0 {
            anomalies.note(.noIDR, at: nil)
        }
    }
}
