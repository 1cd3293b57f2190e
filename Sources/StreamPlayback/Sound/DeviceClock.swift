/// When the samples of a sound device are heard, from the times at which it asks for samples. A value; all times are
/// microseconds.
///
/// A device asks late when the system is busy and never early; so the earliest requests of the last seconds decide.
struct DeviceClock: Sendable {
    /// A device that asks so much later than before has stood still, and its clock begins anew.
    static let stall = 100_000.0

    /// Samples a second, by the device's own clock.
    private let rate: Double
    /// From the request for a sample to its sound.
    let latency: Int64
    private var requests = EarliestArrival()
    private var samples = 0.0

    init(rate: Int, latency: Int64) {
        self.rate = Double(max(1, rate))
        self.latency = latency
    }

    /// The device asks for samples.
    ///
    /// - Returns: When the first of them is heard.
    mutating func requested(_ count: Int, now: Int64) -> Int64 {
        let time = samples * 1e6 / rate
        let value = Double(now) - time
        if let least = requests.least, value - least > Self.stall { requests = EarliestArrival() }
        requests.add(value, at: Double(now))
        samples += Double(count)
        return Int64(clamping: time + (requests.least ?? value)) &+ latency
    }
}
