import BitCoding
import H264

/// The parameter sets of a stream: each distinct one, and whether they are fit for use.
struct ParameterSetStatistics: Sendable {
    /// Distinct sets of a kind that are kept; more are counted as changes only.
    static let maximumStored = 256

    struct StoredSet: Sendable {
        let bytes: [UInt8]
        let value: SequenceParameterSet
        var count = 1
        let offset: Int
    }

    /// The distinct SPS and subset SPS in the order of their first occurrence.
    private(set) var sequence: [StoredSet] = []
    /// The first SPS that could be read.
    private(set) var first: SequenceParameterSet?
    private(set) var distinctPPS = 0
    private(set) var usesCABAC = false
    private(set) var usesCAVLC = false
    private(set) var uses8x8Transform = false
    private(set) var maximumSliceGroups = 0
    private var picture: Set<[UInt8]> = []
    /// The last SPS of each id.
    private var latest = [[UInt8]?](repeating: nil, count: 32)
    /// The offset of an SPS that changed something, until it is known whether an IDR picture follows.
    private var change: Int?

    mutating func add(_ nal: RawSpan, _ header: NALUnitHeader, _ offset: Int, _ anomalies: inout AnomalyLog) {
        guard nal.byteCount <= ParameterSets.maximumSize else { return }
        do throws(H264Error) {
            switch header.type {
            case .sps, .subsetSPS: try addSequence(nal, header.type, offset, &anomalies)
            case .pps: try addPicture(nal)
            default: break
            }
        } catch {
            let kind = header.type == .pps ? AnomalyKind.unreadablePPS : .unreadableSPS
            anomalies.note(kind, at: offset, detail: error.message)
        }
    }

    private mutating func addSequence(
        _ nal: RawSpan,
        _ type: NALUnitType,
        _ offset: Int,
        _ anomalies: inout AnomalyLog
    ) throws(H264Error) {
        let bytes = nal.withUnsafeBytes { [UInt8]($0) }
        if let index = sequence.firstIndex(where: { $0.bytes == bytes }) {
            sequence[index].count += 1
            if type == .sps { trackChange(bytes, sequence[index].value, offset) }
            return
        }
        let sps = try SequenceParameterSet(nal)
        if sequence.count < Self.maximumStored { sequence.append(StoredSet(bytes: bytes, value: sps, offset: offset)) }
        if let vui = sps.vui, !vui.isComplete { anomalies.note(.incompleteVUI, at: offset) }
        guard type == .sps else { return }
        first = first ?? sps
        trackChange(bytes, sps, offset)
        guard let rate = sps.frameRate else {
            anomalies.note(.noTiming, at: offset)
            return
        }
        if !Self.plausibleRates.contains(rate.framesPerSecond) {
            anomalies.note(.implausibleTiming, at: offset, detail: "\(rate.framesPerSecond) frames a second")
        }
    }

    /// Outside of these, encoders mean that they do not know.
    private static let plausibleRates = 0.1...1_000.0

    private mutating func trackChange(_ bytes: [UInt8], _ sps: SequenceParameterSet, _ offset: Int) {
        if let old = latest[sps.id], old != bytes { change = change ?? offset }
        latest[sps.id] = bytes
    }

    private mutating func addPicture(_ nal: RawSpan) throws(H264Error) {
        let bytes = nal.withUnsafeBytes { [UInt8]($0) }
        guard !picture.contains(bytes) else { return }
        _ = try PictureParameterSet(nal)
        distinctPPS += 1
        if picture.count < Self.maximumStored { picture.insert(bytes) }
    }

    /// Records the sets that a picture refers to.
    mutating func use(_ pps: PictureParameterSet) {
        if pps.isCABAC { usesCABAC = true } else { usesCAVLC = true }
        uses8x8Transform = uses8x8Transform || pps.is8x8TransformAllowed
        maximumSliceGroups = max(maximumSliceGroups, pps.sliceGroupCount)
    }

    /// Checks an SPS that has changed, when the next picture is known.
    mutating func checkChanges(_ info: AccessUnitInfo, _ anomalies: inout AnomalyLog) {
        guard let change, info.hasPicture else { return }
        self.change = nil
        if !info.isIDR { anomalies.note(.changedSPS, at: change) }
    }
}
