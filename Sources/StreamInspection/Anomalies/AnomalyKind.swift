/// The kinds of anomalies; raw values are the codes that programs see.
enum AnomalyKind: String, CaseIterable, Sendable {
    // The byte stream (Annex B) and single NAL units.
    case garbageBeforeStream
    case emptyNALUnit
    case oversizeNALUnit
    case forbiddenZeroBit
    case reservedNALUnitType
    case unspecifiedNALUnitType
    case wrongReferenceIDC
    case missingEmulationPrevention
    case shortStartCode
    // Faults of single NAL units.
    case unreadableSPS
    case unreadablePPS
    case unreadableSEI
    case incompleteVUI
    case implausibleTiming
    case noTiming
    case changedSPS
    case missingParameterSet
    case unreadableSlice
    // Access units and their order.
    case noPicture
    case oversizeAccessUnit
    case misplacedDelimiter
    case wrongDelimiter
    case beforeRandomAccess
    case noRandomAccess
    case noIDR
    case undecodableRandomAccess
    case unrepeatedParameterSets
    case frameNumGap
    case reorderedBeyondPromise
    case noIDRAfterEndOfSequence
    // AAC.
    case garbage
    case truncatedFrame
    case damagedFrame
    case formatChange
    case emptyFrame
    case undividedBlocks
    case unknownChannels
    case rareObjectType

    /// The fault and, if it violates the standard, the clause. It has no full stop.
    var sentence: String {
        switch self {
        case .garbageBeforeStream: "Bytes stand before the first start code (B.1)"
        case .emptyNALUnit: "A start code has no NAL unit behind it (7.3.1)"
        case .oversizeNALUnit: "A NAL unit is larger than is read here, and was left out"
        case .forbiddenZeroBit: "A NAL unit has its forbidden_zero_bit set, which marks damage or private data (7.4.1)"
        case .reservedNALUnitType: "A NAL unit is of a reserved type, which decoders pass over (table 7-1)"
        case .unspecifiedNALUnitType: "A NAL unit is of an unspecified type, which decoders pass over (table 7-1)"
        case .wrongReferenceIDC: "nal_ref_idc does not fit the type of the NAL unit (7.4.1)"
        case .missingEmulationPrevention: "Bytes that need emulation prevention stand in a NAL unit without it (7.4.1)"
        case .shortStartCode:
            "A parameter set or an access unit has a start code of three bytes before it, not of four (B.1.2)"
        case .unreadableSPS: "A sequence parameter set cannot be read"
        case .unreadablePPS: "A picture parameter set cannot be read"
        case .unreadableSEI: "An SEI message breaks off"
        case .incompleteVUI: "The VUI parameters of an SPS break off"
        case .implausibleTiming: "The VUI gives an implausible frame rate"
        case .noTiming: "The SPS has no timing, so the frame rate is unknown (E.2.1)"
        case .changedSPS: "An SPS changes without an IDR picture (7.4.1.2.1)"
        case .missingParameterSet: "A slice refers to a missing parameter set"
        case .unreadableSlice: "A slice header cannot be read"
        case .noPicture: "NAL units belong to no picture (7.4.1.2.3)"
        case .oversizeAccessUnit: "An access unit is too large to be sent, and would be skipped"
        case .misplacedDelimiter: "An access unit delimiter is not the first NAL unit of its access unit (7.4.1.2.3)"
        case .wrongDelimiter: "An access unit delimiter rules out a slice type that is there (table 7-5)"
        case .beforeRandomAccess: "An access unit comes before the first random access point and cannot be decoded"
        case .noRandomAccess: "The stream has no random access point, so a decoder cannot start"
        case .noIDR: "The stream has no IDR picture; decoding begins at recovery points"
        case .undecodableRandomAccess: "A random access point refers to parameter sets that have not come before it"
        case .unrepeatedParameterSets:
            "A random access point comes without parameter sets, so that late viewers lack them"
        case .frameNumGap: "frame_num leaps where the SPS allows no gaps: pictures are missing (7.4.3)"
        case .reorderedBeyondPromise: "Pictures are reordered more than max_num_reorder_frames allows (E.2.1)"
        case .noIDRAfterEndOfSequence: "A picture behind an end of sequence is not IDR (7.4.1.2.1)"
        case .garbage: "Bytes belong to no ADTS frame"
        case .truncatedFrame: "The stream ends in the middle of a frame"
        case .damagedFrame: "The checksum or block positions of an ADTS header are wrong"
        case .formatChange: "The format changes in mid-stream"
        case .emptyFrame: "A frame is empty"
        case .undividedBlocks:
            "A frame has several raw data blocks and no checksum, so that only a decoder can divide it"
        case .unknownChannels: "The header leaves the channels to a program config element, which is missing"
        case .rareObjectType: "The object type is one that hardly any decoder knows"
        }
    }
}
