import StreamProtocol

/// The forms in which a track can be had without this project's protocol.
enum MediaFormat: CaseIterable {
    /// H.264 as a byte stream (ITU-T H.264 Annex B).
    case h264
    /// AAC in ADTS frames (ISO/IEC 14496-3 1.A.2).
    case aac

    /// What a path ends with.
    var pathExtension: String {
        switch self {
        case .h264: ".h264"
        case .aac: ".aac"
        }
    }

    /// `audio/aac` is registered for ADTS. No type is registered for H.264 as a byte stream: `video/H264` of RFC 6184 is
    /// that of its RTP payload. It is what cameras send for byte streams all the same. Browsers play neither this nor
    /// another name of it, and players look at the bytes; `application/octet-stream` would make browsers save a file
    /// without end.
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

/// A track that somebody wants to have as it is.
struct MediaRequest: Hashable {
    var stream: StreamName
    var format: MediaFormat
    /// The number of the track; the first one of the format where `nil`.
    var track: TrackID?

    /// The track of a stream that is meant.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/streamNotFound`` that says what there is.
    func choose(from tracks: [Track]) throws(ProtocolError) -> Track {
        let suitable = tracks.filter { $0.codec == format.codec }
        guard let chosen = suitable.first(where: { track == nil || $0.id == track }) else {
            let wanted = track.map { "no \(format.codec) track \($0)" } ?? "no \(format.codec) track"
            let present = tracks.map { "track \($0.id): \($0.kind) (\($0.codec))" }.joined(separator: ", ")
            throw ProtocolError(.streamNotFound, "'\(stream)' has \(wanted); it has \(present).")
        }
        return chosen
    }

    /// What the viewer's session begins with.
    func hello(token: AccessToken?, clientName: String?) -> Hello {
        var hello = Hello(role: .subscribe, stream: stream, instance: .random())
        hello.token = token
        hello.clientName = clientName
        hello.kinds = TrackKinds(format.kind)
        // Whoever asks by HTTP expects an answer, not a connection that says nothing.
        hello.waits = false
        return hello
    }
}
