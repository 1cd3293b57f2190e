import AAC
import BitCoding
import H264

/// The elementary streams that can be published as they are.
public enum ElementaryStreamFormat: Hashable, Sendable {
    /// H.264 in byte stream format (ITU-T H.264 Annex B).
    case h264
    /// AAC in ADTS frames (ISO/IEC 14496-3 1.A.2).
    case adts

    /// How many bytes ``init(detecting:isComplete:)`` needs, unless there is much zero padding. An ADTS frame is
    /// accepted if another one follows, and frames of live streams are shorter than half of this.
    public static let probeLength = 4096

    /// Detects the format by the first bytes.
    ///
    /// A file begins with a start code, after any number of zero bytes, or with an ADTS header or an ID3 tag. If it
    /// begins in the middle of a unit, the first start code or ADTS frame decides. The bytes of a ``ContainerFormat``
    /// are neither, although both occur in containers.
    ///
    /// - Parameter isComplete: Whether no more bytes follow. The only frame of a stream is then accepted too.
    /// - Returns: `nil` if neither is found.
    package init?(detecting bytes: RawSpan, isComplete: Bool = false) {
        guard ContainerFormat(detecting: bytes) == nil else { return nil }
        if Self.isTag(bytes) {
            // The frame may be larger than the available bytes.
            self = .adts
            return
        }
        var units = AnnexBCursor()
        let start = units.next(in: bytes)?.position.offset
        if let start, (0..<start).allSatisfy({ bytes[$0] == 0 }) {
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

    /// Detects the format of a file that begins at a boundary: with a start code and a NAL unit that can be the first,
    /// or with an ADTS frame. In the middle of a file of another format, both occur by chance.
    ///
    /// - Returns: `nil` if it begins with anything else, or with a tag, which audio files of other formats have as
    ///   well.
    package init?(beginning bytes: RawSpan) {
        var units = AnnexBCursor()
        if let unit = units.next(in: bytes), let first = unit.payload.first,
            (0..<unit.position.offset).allSatisfy({ bytes[$0] == 0 }),
            NALUnitHeader(bytes[first]).mayBeginStream
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

    /// Whether the bytes begin with an ID3v2 tag: "ID3", a version from 2 to 4, the flags, and a size in bytes of seven
    /// bits.
    private static func isTag(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 10 && "ID3".utf8.enumerated().allSatisfy { bytes[$0] == $1 }
            && (2...4).contains(bytes[3])
            && (6..<10).allSatisfy { bytes[$0] < 0x80 }
    }
}

extension NALUnitHeader {
    /// Whether an H.264 stream can begin with it. Other video formats have the same start codes before other headers.
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
