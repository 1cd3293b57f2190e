import BitCoding

/// Inserts the parameter sets that a random access point's slices refer to, if its access unit lacks them.
struct ParameterSetInserter: Sendable {
    /// How many parameter sets were inserted.
    private(set) var insertedCount = 0

    /// The ids of the sets in the access unit, one bit each.
    private var sps: UInt32 = 0
    private var subsetSPS: UInt32 = 0
    private var pps = SIMD4<UInt64>()
    /// The offset at which to insert an SPS: after the access unit delimiter, if there is one.
    private var spsOffset = 0
    /// The offset at which to insert a PPS: after the last parameter set.
    private var ppsOffset = 0

    /// Records a NAL unit that the caller appends to the access unit at `offset`.
    mutating func note(_ nal: RawSpan, at offset: Int) {
        let end = offset + AnnexB.StartCode.long.rawValue + nal.byteCount
        switch nal.header?.type {
        case .accessUnitDelimiter where offset == 0: (spsOffset, ppsOffset) = (end, end)
        case .sps:
            if let id = nal.parameterSetID { sps |= 1 << UInt32(id & 31) }
            ppsOffset = end
        case .subsetSPS:
            if let id = nal.parameterSetID { subsetSPS |= 1 << UInt32(id & 31) }
            ppsOffset = end
        case .pps:
            if let id = nal.parameterSetID { markPPS(Int(id & 255)) }
            ppsOffset = end
        default: break
        }
    }

    /// Inserts the known parameter sets that `nal` refers to and the access unit lacks, if `nal` is a slice of a random
    /// access point. The caller then appends `nal`.
    mutating func insertMissing(_ nal: RawSpan, _ sets: ParameterSets, into buffer: inout [UInt8]) {
        switch nal.header?.type {
        case .nonIDRSlice, .partitionA, .idrSlice, .sliceExtension, .sliceExtensionDepth:
            guard let slice = try? SliceStart(nal) else { return }
            insertMissing(slice, isExtension: nal.headerLength > 1, sets, into: &buffer)
        default: break
        }
    }

    private mutating func insertMissing(
        _ slice: SliceStart,
        isExtension: Bool,
        _ sets: ParameterSets,
        into buffer: inout [UInt8]
    ) {
        guard let entry = sets.pps(slice.pictureParameterSetID) else { return }
        let id = entry.value.sequenceParameterSetID
        let present = isExtension ? subsetSPS : sps
        if present & 1 << UInt32(id) == 0, let entry = isExtension ? sets.subsetSPS(id) : sets.sps(id) {
            insert(entry.bytes, at: spsOffset, into: &buffer)
            spsOffset += AnnexB.StartCode.long.rawValue + entry.bytes.count
            if isExtension { subsetSPS |= 1 << UInt32(id) } else { sps |= 1 << UInt32(id) }
        }
        if pps[slice.pictureParameterSetID / 64] & 1 << UInt64(slice.pictureParameterSetID % 64) == 0 {
            insert(entry.bytes, at: ppsOffset, into: &buffer)
            markPPS(slice.pictureParameterSetID)
        }
    }

    private mutating func insert(_ nal: [UInt8], at offset: Int, into buffer: inout [UInt8]) {
        buffer.insert(contentsOf: [0, 0, 0, 1] + nal, at: offset)
        ppsOffset += AnnexB.StartCode.long.rawValue + nal.count
        insertedCount += 1
    }

    private mutating func markPPS(_ id: Int) { pps[id / 64] |= 1 << UInt64(id % 64) }
}
