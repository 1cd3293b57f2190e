import NIOCore
import Platform
import StreamProtocol

/// Decides when to send a ping, and when a silent peer has timed out.
struct Keepalive {
    /// Intervals of silence that end a connection: one lost packet's retransmissions fit between two of them.
    static let missLimit: Int64 = 3

    private let interval: TimeAmount
    private var lastActivity: NIODeadline
    private var lastPing: NIODeadline
    /// Pings since the last sign of life. An event loop that stands still sends none, and that time does not count as
    /// the peer's silence.
    private var unanswered: Int64 = 0
    /// The times in the last pings that are not answered, the newest first: ``missLimit`` of them.
    private var outstandingPings: (Int64?, Int64?, Int64?) = (nil, nil, nil)

    init(interval: TimeAmount, now: NIODeadline) {
        self.interval = interval
        lastActivity = now
        lastPing = now
    }

    /// How long a peer may be silent.
    var timeout: TimeAmount { interval * Self.missLimit }

    enum Action {
        case none, ping, timeout
    }

    /// A sign of life arrived.
    mutating func recordActivity(at now: NIODeadline) {
        lastActivity = now
        unanswered = 0
        outstandingPings = (nil, nil, nil)
    }

    /// A ping was sent at `sent` by the wall clock.
    mutating func pingSent(_ sent: Int64) {
        outstandingPings = (sent, outstandingPings.0, outstandingPings.1)
    }

    /// A pong arrived. It is a sign of life only if it answers one of the last pings, whose times a peer that does not
    /// read cannot know.
    mutating func pongReceived(_ pong: Pong, at now: NIODeadline) {
        let (newest, second, third) = outstandingPings
        guard pong.sent == newest || pong.sent == second || pong.sent == third else { return }
        recordActivity(at: now)
    }

    mutating func tick(at now: NIODeadline) -> Action {
        if now - lastActivity > timeout, unanswered >= Self.missLimit { return .timeout }
        guard now - lastPing >= interval else { return .none }
        lastPing = now
        unanswered += 1
        return .ping
    }
}

/// Decides how long a connection stays open after the last message, so that the peer can read it.
struct LingeringClose {
    /// How long a peer usually has. If the relay closed while the peer still sends, the peer's system would discard the
    /// last message.
    static let timeout = TimeAmount.seconds(1)

    /// How long the slowest viewer may take to read a stream to its end: the relay and both systems hold less than a
    /// minute of the thinnest stream for it.
    static let maximumTimeout = TimeAmount.minutes(2)

    private var deadline: NIODeadline
    /// Bytes that the peer's system had acknowledged.
    private var acknowledged: UInt64 = 0
    private let extensionTime: TimeAmount?
    private let latest: NIODeadline
    private let latestWithoutAnswer: NIODeadline

    /// - Parameters:
    ///   - extensionTime: How much longer the peer has each time that it has taken bytes, for a slow viewer that reads
    ///     what is on its way; `nil` for no extension.
    ///   - answerTime: How long to wait for a peer whose system does not answer. If the relay closed, Linux would drop
    ///     the last message when it next sends it again, once its wait has become ``Retransmission/longestWait``: 2.6 s
    ///     after the network was cut. The peer would learn of the end only by the silence.
    init(at now: NIODeadline, extensionTime: TimeAmount? = nil, answerTime: TimeAmount = Self.timeout) {
        latest = now + Self.maximumTimeout
        latestWithoutAnswer = min(now + answerTime, latest)
        deadline = min(now + (extensionTime ?? Self.timeout), latest)
        self.extensionTime = extensionTime
    }

    /// What the peer's system has acknowledged.
    mutating func update(_ delivery: SendQueue.Delivery, at now: NIODeadline) {
        if delivery.hasBytesInFlight {
            deadline = max(deadline, min(now + Self.timeout, latestWithoutAnswer))
        }
        guard let extensionTime, delivery.acknowledgedBytes > acknowledged else { return }
        acknowledged = delivery.acknowledgedBytes
        deadline = min(now + extensionTime, latest)
    }

    /// Whether to close the connection although the peer has not.
    func hasExpired(at now: NIODeadline) -> Bool { now > deadline }
}

/// Whether a viewer receives frames. Pings do not count: the system acknowledges them for a program that hangs.
struct FrameReceipt {
    private var frames = 0
    private var acknowledged: UInt64 = 0

    /// - Parameters:
    ///   - frames: Frames that were written since the beginning.
    ///   - acknowledged: Bytes that the peer's system has acknowledged since the beginning.
    /// - Returns: Whether there are more of both than at the last call.
    mutating func update(frames: Int, acknowledged: UInt64) -> Bool {
        defer { (self.frames, self.acknowledged) = (frames, acknowledged) }
        return frames > self.frames && acknowledged > self.acknowledged
    }
}

/// Distinguishes a viewer that takes its bytes from one that does not, whatever it sends.
struct WriteProgress: Sendable {
    enum Status: Hashable {
        /// No bytes wait for the viewer.
        case idle
        /// The viewer has taken bytes since the last check.
        case progress
        case none
        /// The viewer has taken no bytes for longer than it may.
        case stalled
    }

    private var taken: UInt64 = 0
    /// When the viewer last took bytes, or when they began to wait.
    private(set) var since: NIODeadline?

    /// - Parameters:
    ///   - taken: Bytes that the viewer has taken since the beginning.
    ///   - isPending: Whether bytes wait for the viewer.
    ///   - limit: How long the viewer may take no bytes.
    mutating func update(taken: UInt64, isPending: Bool, limit: TimeAmount, at now: NIODeadline) -> Status {
        let hasMoved = taken > self.taken
        self.taken = taken
        guard isPending else {
            since = nil
            return .idle
        }
        guard let since, !hasMoved else {
            self.since = now
            return hasMoved ? .progress : .none
        }
        return now - since > limit ? .stalled : .none
    }

    /// How long the viewer has taken none of the waiting bytes.
    func idleTime(at now: NIODeadline) -> TimeAmount { since.map { now - $0 } ?? .zero }
}
