/// A walk over the NAL units of a whole buffer in Annex B format (H.264 B.1).
///
/// It finds what an ``AnnexBSplitter`` without size limit finds, and copies nothing:
///
///     var cursor = AnnexBCursor()
///     while let unit = cursor.next(in: bytes) {
///         use(bytes.extracting(unit.payload))
///     }
public struct AnnexBCursor: Sendable {
    /// A NAL unit in the buffer.
    public struct Unit: Hashable, Sendable {
        /// Where its start code is.
        public let position: AnnexBPosition
        /// The bytes of the unit, header byte included, padding excluded. Empty for a start code with nothing behind it.
        public let payload: Range<Int>
    }

    /// The offset of the next prefix 00 00 01; nil before the first call.
    private var prefix: Int?
    /// The end of the last unit's payload, so that its padding is not taken for part of the next start code.
    private var end = 0
    private var started = false

    /// Starts before the first NAL unit.
    public init() {}

    /// The next NAL unit of `bytes`, which must be the same at every call; nil behind the last one.
    public mutating func next(in bytes: RawSpan) -> Unit? {
        if !started {
            started = true
            prefix = StartCodeSearch.firstPrefix(in: bytes, from: 0)
        }
        guard let prefix else { return nil }
        let first = prefix + 3
        self.prefix = StartCodeSearch.firstPrefix(in: bytes, from: first)
        let isLong = prefix > end && bytes[prefix - 1] == 0
        let position = AnnexBPosition(offset: isLong ? prefix - 1 : prefix, startCodeLength: isLong ? 4 : 3)
        end = self.prefix ?? bytes.byteCount
        while end > first, bytes[end - 1] == 0 {
            end -= 1
        }
        return Unit(position: position, payload: first..<end)
    }
}
