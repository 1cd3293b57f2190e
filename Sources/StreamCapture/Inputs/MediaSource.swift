/// Something that libav opens, and how long it may take.
struct MediaSource: Hashable, Sendable {
    /// How patient to be with a source.
    enum Patience: Hashable, Sendable {
        /// It may take as long as it likes: devices, files, pipes.
        case unlimited
        /// A server that is asked: it has to answer soon, and then to go on sending.
        case server
        /// Somebody is to come and send: that may take as long as it likes, but who has come has to go on sending.
        case listener
    }

    /// How long a server may take to answer, in seconds, with all that is looked at before the first picture: cameras
    /// that sleep take some.
    static let openingLimit = 20
    /// How long a sender may be silent, in seconds, before it is taken for lost: TCP alone would not notice.
    static let silenceLimit = 10

    /// The ``url`` for what is read from ``descriptor``.
    static let standardInput = "-"

    /// What libav opens.
    var url: String
    /// An open file or pipe, where the URL is ``standardInput``.
    var descriptor: CInt = 0
    /// The path of a named pipe, which is read as what is open is.
    var pipe: String?
    /// What it is called in messages: without passwords.
    var name: String
    /// The name of libav's input format, where it is not to be found out.
    var format: String?
    /// libav's options.
    var options: [String: String] = [:]
    /// The name of libav's codec that a sound device is asked for, such as `pcm_s32le`.
    var soundEncoding: String?
    var patience = Patience.unlimited
    /// Of a listener: its address ends with a name that only who may send knows.
    var hasStreamKey = false
    /// Comes as fast as it happens, with no end that is known: what is late is left out.
    var isLive = false
    /// Of what seems to be live: it is a recording where it says how long it lasts.
    var mayBeRecorded = false
    /// Of what does not say how long it lasts: it may come as it happens, in segments, or as fast as it is read.
    var comesInAnyPace = false
    /// What has no packet now is to say so, and not to be waited for: a device whose reader polls.
    var isNonBlocking = false
    /// Packets are looked at before the first is read, to know more of the streams than the header says.
    var isProbed = true
    /// Times are to be those of the source's own clock, not from 0 on.
    var keepsTimes = false

    init(url: String, name: String? = nil, format: String? = nil) {
        self.url = url
        self.name = name ?? RedactedAddress.redact(url)
        self.format = format
    }
}
