import BitCoding

/// NAL units that are each preceded by a start code (H.264 Annex B).
public enum AnnexB {
    /// The number of bytes of a start code.
    public enum StartCode: Int, Hashable, Sendable, CaseIterable {
        /// 00 00 01.
        case short = 3
        /// 00 00 00 01. Required before parameter sets and before the first NAL unit of an access unit (B.1.2), allowed
        /// everywhere.
        case long = 4
    }

    /// Appends a start code and `unit`, which includes its header byte.
    package static func append(_ unit: RawSpan, to bytes: inout [UInt8], startCode: StartCode = .long) {
        if startCode == .long { bytes.append(0) }
        bytes.append(0)
        bytes.append(0)
        bytes.append(1)
        bytes.append(copying: unit)
    }

    /// Converts a sample with length fields to Annex B format. It omits empty units.
    ///
    /// - Throws: `invalidLength` if a length field is cut off or exceeds the sample.
    package static func bytes(
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

/// The position of a NAL unit in a byte stream in Annex B format.
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

/// Iterates over the NAL units of a whole buffer in Annex B format (H.264 B.1).
///
/// It finds the same units as an ``AnnexBSplitter`` without a size limit, and copies nothing:
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
        /// The bytes of the unit with its header byte and without padding. Empty if another start code or the end
        /// follows the start code directly.
        public let payload: Range<Int>
    }

    /// The offset of the next prefix 00 00 01; nil before the first call.
    private var prefix: Int?
    /// The end of the last unit's payload. Its padding is not part of the next start code.
    private var end = 0
    private var started = false

    /// Starts before the first NAL unit.
    public init() {}

    /// Returns the next NAL unit; `nil` after the last one.
    ///
    /// - Parameter bytes: The same buffer in every call.
    package mutating func next(in bytes: RawSpan) -> Unit? {
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
