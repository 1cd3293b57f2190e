/// The four-character code that names a track's codec, and with it the form of the track's frames (`Protocol.md`,
/// Codecs).
public struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The four ASCII characters, the first character in the highest byte.
    public let rawValue: UInt32

    /// The four bytes as a number in network byte order; every number is accepted.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// H.264 in byte stream format (ITU-T H.264 Annex B), one access unit a frame; the configuration is an
    /// `AVCDecoderConfigurationRecord` (ISO/IEC 14496-15 5.3.3.1) or empty.
    public static let h264 = FourCC(rawValue: 0x4832_3634)

    /// AAC, one raw data block a frame (ISO/IEC 14496-3 4.4.2.1); the configuration is an `AudioSpecificConfig`
    /// (ISO/IEC 14496-3 1.6.2.1).
    public static let aac = FourCC(rawValue: 0x6D70_3461)

    /// The four characters, with `?` in place of each byte that is not printable ASCII.
    public var description: String {
        String(
            decoding: [24, 16, 8, 0].map { shift -> UInt8 in
                let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
                return (0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?")
            },
            as: UTF8.self
        )
    }
}
