import BitCoding

/// The number of bytes of the length field in front of each NAL unit of an MP4, FLV or Matroska sample
/// (`lengthSizeMinusOne` + 1; ISO/IEC 14496-15 5.3.3.1).
public enum NALUnitLengthSize: Int, Hashable, Sendable, CaseIterable {
    /// One byte: NAL units of at most 255 bytes.
    case one = 1
    /// Two bytes: NAL units of at most 65,535 bytes.
    case two = 2
    /// Four bytes. The standard does not allow three.
    case four = 4

    /// The size in bytes of the largest NAL unit that the length field can describe.
    public var maximumNALUnitSize: Int { 1 << (8 * rawValue) - 1 }
}

/// NAL units that are each preceded by a length field, as in the samples of MP4, FLV and Matroska files (ISO/IEC
/// 14496-15 5.3.4.2).
public enum AVCC {
    /// Appends the length of `unit` and then `unit`, which includes its header byte.
    ///
    /// - Throws: `invalidLength` if the unit is too large for the length field; `bytes` is then unchanged.
    package static func append(
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

    /// Converts a whole buffer in Annex B format to one sample. It omits empty units.
    ///
    /// - Throws: `invalidLength` if a unit is too large for the length field.
    package static func sample(
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

/// Iterates over the NAL units of one sample, each preceded by a length field (ISO/IEC 14496-15 5.3.4.2). It copies
/// nothing.
///
///     var cursor = AVCCCursor(lengthSize: record.lengthSize)
///     while let unit = try cursor.next(in: sample) {
///         use(sample.extracting(unit))
///     }
public struct AVCCCursor: Sendable {
    /// The size of the length fields.
    public let lengthSize: NALUnitLengthSize
    private var offset = 0

    /// Starts before the first NAL unit.
    public init(lengthSize: NALUnitLengthSize) {
        self.lengthSize = lengthSize
    }

    /// Returns the range of the next NAL unit, which may be empty; `nil` at the end of the sample.
    ///
    /// - Parameter sample: The same sample in every call.
    /// - Throws: `invalidLength` if a length field is cut off or exceeds the sample. Every later call throws too.
    package mutating func next(in sample: RawSpan) throws(H264Error) -> Range<Int>? {
        let available = sample.byteCount - offset
        guard available > 0 else { return nil }
        guard available >= lengthSize.rawValue else {
            throw H264Error(.invalidLength, "a NAL unit length of \(lengthSize.rawValue) bytes is cut off")
        }
        var length = 0
        for index in 0..<lengthSize.rawValue {
            length = length << 8 | Int(sample[offset + index])
        }
        guard length <= available - lengthSize.rawValue else {
            throw H264Error(.invalidLength, "a NAL unit of \(length) bytes where \(available) are left")
        }
        let start = offset + lengthSize.rawValue
        offset = start + length
        return start..<offset
    }
}
