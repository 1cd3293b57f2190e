/// The size of the length in front of each NAL unit of an MP4, FLV or Matroska sample, in bytes
/// (`lengthSizeMinusOne` + 1; ISO/IEC 14496-15 5.3.3.1).
public enum NALUnitLengthSize: Int, Hashable, Sendable, CaseIterable {
    /// One byte: NAL units of at most 255 bytes.
    case one = 1
    /// Two bytes: NAL units of at most 65,535 bytes.
    case two = 2
    /// Four bytes. (Three are not allowed.)
    case four = 4

    /// The largest NAL unit that the length can count, in bytes.
    public var maximumNALUnitSize: Int { 1 << (8 * rawValue) - 1 }
}
