/// The bounds that both sides check before they take memory (`Protocol.md`, Limits). All lengths are in bytes.
///
/// They are fixed, except ``defaultFrameLength``: the relay's welcome states the bound for frames that holds.
public enum ProtocolLimits {
    /// The body of a hello: a token, three names and room for future options.
    public static let helloLength = 8 * 1024

    /// The body of a track table: ``tracks`` tracks with ``codecConfigurationLength`` each, and options.
    public static let trackTableLength = 64 * 1024

    /// The body of any other message that is not a frame, and of a message of an unknown type.
    public static let controlLength = 4 * 1024

    /// The payload of a frame, unless the relay's operator sets another limit. The largest access unit of level 5.1 at
    /// the minimum compression ratio of H.264 A.3.1 has about 7 MB.
    public static let defaultFrameLength = 8 * 1024 * 1024

    /// The number of tracks of a stream.
    public static let tracks = Int(TrackID.maximum) + 1

    /// The codec configuration of a track. Real ones have less than 200 bytes. ``tracks`` tracks with configurations of
    /// this length, and with every option, fit in a track table.
    public static let codecConfigurationLength = 3 * 1024

    /// The number of options of one message, or of one track in a track table. The bound limits the work for a message.
    public static let options = 32

    /// A client name, a relay name or a language tag.
    public static let nameLength = 128

    /// The reason in an error or a goodbye.
    public static let reasonLength = 512

    /// The address of a redirect: the longest host name, a port and a stream name.
    public static let redirectLength = 512
}
