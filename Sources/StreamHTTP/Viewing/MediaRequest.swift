import StreamMedia
import StreamProtocol

/// The formats in which a stream is available without this project's protocol.
enum MediaFormat: CaseIterable {
    /// One track of H.264, as a byte stream (ITU-T H.264 Annex B).
    case h264
    /// One track of AAC, in ADTS frames (ISO/IEC 14496-3 1.A.2).
    case aac
    /// All tracks as fragmented MP4 (ISO/IEC 14496-12 8.8).
    case mp4
    /// All tracks as MPEG transport stream (ISO/IEC 13818-1).
    case transportStream

    /// The extension of a path.
    var pathExtension: String {
        switch self {
        case .h264: ".h264"
        case .aac: ".aac"
        case .mp4: ".mp4"
        case .transportStream: ".ts"
        }
    }

    /// `audio/aac` is registered for ADTS. No type is registered for H.264 as a byte stream: `video/H264` of RFC 6184
    /// is for its RTP payload, but cameras use it for byte streams too. Browsers play this under no name, and players
    /// look at the bytes; with `application/octet-stream`, browsers would save an endless file.
    var contentType: String {
        switch self {
        case .h264: "video/H264"
        case .aac: "audio/aac"
        case .mp4: "video/mp4"
        case .transportStream: "video/mp2t"
        }
    }

    /// The codec of an elementary stream; `nil` for a container.
    var codec: FourCC? {
        switch self {
        case .h264: .h264
        case .aac: .aac
        case .mp4, .transportStream: nil
        }
    }

    /// The kinds of tracks that the format holds.
    var kinds: TrackKinds {
        switch self {
        case .h264: TrackKinds(.video)
        case .aac: TrackKinds(.audio)
        case .mp4, .transportStream: .all
        }
    }
}

/// A request for a stream as media.
struct MediaRequest: Hashable {
    var stream: StreamName
    var format: MediaFormat
    /// The number of the track; `nil` for the lowest one of an elementary stream's format, and for all of a container.
    var track: TrackID?
    /// Whether the client waits for the stream, and at its end for the next one of the same name.
    var follows = false

    /// How the relay must wrap the frames; `nil` for an elementary stream.
    var wrapping: ContainerWrapping? {
        switch format {
        case .h264, .aac: nil
        case .mp4: ContainerWrapping(container: .mp4, track: track)
        case .transportStream: ContainerWrapping(container: .transportStream, track: track)
        }
    }

    /// Selects the requested tracks of a stream: one for an elementary stream.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/streamNotFound`` that lists the tracks of the stream.
    func choose(from tracks: [Track]) throws(ProtocolError) -> [Track] {
        let suitable = tracks.filter { (track == nil || $0.id == track) && fits($0) }
        guard let first = suitable.min(by: { $0.id < $1.id }) else {
            let codec = format.codec.map { "\($0) " } ?? ""
            let wanted = track.map { "no \(codec)track \($0)" } ?? "no \(codec)track"
            let reason = format.codec == nil ? "\(wanted) that \(format.pathExtension) can hold" : wanted
            throw ProtocolError(.streamNotFound, "'\(stream)' has \(reason); it has \(Self.list(tracks)).")
        }
        return format.codec == nil ? suitable : [first]
    }

    private static func list(_ tracks: [Track]) -> String {
        guard !tracks.isEmpty else { return "no tracks" }
        return tracks.map { track in
            let isBroken = track.fitsContainer && !track.canBeDescribed
            return "track \(track.id): \(track.kind) (\(track.codec))"
                + (isBroken ? " with a configuration that cannot be read" : "")
        }.joined(separator: ", ")
    }

    private func fits(_ track: Track) -> Bool {
        format.codec.map { track.codec == $0 } ?? track.canBeDescribed
    }

    /// The hello of the viewer's session.
    func hello(token: AccessToken?, clientName: String?) -> Hello {
        var hello = Hello(role: .subscribe, stream: stream, instance: .random())
        hello.token = token
        hello.clientName = clientName
        hello.kinds = format.kinds
        // An HTTP client expects a response, not a connection that stays silent.
        hello.waits = follows
        return hello
    }
}
