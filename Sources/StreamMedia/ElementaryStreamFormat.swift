import AAC
import H264

/// The elementary streams that can be published as they are.
public enum ElementaryStreamFormat: Hashable, Sendable {
    /// H.264 in byte stream format (ITU-T H.264 Annex B).
    case h264
    /// AAC in ADTS frames (ISO/IEC 14496-3 1.A.2).
    case adts

    /// Bytes that ``init(detecting:isComplete:)`` wants to see, unless there is much zero padding: an ADTS frame is
    /// believed by the one behind it, and frames of live streams are below half of this.
    public static let probeLength = 4096

    /// Tells the format by its first bytes.
    ///
    /// A file begins with a start code, after any number of zero bytes, or with an ADTS header or an ID3 tag; where it
    /// begins in the middle of something, what comes first decides. Of a ``ContainerFormat`` the bytes are neither,
    /// though both occur in there.
    ///
    /// - Parameter isComplete: No more bytes will come: the only frame of a stream is then believed as well.
    /// - Returns: `nil` where neither is found.
    public init?(detecting bytes: RawSpan, isComplete: Bool = false) {
        guard ContainerFormat(detecting: bytes) == nil else { return nil }
        if Self.isTag(bytes) {
            // It may be larger than all that there is to see.
            self = .adts
            return
        }
        var units = AnnexBCursor()
        let start = units.next(in: bytes)?.position.offset
        if let start, (0..<start).allSatisfy({ bytes.byte($0) == 0 }) {
            self = .h264
            return
        }
        var audio = ADTSReader()
        var frame: Int?
        audio.push(bytes) { _, block in frame = frame ?? block.frameOffset }
        if isComplete { audio.finish { _, block in frame = frame ?? block.frameOffset } }
        switch (start, frame) {
        case (let start?, let frame?): self = start < frame ? .h264 : .adts
        case (_?, nil): self = .h264
        case (nil, _?): self = .adts
        case (nil, nil): return nil
        }
    }

    /// Tells the format of a file that begins as it should: with a start code and a NAL unit that can come first, or with
    /// an ADTS frame. In the middle of a song or picture of another format, both occur by chance.
    ///
    /// - Returns: `nil` where it begins with anything else; also with a tag, which songs of other formats have as well.
    public init?(beginning bytes: RawSpan) {
        var units = AnnexBCursor()
        if let unit = units.next(in: bytes), let first = unit.payload.first,
            (0..<unit.position.offset).allSatisfy({ bytes.byte($0) == 0 }),
            NALUnitHeader(bytes.byte(first)).mayBeginStream
        {
            self = .h264
            return
        }
        var audio = ADTSReader()
        var frame: Int?
        audio.push(bytes) { _, block in frame = frame ?? block.frameOffset }
        audio.finish { _, block in frame = frame ?? block.frameOffset }
        guard frame == 0 else { return nil }
        self = .adts
    }

    /// Whether the bytes begin with an ID3v2 tag: "ID3", a version from 2 to 4, and behind it and the flags a size in
    /// bytes of seven bits.
    private static func isTag(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 10 && "ID3".utf8.enumerated().allSatisfy { bytes.byte($0) == $1 }
            && (2...4).contains(bytes.byte(3))
            && (6..<10).allSatisfy { bytes.byte($0) < 0x80 }
    }
}

extension NALUnitHeader {
    /// Whether H.264 may begin with it: other video formats have the same start codes before other headers.
    fileprivate var mayBeginStream: Bool {
        guard !forbiddenZeroBit else { return false }
        switch type {
        // Never referred to (7.4.1).
        case .sei, .accessUnitDelimiter: return referenceIDC == 0
        // Always referred to.
        case .sps, .pps, .idrSlice: return referenceIDC != 0
        case .nonIDRSlice: return true
        default: return false
        }
    }
}
