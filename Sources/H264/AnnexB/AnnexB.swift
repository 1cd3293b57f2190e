/// NAL units behind start codes (H.264 Annex B).
public enum AnnexB {
    /// How many bytes a start code has.
    public enum StartCode: Int, Hashable, Sendable, CaseIterable {
        /// 00 00 01.
        case short = 3
        /// 00 00 00 01: required before parameter sets and before the first NAL unit of an access unit (B.1.2), and
        /// allowed everywhere.
        case long = 4
    }

    /// Appends `unit`, header byte included, behind a start code.
    public static func append(_ unit: RawSpan, to bytes: inout [UInt8], startCode: StartCode = .long) {
        if startCode == .long { bytes.append(0) }
        bytes.append(0)
        bytes.append(0)
        bytes.append(1)
        bytes.append(copying: unit)
    }

    /// The NAL units of a sample behind start codes; empty units are left out.
    ///
    /// Throws `invalidLength` where the lengths in the sample do not add up.
    public static func bytes(
        fromSample sample: RawSpan,
        lengthSize: NALUnitLengthSize = .four,
        startCode: StartCode = .long
    ) throws(H264Error) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sample.byteCount)
        var cursor = AVCCCursor(lengthSize: lengthSize)
        while let unit = try cursor.next(in: sample) {
            guard !unit.isEmpty else { continue }
            append(sample.extracting(unit), to: &bytes, startCode: startCode)
        }
        return bytes
    }
}
