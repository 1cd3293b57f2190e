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

    /// How much was left out because it is too large; see ``H264TrackReader/oversizeCount``.
    public var oversizeCount: Int { h264?.oversizeCount ?? 0 }

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
