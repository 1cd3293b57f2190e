import AAC
import NIOCore
import StreamProtocol

/// Turns a track's frames back into an elementary stream: H.264 in Annex B format, AAC in ADTS frames.
public struct ElementaryStreamWriter: Sendable {
    private enum Format: Sendable {
        case asIs
        case adts(ADTSWriter)
    }

    private var format: Format

    /// - Throws: ``MediaError`` where the track's codec has no elementary stream that is written here.
    public init(_ track: Track) throws(MediaError) {
        switch track.codec {
        case .h264:
            format = .asIs
        case .aac:
            do {
                let config = try AudioSpecificConfig(track.configuration.span.bytes)
                format = .adts(try ADTSWriter(config))
            } catch {
                throw MediaError("The audio of track \(track.id) cannot be written as ADTS: \(error).")
            }
        default:
            throw MediaError("Track \(track.id) holds \(track.codec), which cannot be written; choose another track.")
        }
    }

    /// Appends a frame to `bytes`, in the form that the format has in files and pipes.
    ///
    /// - Throws: ``MediaError`` for an audio frame too long for ADTS.
    public func write(_ frame: Frame, to bytes: inout [UInt8]) throws(MediaError) {
        let payload = frame.payload
        switch format {
        case .asIs:
            bytes.append(contentsOf: payload.readableBytesView)
        case .adts(let writer):
            do {
                try writer.append(payload.readableBytesSpan, to: &bytes)
            } catch {
                throw MediaError("An audio frame cannot be written as ADTS: \(error).")
            }
        }
    }
}

/// Why a stream cannot be read or written.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that says what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
