/// When a device is open that is to work only while somebody watches.
///
/// A value without a clock.
public struct OnDemand: Hashable, Sendable {
    /// What to do with the device.
    public enum Action: Hashable, Sendable {
        case none, open, close
    }

    /// How long a device stays open after the last viewer left, unless told otherwise: a page that is loaded again, or a
    /// viewer that reconnects, finds it running.
    public static let defaultKeepWarm = Duration.seconds(5)

    private let keepWarm: Duration
    private var hasViewers = false
    /// Whether the device is to be open.
    public private(set) var isOpen = false
    /// When ``check(at:)`` is to be called, because the device is due to be closed then.
    public private(set) var closesAt: ContinuousClock.Instant?

    public init(keepWarm: Duration = defaultKeepWarm) {
        self.keepWarm = keepWarm
    }

    /// The relay has told how many watch. While there is no connection to a relay nobody does.
    public mutating func setViewers(_ count: Int, at now: ContinuousClock.Instant) -> Action {
        let had = hasViewers
        hasViewers = count > 0
        if hasViewers {
            closesAt = nil
            guard !isOpen else { return .none }
            isOpen = true
            return .open
        }
        if had { closesAt = now + keepWarm }
        return check(at: now)
    }

    /// Time has passed.
    public mutating func check(at now: ContinuousClock.Instant) -> Action {
        guard let closesAt, now >= closesAt else { return .none }
        self.closesAt = nil
        isOpen = false
        return .close
    }
}
