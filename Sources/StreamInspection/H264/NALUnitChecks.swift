import BitCoding
import H264

/// The checks that need a single NAL unit.
struct NALUnitChecks: Sendable {
    /// How many payload types are counted separately. All further types share one count.
    static let maximumSEITypes = 64

    /// SEI messages by payload type, and those beyond ``maximumSEITypes`` as `nil`.
    private(set) var seiMessages: [SEIPayloadType?: Int] = [:]
    /// Whether NAL units were found whose headers make sense in H.265 only.
    private(set) var looksLikeHEVC = false

    mutating func check(
        _ nal: RawSpan,
        _ header: NALUnitHeader,
        _ position: AnnexBPosition,
        _ anomalies: inout AnomalyLog
    ) {
        // The two header bytes of a video parameter set, the first NAL unit of an H.265 stream.
        if nal.byteCount > 1, nal[0] == 0x40, nal[1] == 0x01 { looksLikeHEVC = true }
        guard !header.forbiddenZeroBit else {
            anomalies.note(.forbiddenZeroBit, at: position.offset)
            return
        }
        let type = header.type.rawValue
        switch type {
        case 17, 18, 22, 23: anomalies.note(.reservedNALUnitType, at: position.offset, detail: "type \(type)")
        case 0, 24...: anomalies.note(.unspecifiedNALUnitType, at: position.offset, detail: "type \(type)")
        case 6: readSEI(nal, position, &anomalies)
        default: break
        }
        let mustBeReferenced = [5, 7, 8, 13, 15].contains(type)
        let mustNotBeReferenced = [6, 9, 10, 11, 12].contains(type)
        if header.referenceIDC == 0 ? mustBeReferenced : mustNotBeReferenced {
            anomalies.note(
                .wrongReferenceIDC,
                at: position.offset,
                detail: "\(header.type) with \(header.referenceIDC)"
            )
        }
        if position.startCodeLength == 3, header.type == .sps || header.type == .pps {
            anomalies.note(.shortStartCode, at: position.offset)
        }
        if let offset = nal.firstUnpreventedEmulation {
            anomalies.note(.missingEmulationPrevention, at: position.payloadOffset + offset)
        }
    }

    private mutating func readSEI(_ nal: RawSpan, _ position: AnnexBPosition, _ anomalies: inout AnomalyLog) {
        var messages = SEIMessage.Reader()
        do throws(H264Error) {
            while let message = try messages.next(in: nal) {
                let isKnown = seiMessages[message.payloadType] != nil || seiMessages.count < Self.maximumSEITypes
                seiMessages[isKnown ? message.payloadType : nil, default: 0] += 1
                if message.payloadType == .recoveryPoint { _ = try message.recoveryPoint(in: nal) }
            }
        } catch {
            anomalies.note(.unreadableSEI, at: position.offset, detail: error.message)
        }
    }
}

extension RawSpan {
    /// The offset of the first of the sequences that 7.4.1 rules out within a NAL unit: 00 00 followed by 00, 01 or 02,
    /// and 00 00 03 followed by more than 03.
    fileprivate var firstUnpreventedEmulation: Int? {
        var offset = 2
        while offset < byteCount {
            let byte = self[offset]
            if byte > 3 {
                // No zero here, so none of the sequences can hold this byte but as the last one of four.
                offset += 3
            } else if self[offset - 1] != 0 || self[offset - 2] != 0 {
                offset += 1
            } else if byte < 3 || offset + 1 < byteCount && self[offset + 1] > 3 {
                return offset - 2
            } else {
                offset += 1
            }
        }
        return nil
    }
}
