/// Whether a stream of the input goes through as it is, and what the user is told of it.
///
/// A value without I/O; codecs have libavcodec's names.
struct PassThroughRule: Hashable, Sendable {
    let passes: Bool
    /// One sentence; `nil` where nothing is remarkable.
    let sentence: String?

    /// For pictures.
    ///
    /// - Parameters:
    ///   - encodesAnew: Something is asked for that only an encoder can give.
    ///   - orientation: How the container wants them to be shown.
    static func pictures(
        codec: String,
        encodesAnew: Bool,
        orientation: PictureOrientation = .upright
    ) -> PassThroughRule {
        switch codec {
        case "h264" where !encodesAnew && orientation == .upright:
            PassThroughRule(passes: true, sentence: "H.264 from the input goes through without being encoded again.")
        case "h264" where !encodesAnew:
            PassThroughRule(
                passes: true,
                sentence:
                    "H.264 from the input goes through without being encoded again, and so lies on its side: the file "
                    + "asks players to turn it, a stream cannot; with --encoder auto it is turned and encoded again."
            )
        case "h264":
            PassThroughRule(
                passes: false,
                sentence: "H.264 from the input is decoded and encoded again, as the options ask for."
            )
        case "rawvideo", "wrapped_avframe": PassThroughRule(passes: false, sentence: nil)
        default:
            PassThroughRule(
                passes: false,
                sentence: "The input holds \(name(of: codec)); it is decoded and encoded again."
            )
        }
    }

    /// For sound.
    ///
    /// - Parameters:
    ///   - encodesAnew: A bit rate is asked for.
    ///   - isReadable: The configuration is one that viewers can be told.
    static func sound(codec: String, encodesAnew: Bool, isReadable: Bool) -> PassThroughRule {
        if codec == "aac", !encodesAnew, isReadable { return PassThroughRule(passes: true, sentence: nil) }
        // Of a codec that libavcodec does not know, the decoder says so.
        if codec.hasPrefix("pcm_") || codec == "none" || encodesAnew {
            return PassThroughRule(passes: false, sentence: nil)
        }
        let kind = codec == "aac" ? "a kind of AAC that few players know" : name(of: codec)
        return PassThroughRule(passes: false, sentence: "The input's sound is \(kind); it is encoded as AAC.")
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
