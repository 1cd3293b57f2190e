import BitCoding

/// Inserts into an access unit at which decoding can begin the parameter sets that it lacks: those that its slices refer
/// to, and all others that are in force, because pictures up to the next such access unit may refer to them.
///
/// The inserted sets are in front of the first SEI message and slice, each SPS before the PPS that refer to it. The
/// order of the access unit's own NAL units does not change.
struct ParameterSetInserter: Sendable {
    /// The most bytes of sets that no slice of the access unit refers to. Real streams have some hundreds. It keeps an
    /// access unit within the limits for frames whatever the stream has sent before.
    static let maximumExtraSize = ParameterSets.maximumSize

    /// How many parameter sets were inserted.
    private(set) var insertedCount = 0

    /// The ids of the sets in the access unit, one bit each.
    private var sps: UInt32 = 0
    private var subsetSPS: UInt32 = 0
    private var pps = SIMD4<UInt64>()
    /// The offset at which to insert an SPS: after the access unit delimiter, if there is one.
    private var spsOffset = 0
    /// The offset at which to insert a PPS: after the last SPS.
    private var ppsOffset = 0
    /// Whether the sets that are in force were inserted.
    private var isComplete = false

    /// Records a NAL unit that the caller appends to the access unit at `offset`.
    mutating func note(_ nal: RawSpan, at offset: Int) {
        let end = offset + AnnexB.StartCode.long.rawValue + nal.byteCount
        switch nal.header?.type {
        case .accessUnitDelimiter where offset == 0: (spsOffset, ppsOffset) = (end, end)
        case .sps:
            if let id = nal.parameterSetID { sps |= 1 << (id & 31) }
            ppsOffset = end
        case .subsetSPS:
            if let id = nal.parameterSetID { subsetSPS |= 1 << (id & 31) }
            ppsOffset = end
        case .spsExtension: ppsOffset = end
        case .pps:
            if let id = nal.parameterSetID { markPPS(Int(id & 255)) }
        default: break
        }
    }

    /// Inserts the known parameter sets that the access unit lacks, if `nal` is a slice of it. The caller then appends
    /// `nal`.
    ///
    /// - Parameters:
    ///   - sets: The sets in force, those of the access unit included.
    ///   - limit: The largest size of the access unit in bytes. Sets that no slice refers to are left out where they
    ///     would take more than a sixteenth of it.
    mutating func insertMissing(_ nal: RawSpan, _ sets: ParameterSets, into buffer: inout [UInt8], limit: Int) {
        switch nal.header?.type {
        case .nonIDRSlice, .partitionA, .idrSlice, .sliceExtension, .sliceExtensionDepth:
            if let slice = try? SliceStart(nal) {
                insert(referredToBy: slice, isExtension: nal.headerLength > 1, sets, into: &buffer)
            }
            if !isComplete { insertAll(sets, into: &buffer, room: min(Self.maximumExtraSize, limit / 16)) }
        default: break
        }
    }

    private mutating func insert(
        referredToBy slice: SliceStart,
        isExtension: Bool,
        _ sets: ParameterSets,
        into buffer: inout [UInt8]
    ) {
        let id = slice.pictureParameterSetID
        guard let entry = sets.pps(id) else {
            insertPPS(id, sets.pictureUnits(id), into: &buffer)
            return
        }
        let sequenceID = entry.value.sequenceParameterSetID
        if isExtension {
            insertSubset(sequenceID, sets.subsetUnits(sequenceID), into: &buffer)
        } else {
            insertSPS(sequenceID, sets.sequenceUnits(sequenceID), into: &buffer)
        }
        insertPPS(id, sets.pictureUnits(id), into: &buffer)
    }

    /// Inserts all sets in force, as far as there is room for them.
    private mutating func insertAll(_ sets: ParameterSets, into buffer: inout [UInt8], room: Int) {
        isComplete = true
        let limit = buffer.count + room
        func fits(_ units: [[UInt8]]) -> Bool {
            units.reduce(buffer.count) { $0 + AnnexB.StartCode.long.rawValue + $1.count } <= limit
        }
        for id in sets.sequenceIDs {
            let units = sets.sequenceUnits(id)
            if fits(units) { insertSPS(id, units, into: &buffer) }
        }
        for id in sets.subsetIDs {
            let units = sets.subsetUnits(id)
            if fits(units) { insertSubset(id, units, into: &buffer) }
        }
        for id in sets.pictureIDs {
            let units = sets.pictureUnits(id)
            if fits(units) { insertPPS(id, units, into: &buffer) }
        }
    }

    private mutating func insertSPS(_ id: Int, _ units: [[UInt8]], into buffer: inout [UInt8]) {
        guard sps & 1 << UInt32(id) == 0 else { return }
        sps |= 1 << UInt32(id)
        insertSequence(units, into: &buffer)
    }

    private mutating func insertSubset(_ id: Int, _ units: [[UInt8]], into buffer: inout [UInt8]) {
        guard subsetSPS & 1 << UInt32(id) == 0 else { return }
        subsetSPS |= 1 << UInt32(id)
        insertSequence(units, into: &buffer)
    }

    private mutating func insertSequence(_ units: [[UInt8]], into buffer: inout [UInt8]) {
        let size = insert(units, at: spsOffset, into: &buffer)
        spsOffset += size
        ppsOffset += size
    }

    private mutating func insertPPS(_ id: Int, _ units: [[UInt8]], into buffer: inout [UInt8]) {
        guard pps[id / 64] & 1 << UInt64(id % 64) == 0 else { return }
        markPPS(id)
        ppsOffset += insert(units, at: ppsOffset, into: &buffer)
    }

    /// - Returns: How many bytes were inserted.
    private mutating func insert(_ units: [[UInt8]], at offset: Int, into buffer: inout [UInt8]) -> Int {
        var bytes: [UInt8] = []
        for unit in units { AnnexB.append(unit.span.bytes, to: &bytes) }
        buffer.insert(contentsOf: bytes, at: offset)
        insertedCount += units.count
        return bytes.count
    }

    private mutating func markPPS(_ id: Int) { pps[id / 64] |= 1 << UInt64(id % 64) }
}
