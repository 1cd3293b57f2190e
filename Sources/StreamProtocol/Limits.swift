/// The bounds that both sides check before they take memory.
///
/// Each can only be made stricter by a relay's operator, except ``defaultFrameLength``, which the relay announces.
public enum Limits {
    /// Bytes of a hello: a token, three names and room for options to come.
    public static let helloLength = 8 * 1024

    /// Bytes of a track table: ``tracks`` tracks with ``codecConfigurationLength`` each, and options.
    public static let trackTableLength = 64 * 1024

    /// Bytes of any other message that is not a frame, also of a type that is not known here.
    public static let controlLength = 4 * 1024

    /// Bytes of a frame's payload that a relay takes unless told otherwise. The largest access unit of level 5.1 at
    /// the minimum compression ratio of H.264 A.3.1 is about 7 MB.
    public static let defaultFrameLength = 8 * 1024 * 1024

    /// Tracks of a stream.
    public static let tracks = Int(TrackID.maximum) + 1

    /// Bytes of a track's codec configuration. Real ones have less than 200. ``tracks`` of this length, with every
    /// option, fit in a track table.
    public static let codecConfigurationLength = 3 * 1024

    /// Options of one message. Nobody needs more, and each costs a turn of a loop.
    public static let options = 32

    /// Bytes of a name given in an option.
    public static let nameLength = 128

    /// Bytes of the sentence in an error or a goodbye.
    public static let reasonLength = 512

    /// Bytes of the address in a redirect: the longest host name, a port and a stream name.
    public static let redirectLength = 512
}
