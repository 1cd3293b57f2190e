import BitCoding
import H264

/// Counts NAL units by type, and the bytes between them.
struct NALUnitStatistics: Sendable {
    struct Count: Sendable {
        var units = 0
        var bytes = 0
    }

    private(set) var byType = [Count](repeating: Count(), count: 32)
    private(set) var empty = 0
    /// Start codes 00 00 01.
    private(set) var shortStartCodes = 0
    /// Start codes 00 00 00 01 with no more zero bytes before them.
    private(set) var longStartCodes = 0
    /// Start codes with zero bytes before them that belong to nothing.
    private(set) var paddedStartCodes = 0
    /// The offset of the first start code, if it has four bytes and other bytes before it.
    private var first: Int?
    /// The bytes of NAL units and start codes.
    private var occupied = 0
    /// Where the last NAL unit ends.
    private var end = 0

    var total: Int { byType.reduce(empty) { $0 + $1.units } }

    mutating func add(_ nal: RawSpan, _ position: AnnexBPosition) {
        if nal.isEmpty {
            empty += 1
        } else {
            let type = Int(NALUnitHeader(nal[0]).type.rawValue)
            byType[type].units += 1
            byType[type].bytes += nal.byteCount
        }
        if position.startCodeLength == 3 {
            shortStartCodes += 1
        } else if position.offset > end {
            if total == 1 { first = position.offset }
            paddedStartCodes += 1
        } else {
            longStartCodes += 1
        }
        occupied += position.startCodeLength + nal.byteCount
        end = position.payloadOffset + nal.byteCount
    }

    /// Corrects the count of bytes before the first start code that were taken for padding and are garbage up to the
    /// last one.
    mutating func finish(_ skipped: AnnexBSplitter.Skipped) {
        guard let first, first == skipped.garbage else { return }
        paddedStartCodes -= 1
        longStartCodes += 1
    }

    /// The zero bytes around NAL units in a stream of `bytes` bytes: all of them, and those after the last NAL unit.
    func padding(of bytes: Int, _ skipped: AnnexBSplitter.Skipped) -> (all: Int, trailing: Int) {
        // Dropped units follow start codes, of at least three bytes, that were dropped with them.
        let lost = skipped.garbage + skipped.oversizeBytes + 3 * skipped.oversizeUnits
        let all = max(0, bytes - occupied - lost)
        return (all, skipped.oversizeUnits > 0 ? min(all, bytes - end) : bytes - end)
    }
}
