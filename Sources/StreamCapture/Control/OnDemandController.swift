/// Decides when a device that depends on viewers is open.
///
/// A value without a clock.
public struct OnDemandController: Hashable, Sendable {
    /// The action on the device.
    public enum Action: Hashable, Sendable {
        case none, open, close
    }

    /// The default of the time that a device stays open after the last viewer left: a reloaded page or a viewer that
    /// reconnects finds it running.
    public static let defaultKeepWarm = Duration.seconds(5)

    private let keepWarm: Duration
    private var hasViewers = false
    /// Whether the device should be open.
    public private(set) var isOpen = false
    /// When to call ``check(at:)`` to close the device.
    public private(set) var closesAt: ContinuousClock.Instant?

    public init(keepWarm: Duration = defaultKeepWarm) {
        self.keepWarm = keepWarm
    }

    /// Sets the number of viewers. Without a connection to a relay it is zero.
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

    /// Checks whether to close the device.
    public mutating func check(at now: ContinuousClock.Instant) -> Action {
        guard let closesAt, now >= closesAt else { return .none }
        self.closesAt = nil
        isOpen = false
        return .close
    }
}
