import StreamClient
import StreamProtocol

/// The sentence in the middle of a stream's picture. A value.
struct PlayerTexts: Sendable {
    /// A notice stays for so long: two seconds, in microseconds.
    static let noticeTime: Int64 = 2_000_000

    /// The window says so until something is known.
    static let waiting = "Waiting for the stream."
    static let paused = "Paused. The space bar continues."

    var state = StreamState.waiting {
        didSet { if state != .waiting { wait = nil } }
    }
    /// What the user should know while the stream has no publisher.
    private var wait: String?
    private var connection: String?
    private var tracks: String?
    private var decoding: String?
    private var ended: String?
    private var notice: (text: String, until: Int64)?
    /// Whether a picture was shown since the player's start.
    private var hasPicture = false
    /// Whether the stream has pictures that are played.
    private var expectsPictures = true

    /// A connection is made.
    mutating func connecting() {
        (connection, tracks, decoding, ended, wait) = (nil, nil, nil, nil, nil)
        state = .waiting
    }

    /// What the user should know while the stream has no publisher.
    ///
    /// - Returns: What to tell the user, if that is new and still of use.
    mutating func waits(_ text: String) -> String? {
        guard state == .waiting, wait != text else { return nil }
        wait = text
        return text
    }

    /// The relay has answered.
    mutating func connected(_ state: StreamState) {
        connection = nil
        self.state = state
    }

    /// The connection was lost, or could not be made.
    ///
    /// - Returns: What to tell the user, if that is new.
    mutating func problem(with error: ClientError) -> String? {
        let isEnd = error.ending?.code == .endOfStream
        let text = isEnd ? "The stream has ended. Waiting for the next one." : "\(error.reason) Trying again."
        defer { connection = text }
        return connection == text ? nil : text
    }

    /// A track cannot be played.
    mutating func problem(of problem: DecodingProblem) {
        decoding = problem.description
    }

    /// The stream has ended, and why if it was not its own end.
    mutating func end(_ reason: String?) {
        ended = reason ?? "The stream has ended."
    }

    /// The tracks are these.
    mutating func follow(_ table: TrackTable, plays: [Track]) {
        decoding = nil
        expectsPictures = plays.contains { $0.kind == .video }
        let others = table.tracks.filter { $0.kind == .video }
        switch (expectsPictures, others.first, plays.isEmpty) {
        case (true, _, _): tracks = nil
        case (false, let other?, _): tracks = "The pictures are \(other.codec), and streamd plays H.264."
        case (false, nil, true): tracks = "The stream has neither pictures nor sound that streamd plays."
        case (false, nil, false): tracks = "This stream is sound without pictures."
        }
    }

    /// A picture was given to the screen.
    ///
    /// - Returns: Whether the message changes.
    mutating func pictureShown() -> Bool {
        defer { hasPicture = true }
        return !hasPicture
    }

    mutating func notice(_ text: String, until time: Int64) {
        notice = (text, time)
    }

    /// The sentence; `nil` for none.
    mutating func message(now: Int64) -> String? {
        if let notice, now >= notice.until { self.notice = nil }
        if let ended { return ended }
        if let connection { return connection }
        if state == .interrupted { return "The publisher is disconnected; waiting for its return." }
        if state != .live { return wait ?? Self.waiting }
        if let text = decoding ?? notice?.text ?? tracks { return text }
        return hasPicture || !expectsPictures ? nil : Self.waiting
    }
}
