extension AVCDecoderConfigurationRecord {
    /// The payload of an `avcC` box, reserved bits 1.
    ///
    /// ``high`` is written for the profiles that have it, whatever it is for others. Throws
    /// `invalidConfigurationRecord` where there are too many parameter sets, where one is too large, or where a value
    /// of ``high`` does not fit its bits.
    public func encoded() throws(H264Error) -> [UInt8] {
        var bytes = [Self.version, profileIDC, profileCompatibility, levelIDC]
        bytes.append(0b1111_1100 | UInt8(lengthSize.rawValue - 1))
        try Self.append(sequenceParameterSets, maximum: 31, reserved: 0b1110_0000, to: &bytes)
        try Self.append(pictureParameterSets, maximum: 255, to: &bytes)
        if Self.hasHigh(profileIDC: profileIDC), let high {
            guard high.chromaFormatIDC <= 3, 8...15 ~= high.bitDepthLuma, 8...15 ~= high.bitDepthChroma else {
                throw H264Error(.invalidConfigurationRecord, "\(high) has no encoding")
            }
            bytes.append(0b1111_1100 | high.chromaFormatIDC)
            bytes.append(0b1111_1000 | (high.bitDepthLuma - 8))
            bytes.append(0b1111_1000 | (high.bitDepthChroma - 8))
            try Self.append(high.sequenceParameterSetExtensions, maximum: 255, to: &bytes)
        }
        return bytes + trailing
    }

    private static func append(
        _ units: [[UInt8]],
        maximum: Int,
        reserved: UInt8 = 0,
        to bytes: inout [UInt8]
    ) throws(H264Error) {
        guard units.count <= maximum else {
            throw H264Error(.invalidConfigurationRecord, "\(units.count) parameter sets, \(maximum) at most")
        }
        bytes.append(reserved | UInt8(units.count))
        for unit in units {
            guard let length = UInt16(exactly: unit.count) else {
                throw H264Error(.invalidConfigurationRecord, "a parameter set of \(unit.count) bytes")
            }
            bytes.append(UInt8(length >> 8))
            bytes.append(UInt8(length & 0xff))
            bytes += unit
        }
    }
}
