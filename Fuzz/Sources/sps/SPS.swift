import FuzzSupport
@testable import H264

@main
enum SPS {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// Parameter sets are read or refused; what is read is within its ranges. Emulation prevention comes undone.
private func check(_ input: Input) {
    var bytes = input.bytes
    // An RBSP ends with its stop bit.
    let rbsp = bytes + [0x80]
    let escaped = EmulationPrevention.inserted(into: rbsp.span.bytes)
    precondition(EmulationPrevention.removed(from: escaped.span.bytes) == rbsp)

    var parameterSets = ParameterSets()
    for type in [NALUnitType.sps, .subsetSPS, .pps] where !bytes.isEmpty {
        bytes[0] = NALUnitHeader(type: type, referenceIDC: 3).byte
        if let sps = try? SequenceParameterSet(bytes.span.bytes) {
            precondition(sps.croppedSize.width > 0 && sps.croppedSize.width <= sps.codedSize.width)
            precondition(sps.croppedSize.height > 0 && sps.croppedSize.height <= sps.codedSize.height)
            precondition(sps.maxReorderFrames >= 0)
            _ = (sps.frameRate, sps.codecString, sps.profile.name, sps.level.name)
        }
        _ = try? PictureParameterSet(bytes.span.bytes)
        _ = try? parameterSets.remember(bytes.span.bytes)
        if type == .sps,
            let record = try? AVCDecoderConfigurationRecord(
                sequenceParameterSets: [bytes],
                pictureParameterSets: []
            )
        {
            _ = try? record.encoded()
        }
    }
}
