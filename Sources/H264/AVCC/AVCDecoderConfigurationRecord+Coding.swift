import BitCoding

extension AVCDecoderConfigurationRecord {
    /// Parses the payload of an `avcC` box.
    ///
    /// - Throws: `invalidConfigurationRecord` for a version other than 1 and for length fields of three bytes,
    ///   `truncated` if the bytes end within the parameter sets, and `wrongNALUnitType` if a parameter set is not one.
    package init(_ bytes: RawSpan) throws(H264Error) {
        var reader = Reader(end: bytes.byteCount)
        let version = try reader.byte(in: bytes)
        guard version == Self.version else {
            throw H264Error(.invalidConfigurationRecord, "configurationVersion \(version)")
        }
        profileIDC = try reader.byte(in: bytes)
        profileCompatibility = try reader.byte(in: bytes)
        levelIDC = try reader.byte(in: bytes)
        let size = Int(try reader.byte(in: bytes) & 0b11) + 1
        guard let lengthSize = NALUnitLengthSize(rawValue: size) else {
            throw H264Error(.invalidConfigurationRecord, "lengthSizeMinusOne \(size - 1)")
        }
        self.lengthSize = lengthSize
        sequenceParameterSets = try reader.units(.sps, count: reader.byte(in: bytes) & 0b1_1111, in: bytes)
        pictureParameterSets = try reader.units(.pps, count: reader.byte(in: bytes), in: bytes)

        let end = reader.offset
        if Self.hasHigh(profileIDC: profileIDC), let high = try? reader.high(in: bytes) {
            self.high = high
        } else {
            reader.offset = end
        }
        trailing = []
        trailing.append(copying: bytes.extracting(reader.offset..<bytes.byteCount))
    }

    private struct Reader {
        var offset = 0
        let end: Int

        mutating func byte(in bytes: RawSpan) throws(H264Error) -> UInt8 {
            guard offset < end else {
                throw H264Error(.truncated, "AVCDecoderConfigurationRecord ends at byte \(end)")
            }
            defer { offset += 1 }
            return bytes[offset]
        }

        mutating func high(in bytes: RawSpan) throws(H264Error) -> High {
            High(
                chromaFormatIDC: try byte(in: bytes) & 0b11,
                bitDepthLuma: try byte(in: bytes) & 0b111 + 8,
                bitDepthChroma: try byte(in: bytes) & 0b111 + 8,
                sequenceParameterSetExtensions: try units(.spsExtension, count: byte(in: bytes), in: bytes)
            )
        }

        mutating func units(_ type: NALUnitType, count: UInt8, in bytes: RawSpan) throws(H264Error) -> [[UInt8]] {
            var units: [[UInt8]] = []
            for _ in 0..<count {
                let length = Int(try byte(in: bytes)) << 8 | Int(try byte(in: bytes))
                guard length <= end - offset else {
                    throw H264Error(.truncated, "\(type) of \(length) bytes where \(end - offset) are left")
                }
                let entry = bytes.extracting(offset..<offset + length)
                let unit = entry.extracting(entry.boundsWithoutStartCodes)
                offset += length
                guard !unit.isEmpty else { continue }
                let header = NALUnitHeader(unit[0])
                guard header.type == type, !header.forbiddenZeroBit else {
                    throw H264Error(.wrongNALUnitType, "\(header.type) among the units of type \(type)")
                }
                units.append([])
                units[units.count - 1].append(copying: unit)
            }
            return units
        }
    }
}

extension RawSpan {
    /// The range of the NAL unit without start codes at either end.
    fileprivate var boundsWithoutStartCodes: Range<Int> {
        let start = startCodeLength
        guard var end = StartCodeSearch.firstPrefix(in: self, from: start) else { return start..<byteCount }
        while end > start, self[end - 1] == 0 {
            end -= 1
        }
        return start..<end
    }
}

extension AVCDecoderConfigurationRecord {
    /// Returns the payload of an `avcC` box. Reserved bits are 1. ``high`` is written only for the profiles that have
    /// it.
    ///
    /// - Throws: `invalidConfigurationRecord` if there are too many parameter sets, if one is too large, or if a value
    ///   of ``high`` does not fit its field.
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
