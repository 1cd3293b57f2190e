/// NAL units behind their lengths, as in the samples of MP4, FLV and Matroska files (ISO/IEC 14496-15 5.3.4.2).
public enum AVCC {
    /// Appends `unit`, header byte included, behind its length.
    ///
    /// Throws `invalidLength`, and appends nothing, where the length has no room for the unit's size.
    public static func append(
        _ unit: RawSpan,
        to bytes: inout [UInt8],
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) {
        guard unit.byteCount <= lengthSize.maximumNALUnitSize else {
            throw H264Error(
                .invalidLength,
                "a NAL unit of \(unit.byteCount) bytes does not fit a length of \(lengthSize.rawValue) bytes"
            )
        }
        for index in (0..<lengthSize.rawValue).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: unit.byteCount >> (8 * index)))
        }
        bytes.append(copying: unit)
    }

    /// The NAL units of a whole buffer in Annex B format as one sample; empty units are left out.
    ///
    /// Throws `invalidLength` where a unit does not fit its length.
    public static func sample(
        fromAnnexB bytes: RawSpan,
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) -> [UInt8] {
        var sample: [UInt8] = []
        sample.reserveCapacity(bytes.byteCount)
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: bytes) {
            guard !unit.payload.isEmpty else { continue }
            try append(bytes.extracting(unit.payload), to: &sample, lengthSize: lengthSize)
        }
        return sample
    }
}
