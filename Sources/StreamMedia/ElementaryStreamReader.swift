import AAC
import H264
import StreamProtocol

/// The elementary streams that can be published as they are.
public enum ElementaryStreamFormat: Hashable, Sendable {
    /// H.264 in byte stream format (ITU-T H.264 Annex B).
    case h264
    /// AAC in ADTS frames (ISO/IEC 14496-3 1.A.2).
    case adts

    /// Bytes that ``init(detecting:)`` wants to see: beyond an ID3 tag of usual size, or much zero padding.
    public static let probeLength = 4096

    /// Tells the format by its first bytes.
    ///
    /// A file begins with a start code, after any number of zero bytes, or with an ADTS header, after an ID3 tag; where
    /// it begins in the middle of something, what comes first decides.
    ///
    /// - Returns: `nil` where neither is found.
    public init?(detecting bytes: RawSpan) {
        var units = AnnexBCursor()
        let start = units.next(in: bytes)?.position.offset
        if start == 0 || Self.isZero(bytes, upTo: start ?? .max) {
            self = .h264
            return
        }
        var audio = ADTSReader()
        var frame: Int?
        audio.push(bytes) { _, block in frame = frame ?? block.frameOffset }
        switch (start, frame) {
        case (let start?, let frame?): self = start < frame ? .h264 : .adts
        case (_?, nil): self = .h264
        case (nil, _?): self = .adts
        case (nil, nil): return nil
        }
    }

    private static func isZero(_ bytes: RawSpan, upTo end: Int) -> Bool {
        end <= bytes.byteCount && (0..<end).allSatisfy { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) == 0 }
    }
}

/// Reads either format.
public struct ElementaryStreamReader: Sendable {
    private var h264: H264TrackReader?
    private var adts: AACTrackReader?

    /// - Parameter source: Where the times of H.264 come from; AAC always has its own.
    public init(_ format: ElementaryStreamFormat, source: TimeSource) {
        switch format {
        case .h264: h264 = H264TrackReader(source: source)
        case .adts: adts = AACTrackReader()
        }
    }

    /// Takes the next bytes; see ``H264TrackReader/push(_:arrival:_:)``.
    public mutating func push<E: Error>(
        _ bytes: RawSpan,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        try h264?.push(bytes, arrival: arrival, body)
        try adts?.push(bytes, arrival: arrival, body)
    }

    /// The source has gone quiet; see ``H264TrackReader/flush(arrival:_:)``. An ADTS frame is complete by its length.
    public mutating func flush<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        try h264?.flush(arrival: arrival, body)
    }

    /// The stream has ended; another may follow.
    public mutating func finish<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        try h264?.finish(arrival: arrival, body)
        try adts?.finish(arrival: arrival, body)
    }
}
