/// What of a publisher's frames has not reached the relay yet, and where it waits: by this a live source sees that its
/// uplink is too narrow before anything must be left out.
public struct UplinkBacklog: Hashable, Sendable {
    /// Whether a relay takes the stream. Where none does, what waits tells nothing of the uplink.
    public var isConnected = false
    /// Bytes of payload in the publisher's queue, of which groups of pictures can still be left out.
    public var queuedBytes = 0
    /// Bytes handed to the connection that the system has not taken yet.
    public var connectionBytes = 0
    /// Bytes that the system has taken but not sent. Zero where the system does not tell.
    public var unsentBytes = 0
    /// Bytes sent that the relay's system has not confirmed; where the system does not tell what is unsent, those too.
    public var unconfirmedBytes = 0
    /// Bytes that the relay's system has confirmed since the connection was made: their growth is what the uplink carries.
    public var confirmedBytes: UInt64 = 0
    /// How long ago the oldest frame was offered that the relay's system has not confirmed; zero where there is none.
    public var age = Duration.zero
    /// How long ago the oldest frame in the publisher's queue was offered.
    public var queueAge = Duration.zero
    /// The shortest time in the last minute that a confirmation took: what is not due to the backlog. Known to about
    /// 20 ms, and zero at first.
    public var roundTrip = Duration.zero

    public init() {}

    /// All that waits, wherever it is.
    public var bytes: Int { queuedBytes + connectionBytes + unsentBytes + unconfirmedBytes }
}
