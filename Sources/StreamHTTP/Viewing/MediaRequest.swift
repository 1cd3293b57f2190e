import StreamProtocol

/// The formats in which a track is available without this project's protocol.
enum MediaFormat: CaseIterable {
    /// H.264 as a byte stream (ITU-T H.264 Annex B).
    case h264
    /// AAC in ADTS frames (ISO/IEC 14496-3 1.A.2).
    case aac

    /// The extension of a path.
    var pathExtension: String {
        switch self {
        case .h264: ".h264"
        case .aac: ".aac"
        }
    }

    /// `audio/aac` is registered for ADTS. No type is registered for H.264 as a byte stream: `video/H264` of RFC 6184
    /// is for its RTP payload, but cameras use it for byte streams too. Browsers play this under no name, and players
    /// look at the bytes; with `application/octet-stream`, browsers would save an endless file.
    var contentType: String {
        switch self {
        case .h264: "video/H264"
        case .aac: "audio/aac"
        }
    }

    var codec: FourCC {
        switch self {
        case .h264: .h264
        case .aac: .aac
        }
    }

    var kind: TrackKind {
        switch self {
        case .h264: .video
        case .aac: .audio
        }
    }
}

/// A request for a track as a byte stream.
struct MediaRequest: Hashable {
    var stream: StreamName
    var format: MediaFormat
    /// The number of the track; `nil` for the lowest one of the format.
    var track: TrackID?

    /// Selects the requested track of a stream.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/streamNotFound`` that lists the tracks of the stream.
    func choose(from tracks: [Track]) throws(ProtocolError) -> Track {
        let suitable = tracks.filter { $0.codec == format.codec }
        guard let chosen = suitable.filter({ track == nil || $0.id == track }).min(by: { $0.id < $1.id }) else {
            let wanted = track.map { "no \(format.codec) track \($0)" } ?? "no \(format.codec) track"
            let present = tracks.map { "track \($0.id): \($0.kind) (\($0.codec))" }.joined(separator: ", ")
            throw ProtocolError(.streamNotFound, "'\(stream)' has \(wanted); it has \(present).")
        }
        return chosen
    }

    /// The hello of the viewer's session.
    func hello(token: AccessToken?, clientName: String?) -> Hello {
        var hello = Hello(role: .subscribe, stream: stream, instance: .random())
        hello.token = token
        hello.clientName = clientName
        hello.kinds = TrackKinds(format.kind)
        // An HTTP client expects a response, not a connection that stays silent.
        hello.waits = false
        return hello
    }
}
