import NIOCore

/// What is left of a connection whose last word is said: a while for the peer to read it.
struct LastWord {
    /// How long a peer usually has. Closing while it still sends would make its system throw the last word away.
    static let linger = TimeAmount.seconds(1)

    /// How long the slowest viewer may take to read a stream to its end: what the relay and both systems hold for it
    /// is less than a minute of the thinnest stream.
    static let longestLinger = TimeAmount.minutes(2)

    private var deadline: NIODeadline
    private let patience: TimeAmount?
    private let latest: NIODeadline

    /// - Parameter patience: How much longer each sign of life makes it, for a slow viewer who is left the time to read
    ///   what is on its way; `nil` where nothing does.
    init(at now: NIODeadline, patience: TimeAmount? = nil) {
        deadline = now + (patience ?? Self.linger)
        self.patience = patience
        latest = now + Self.longestLinger
    }

    /// Something came.
    mutating func heard(at now: NIODeadline) {
        if let patience { deadline = min(now + patience, latest) }
    }

    /// Whether to close although the peer has not.
    func isOver(at now: NIODeadline) -> Bool { now > deadline }
}
