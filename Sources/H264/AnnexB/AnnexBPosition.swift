/// Where a NAL unit lies in a byte stream in Annex B format.
public struct AnnexBPosition: Hashable, Sendable {
    /// The offset of the start code from the beginning of the stream, in bytes.
    public let offset: Int
    /// The length of the start code, 3 or 4 bytes. More zero bytes before it belong to no NAL unit (H.264 B.1).
    public let startCodeLength: Int

    /// Describes a start code of `startCodeLength` bytes at `offset`.
    public init(offset: Int, startCodeLength: Int) {
        self.offset = offset
        self.startCodeLength = startCodeLength
    }

    /// The offset of the NAL unit's header byte, in bytes.
    public var payloadOffset: Int {
        offset + startCodeLength
    }
}
