/// A walk over the NAL units of one sample, each behind its length (ISO/IEC 14496-15 5.3.4.2). It copies nothing.
///
///     var cursor = AVCCCursor(lengthSize: record.lengthSize)
///     while let unit = try cursor.next(in: sample) {
///         use(sample.extracting(unit))
///     }
public struct AVCCCursor: Sendable {
    /// The size of the lengths.
    public let lengthSize: NALUnitLengthSize
    private var offset = 0

    /// Starts before the first NAL unit.
    public init(lengthSize: NALUnitLengthSize) {
        self.lengthSize = lengthSize
    }

    /// The bytes of the next NAL unit of `sample`, which must be the same at every call; nil at its end.
    ///
    /// A unit may be empty, as in some files. Throws `invalidLength` where a length is cut off or reaches beyond the
    /// sample; every later call then throws too.
    public mutating func next(in sample: RawSpan) throws(H264Error) -> Range<Int>? {
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
