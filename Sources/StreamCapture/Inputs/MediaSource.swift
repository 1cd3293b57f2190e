/// A source that libav opens, with its timeouts.
struct MediaSource: Hashable, Sendable {
    /// The timeouts of a source.
    enum TimeoutPolicy: Hashable, Sendable {
        /// No timeout: devices, files, pipes.
        case unlimited
        /// A server: it must answer soon and then keep sending.
        case server
        /// A listener: a sender may connect at any time, but must then keep sending.
        case listener
    }

    /// The timeout for a server's response, in seconds, including the analysis before the first picture. Sleeping
    /// cameras need some seconds.
    static let openingTimeout = 20
    /// The time without data after which a sender is lost, in seconds: TCP alone would not detect it.
    static let silenceTimeout = 10

    /// The ``url`` for data from ``descriptor``.
    static let standardInput = "-"

    /// libav's URL.
    var url: String
    /// The descriptor of an open file or pipe, if the URL is ``standardInput``.
    var descriptor: CInt = 0
    /// The path of a named pipe, which is opened and read like a descriptor.
    var pipe: String?
    /// The name for messages, without passwords.
    var name: String
    /// libav's name of the input format; `nil` to detect it.
    var format: String?
    /// libav's options.
    var options: [String: String] = [:]
    /// libav's name of the codec to request from a sound device, such as `pcm_s32le`.
    var audioCodec: String?
    var timeoutPolicy = TimeoutPolicy.unlimited
    /// For a listener: whether the address ends with a secret name for the sender.
    var hasStreamKey = false
    /// Whether the source delivers in real time without a known end: late pictures are dropped.
    var isLive = false
    /// Whether an apparently live source is a recording if it has a duration.
    var mayBeRecorded = false
    /// Whether a source without a duration may deliver in real time, in segments, or as fast as it is read.
    var hasUnknownPace = false
    /// Whether a read returns at once without a packet: a device whose reader polls.
    var isNonBlocking = false
    /// Whether libav analyses packets before the first read, because headers do not describe the streams completely.
    var isProbed = true
    /// Whether times stay on the source's own clock and do not start at 0.
    var keepsTimestamps = false

    init(url: String, name: String? = nil, format: String? = nil) {
        self.url = url
        self.name = name ?? RedactedAddress.redact(url)
        self.format = format
    }
}
