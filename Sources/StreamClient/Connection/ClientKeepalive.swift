import NIOCore

/// Decides when to ping the relay, and when a silent relay is lost.
struct ClientKeepalive {
    /// Pings are frequent after the welcome, so that the clock offset is known with the first frames. The best of a few
    /// round trips is a good estimate.
    static let quickPings = 4
    static let quickInterval = TimeAmount.milliseconds(100)

    /// Intervals of silence after which the connection is lost.
    static let missLimit: Int64 = 3

    /// The bounds of the interval that a relay may set. A shorter one costs too much; with a longer one, a dead
    /// connection is not noticed for minutes.
    static let intervals = TimeAmount.milliseconds(50)...TimeAmount.seconds(60)

    /// The longest pause between pings, however long the interval is. Clocks drift, so their offset is measured again.
    static let maximumPause = TimeAmount.seconds(10)

    enum Action {
        case ping
        case timeout
    }

    private let interval: TimeAmount
    private var pings = 0
    /// When this side became ready to read, if nothing has arrived since; `nil` while this side does not read, because
    /// then the silence is its own.
    private var silentSince: NIODeadline?

    /// - Parameter interval: The interval in the relay's welcome.
    init(interval: TimeAmount, now: NIODeadline) {
        self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        silentSince = now
    }

    /// This side is ready to read.
    mutating func startedReading(at now: NIODeadline) {
        if silentSince == nil { silentSince = now }
    }

    /// Bytes arrived. This side may or may not read on.
    mutating func recordActivity() {
        silentSince = nil
    }

    /// The time of ``nextTick`` has passed.
    mutating func tick(at now: NIODeadline) -> Action {
        if let silentSince, now - silentSince >= interval * Self.missLimit { return .timeout }
        pings += 1
        return .ping
    }

    /// How long until the next ``tick(at:)``.
    var nextTick: TimeAmount {
        min(interval, pings < Self.quickPings ? Self.quickInterval : Self.maximumPause)
    }
}
