/// Computes the picture order count (8.2.1), the position of each picture in output order.
///
/// Pass one slice header of each primary coded picture in decoding order. Counts are comparable from a picture that
/// ``startsSequence(_:)`` up to the next such picture. Arithmetic wraps, so that no stream can stop the program.
package struct PictureOrderCounter: Sendable {
    /// The counts of a picture's two fields. They are equal for a single field.
    public struct Count: Hashable, Sendable {
        /// `TopFieldOrderCnt`.
        public var top: Int
        /// `BottomFieldOrderCnt`.
        public var bottom: Int

        /// `PicOrderCnt()` of the picture: the smaller of the two (8-1).
        public var picture: Int { min(top, bottom) }
    }

    /// Of the last reference picture, for type 0.
    private var referenceMsb = 0
    private var referenceLsb = 0
    /// Of the last picture, for types 1 and 2.
    private var frameNum = 0
    private var frameNumOffset = 0

    /// Starts before the first picture.
    public init() {}

    /// Whether the picture is output after all earlier ones and counts restart: IDR, or operation 5 (C.4.4).
    public static func startsSequence(_ slice: SliceHeader) -> Bool { slice.isIDR || slice.hasMMCO5 }

    /// Returns the count of the next picture. A picture with memory management control operation 5 gets the count that
    /// it has after decoding, which decides the output order.
    public mutating func next(_ slice: SliceHeader, _ sps: SequenceParameterSet) -> Count {
        if slice.isIDR { self = PictureOrderCounter() }
        let count: Count
        switch sps.pictureOrderCountType {
        case .coded(let log2MaxLsb): count = coded(slice, maxLsb: 1 << log2MaxLsb)
        case .cycle(let cycle):
            advanceFrameNum(slice, sps)
            count = cycled(slice, cycle)
        case .decodingOrder:
            advanceFrameNum(slice, sps)
            let order = 2 &* (frameNumOffset &+ slice.frameNum) &- (slice.referenceIDC == 0 ? 1 : 0)
            count = Count(top: order, bottom: order)
        }
        return slice.hasMMCO5 ? restart(count, slice.structure) : count
    }

    /// Type 0 (8.2.1.1): the low bits are coded, the high bits follow the last reference picture.
    private mutating func coded(_ slice: SliceHeader, maxLsb: Int) -> Count {
        let lsb = slice.pictureOrderCountLsb
        var msb = referenceMsb
        if lsb < referenceLsb, referenceLsb &- lsb >= maxLsb / 2 {
            msb &+= maxLsb
        } else if lsb > referenceLsb, lsb &- referenceLsb > maxLsb / 2 {
            msb &-= maxLsb
        }
        if slice.referenceIDC != 0 { (referenceMsb, referenceLsb) = (msb, lsb) }
        let order = msb &+ lsb
        return Count(top: order, bottom: order &+ Int(slice.deltaPictureOrderCountBottom))
    }

    /// Type 1 (8.2.1.2): expected differences, to which the slice header adds.
    private func cycled(_ slice: SliceHeader, _ cycle: SequenceParameterSet.PictureOrderCountCycle) -> Count {
        let offsets = cycle.offsetsForReferenceFrames
        var frames = offsets.isEmpty ? 0 : frameNumOffset &+ slice.frameNum
        if slice.referenceIDC == 0, frames > 0 { frames -= 1 }
        var expected = 0
        if frames > 0 {
            let (cycles, rest) = (frames - 1).quotientAndRemainder(dividingBy: offsets.count)
            expected = cycles &* offsets.reduce(0) { $0 &+ Int($1) }
            expected = offsets[...rest].reduce(expected) { $0 &+ Int($1) }
        }
        if slice.referenceIDC == 0 { expected &+= Int(cycle.offsetForNonReference) }
        let top = expected &+ Int(slice.deltaPictureOrderCount0)
        let bottom = top &+ Int(cycle.offsetForTopToBottom) &+ Int(slice.deltaPictureOrderCount1)
        switch slice.structure {
        case .frame: return Count(top: top, bottom: bottom)
        case .topField: return Count(top: top, bottom: top)
        case .bottomField: return Count(top: bottom, bottom: bottom)
        }
    }

    /// FrameNumOffset of types 1 and 2 (8-6, 8-11).
    private mutating func advanceFrameNum(_ slice: SliceHeader, _ sps: SequenceParameterSet) {
        if frameNum > slice.frameNum { frameNumOffset &+= 1 << sps.log2MaxFrameNum }
        frameNum = slice.frameNum
    }

    /// Applies memory management control operation 5 (8.2.1): the picture's own count becomes 0.
    private mutating func restart(_ count: Count, _ structure: PictureStructure) -> Count {
        let count = Count(top: count.top &- count.picture, bottom: count.bottom &- count.picture)
        self = PictureOrderCounter()
        if structure != .bottomField { referenceLsb = count.top }
        return count
    }
}
