/// Measures how many bits a second an uplink carries, which shows only while more waits than it carries at once.
struct UplinkWidth: Sendable {
    /// A wait below this is jitter.
    static let busyDelay = Duration.milliseconds(50)
    /// How long to measure, at most: what was before is over.
    static let period = Duration.milliseconds(500)
    /// … and at least: confirmations come in bunches.
    static let leastPeriod = Duration.milliseconds(100)
    /// Without a confirmation for this long, the uplink is not narrow but away, and measuring begins again after that.
    static let silence = Duration.milliseconds(90)

    private var samples: [(time: ContinuousClock.Instant, acknowledged: UInt64)] = []
    private var lastProgress: (time: ContinuousClock.Instant, acknowledged: UInt64)?

    /// - Returns: Bits a second; `nil` while the uplink is not busy, or not for long enough.
    mutating func measure(acknowledged: UInt64, wait: Duration, at now: ContinuousClock.Instant) -> Double? {
        let last = lastProgress ?? (now, acknowledged)
        let isSilent = acknowledged == last.acknowledged
        if !isSilent || lastProgress == nil { lastProgress = (now, acknowledged) }
        // A count that goes back is another connection's.
        guard wait >= Self.busyDelay, acknowledged >= last.acknowledged, !isSilent || now - last.time < Self.silence
        else {
            samples = []
            return nil
        }
        samples.append((now, acknowledged))
        while samples.count > 2, now - samples[1].time >= Self.period { samples.removeFirst() }
        let elapsed = now - samples[0].time
        guard elapsed >= Self.leastPeriod, acknowledged > samples[0].acknowledged else { return nil }
        return Double(acknowledged - samples[0].acknowledged) * 8 / (elapsed / .seconds(1))
    }
}
