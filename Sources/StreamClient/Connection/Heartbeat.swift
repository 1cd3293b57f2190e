import NIOCore

/// When to ask the relay for a sign of life, and when to take its silence for death.
struct Heartbeat {
    /// Pings in quick succession after the welcome: the clock's offset should be known with the first frames, and the
    /// best of a few round trips is a good one.
    static let quickPings = 4
    static let quickInterval = TimeAmount.milliseconds(100)

    /// Intervals of silence that end a connection.
    static let misses: Int64 = 3

    /// The intervals a relay may ask for: a shorter one would be a burden, with a longer one a dead connection would go
    /// unnoticed for minutes.
    static let intervals = TimeAmount.milliseconds(50)...TimeAmount.seconds(60)

    enum Action {
        case ping
        case giveUp
    }

    private let interval: TimeAmount
    private var pings = 0
    /// Since when this side has been ready to read and nothing came; `nil` while it reads nothing, because then the
    /// silence is its own.
    private var silentSince: NIODeadline?

    /// - Parameter interval: As the relay's welcome says.
    init(interval: TimeAmount, now: NIODeadline) {
        self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
        silentSince = now
    }

    /// This side is ready to read.
    mutating func startedReading(at now: NIODeadline) {
        if silentSince == nil { silentSince = now }
    }

    /// Bytes came, and it is open whether this side will read on.
    mutating func heard() {
        silentSince = nil
    }

    /// The time for a look at the clock has come.
    mutating func tick(at now: NIODeadline) -> Action {
        if let silentSince, now - silentSince >= interval * Self.misses { return .giveUp }
        pings += 1
        return .ping
    }

    /// How long until the next ``tick(at:)``.
    var nextTick: TimeAmount {
        pings < Self.quickPings ? min(Self.quickInterval, interval) : interval
    }
}
