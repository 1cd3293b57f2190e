import AAC
import BitCoding
import NIOCore
import StreamProtocol

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

    /// How many frames were left out because nothing names their channels; see ``AACTrackReader/unusableFrameCount``.
    public var unusableFrameCount: Int { adts?.unusableFrameCount ?? 0 }

    /// Processes the next bytes; see ``H264TrackReader/push(_:arrival:_:)``.
    package mutating func push<E: Error>(
        _ bytes: RawSpan,
        arrival: Int64,
        _ body: (MediaEvent) throws(E) -> Void
    ) throws(E) {
        try h264?.push(bytes, arrival: arrival, body)
        try adts?.push(bytes, arrival: arrival, body)
    }

    /// Passes on complete frames when the source pauses; see ``H264TrackReader/flush(arrival:_:)``. The length of an
    /// ADTS frame shows that it is complete.
    public mutating func flush<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        try h264?.flush(arrival: arrival, body)
    }

    /// Ends the stream. Another one may follow.
    public mutating func finish<E: Error>(arrival: Int64, _ body: (MediaEvent) throws(E) -> Void) throws(E) {
        try h264?.finish(arrival: arrival, body)
        try adts?.finish(arrival: arrival, body)
    }
}

/// Turns a track's frames back into an elementary stream: H.264 in Annex B format, AAC in ADTS frames.
public struct ElementaryStreamWriter: Sendable {
    private enum Format: Sendable {
        case passThrough
        case adts(ADTSWriter)
    }

    private var format: Format

    /// - Throws: ``MediaError`` if the writer supports no elementary stream of the track's codec.
    public init(_ track: Track) throws(MediaError) {
        switch track.codec {
        case .h264:
            format = .passThrough
        case .aac:
            do {
                let config = try AudioSpecificConfig(track.configuration.span)
                format = .adts(try ADTSWriter(config))
            } catch {
                throw MediaError(
                    .notRepresentable,
                    "The audio of track \(track.id) cannot be written as ADTS: \(error)."
                )
            }
        default:
            throw MediaError(
                .unsupportedCodec,
                "Track \(track.id) holds \(track.codec), which cannot be written; choose another track."
            )
        }
    }

    /// Appends a frame to `bytes`, in the form that the format has in files and pipes.
    ///
    /// - Throws: ``MediaError`` for an audio frame too long for ADTS.
    public func write(_ frame: Frame, to bytes: inout [UInt8]) throws(MediaError) {
        let payload = frame.payload
        switch format {
        case .passThrough:
            bytes.append(contentsOf: payload.readableBytesView)
        case .adts(let writer):
            do {
                try writer.append(payload.readableBytesSpan, to: &bytes)
            } catch {
                throw MediaError(.notRepresentable, "An audio frame cannot be written as ADTS: \(error).")
            }
        }
    }
}
