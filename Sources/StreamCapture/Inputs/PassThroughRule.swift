/// Decides whether a stream passes through without encoding, and the message for the user.
///
/// A value without I/O; codecs have libavcodec's names.
struct PassThroughRule: Hashable, Sendable {
    let passes: Bool
    /// One sentence; `nil` if there is nothing to report.
    let message: String?

    /// The rule for video.
    ///
    /// - Parameters:
    ///   - forcesEncoding: Whether an option needs an encoder.
    ///   - orientation: The container's display orientation.
    static func video(
        codec: String,
        forcesEncoding: Bool,
        orientation: PictureOrientation = .upright
    ) -> PassThroughRule {
        switch codec {
        case "h264" where !forcesEncoding && orientation == .upright:
            PassThroughRule(passes: true, message: "H.264 from the input passes through without encoding.")
        case "h264" where !forcesEncoding:
            PassThroughRule(
                passes: true,
                message:
                    "H.264 from the input passes through without encoding and is shown on its side: the file "
                    + "asks players to rotate it, which a stream cannot; --encoder auto rotates and encodes it."
            )
        case "h264":
            PassThroughRule(
                passes: false,
                message: "H.264 from the input is decoded and encoded again, because the options require it."
            )
        case "rawvideo", "wrapped_avframe": PassThroughRule(passes: false, message: nil)
        default:
            PassThroughRule(
                passes: false,
                message: "The input is \(name(of: codec)); it is decoded and encoded again."
            )
        }
    }

    /// The rule for audio.
    ///
    /// - Parameters:
    ///   - forcesEncoding: Whether the user set a bit rate.
    ///   - isReadable: Whether the protocol can describe the configuration.
    static func audio(codec: String, forcesEncoding: Bool, isReadable: Bool) -> PassThroughRule {
        if codec == "aac", !forcesEncoding, isReadable { return PassThroughRule(passes: true, message: nil) }
        // The decoder reports a codec that libavcodec does not know.
        if codec.hasPrefix("pcm_") || codec == "none" || forcesEncoding {
            return PassThroughRule(passes: false, message: nil)
        }
        let kind = codec == "aac" ? "a kind of AAC that few players support" : name(of: codec)
        return PassThroughRule(passes: false, message: "The input's sound is \(kind); it is encoded as AAC.")
    }

    private static func name(of codec: String) -> String {
        switch codec {
        case "mjpeg": "Motion JPEG"
        case "mpeg1video": "MPEG-1 video"
        case "mpeg2video": "MPEG-2 video"
        case "mpeg4": "MPEG-4 video"
        case "opus", "vorbis": codec.prefix(1).uppercased() + codec.dropFirst()
        default: codec.uppercased()
        }
    }
}
