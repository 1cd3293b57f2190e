import StreamProtocol

/// Frames of one track that a publisher did not send, in the order in which the source passed them.
public struct FrameLoss: Hashable, Sendable {
    /// Why a publisher leaves frames out. Later versions may add reasons.
    public struct Reason: Hashable, Sendable, CustomStringConvertible {
        /// The name of the reason, stable across versions.
        public let description: String

        /// The queue was full: see ``PublishLimits/bytes``.
        public static let queueFull = Reason(description: "queue-full")
        /// The frame waited for too long: see ``PublishLimits/age``.
        public static let tooLate = Reason(description: "too-late")
        /// The frame needs another one that was left out, or that was lost with a connection. The stream is not damaged:
        /// when a group of pictures is left out, its first frame has the reason, and the others have this one.
        public static let undecodable = Reason(description: "undecodable")
        /// The frame is longer than the relay or this publisher's configuration allows.
        public static let tooLong = Reason(description: "too-long")
        /// The frame belongs to a track that was not set.
        public static let unknownTrack = Reason(description: "unknown-track")
        /// The frame came after the end of the stream.
        public static let finished = Reason(description: "finished")
    }

    /// The track of the frames.
    public let track: TrackID
    /// Why they were left out.
    public let reason: Reason
    /// How many they are, at least 1.
    public private(set) var count = 1
    /// The decode time of the first.
    public let firstDecodeTime: MediaTime
    /// The decode time of the last.
    public private(set) var lastDecodeTime: MediaTime

    init(of frame: MediaFrame, _ reason: Reason) {
        track = frame.track
        self.reason = reason
        firstDecodeTime = frame.decodeTime
        lastDecodeTime = frame.decodeTime
    }

    /// The next frame is left out too.
    mutating func extend(to frame: MediaFrame) {
        count += 1
        lastDecodeTime = frame.decodeTime
    }
}

/// What became of a frame that a source passed to a publisher.
public struct PublishOutcome: Hashable, Sendable {
    /// Whether the frame waits to be sent. It may still be left out later, to make room for newer frames.
    public let isQueued: Bool
    /// The frames that were left out because of this one: frames that waited in the queue, and this one if it is not
    /// queued. One element for each track and reason.
    public let leftOut: [FrameLoss]
}

/// The numbers of frames that a publisher has left out since it was made.
public struct PublishLosses: Hashable, Sendable {
    private var counts: [FrameLoss.Reason: UInt64] = [:]

    /// The frames left out for one reason.
    public subscript(reason: FrameLoss.Reason) -> UInt64 { counts[reason, default: 0] }

    /// The frames left out for any reason.
    public var total: UInt64 { counts.values.reduce(0, &+) }

    /// The reasons for which frames were left out.
    public var reasons: Set<FrameLoss.Reason> { Set(counts.keys) }

    mutating func add(_ reason: FrameLoss.Reason) { counts[reason, default: 0] &+= 1 }
}
