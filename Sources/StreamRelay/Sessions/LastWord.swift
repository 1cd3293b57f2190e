import NIOCore

/// What is left of a connection whose last word is said: a while for the peer to read it.
struct LastWord {
    /// How long a peer usually has. Closing while it still sends would make its system throw the last word away.
    static let linger = TimeAmount.seconds(1)

    /// How long the slowest viewer may take to read a stream to its end: what the relay and both systems hold for it
    /// is less than a minute of the thinnest stream.
    static let longestLinger = TimeAmount.minutes(2)

    private var deadline: NIODeadline
    /// Bytes that its system had acknowledged.
    private var acknowledged: UInt64 = 0
    private let patience: TimeAmount?
    private let latest: NIODeadline

    /// - Parameter patience: How much longer it gets each time that it has taken something, for a slow viewer who is left
    ///   the time to read what is on its way; `nil` where it does not.
    init(at now: NIODeadline, patience: TimeAmount? = nil) {
        deadline = now + (patience ?? Self.linger)
        self.patience = patience
        latest = now + Self.longestLinger
    }

    /// Whether it gets more time for taking something.
    var hasPatience: Bool { patience != nil }

    /// The peer's system has acknowledged so many bytes in all.
    mutating func acknowledged(_ bytes: UInt64, at now: NIODeadline) {
        guard let patience, bytes > acknowledged else { return }
        acknowledged = bytes
        deadline = min(now + patience, latest)
    }

    /// Whether to close although the peer has not.
    func isOver(at now: NIODeadline) -> Bool { now > deadline }
}
