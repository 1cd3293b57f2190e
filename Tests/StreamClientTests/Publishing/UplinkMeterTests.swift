import Testing

@testable import StreamClient

@Suite struct UplinkMeterTests {
    private let start = ContinuousClock.now
    private var meter = UplinkMeter()

    private func sample(_ written: UInt64, unconfirmed: Int = 0, pending: Int = 0) -> UplinkSample {
        UplinkSample(written: written, pending: pending, unconfirmed: unconfirmed)
    }

    @Test mutating func whatIsOnItsWayTakesRoom() {
        meter.hand(over: 10_000, since: start)
        #expect(meter.room == UplinkMeter.leastBytes - 10_000)
        #expect(meter.connectionBytes == 10_000)
        meter.note(sample(10_000, unconfirmed: 6_000, pending: 1_000), at: start)
        #expect(meter.room == UplinkMeter.leastBytes - 7_000)
        #expect(meter.connectionBytes == 1_000)
        meter.note(sample(10_000), at: start + .milliseconds(20))
        #expect(meter.room == UplinkMeter.leastBytes)
    }

    @Test mutating func knowsWhenTheOldestWasOffered() {
        #expect(meter.oldest == nil)
        meter.hand(over: 100, since: start - .seconds(1))
        #expect(meter.oldest == start - .seconds(1))
        meter.note(sample(100, unconfirmed: 100), at: start)
        meter.hand(over: 100, since: start)
        meter.note(sample(200, unconfirmed: 150), at: start + .milliseconds(20))
        #expect(meter.oldest == start - .seconds(1), "half of it is not there yet")
        meter.note(sample(200, unconfirmed: 100), at: start + .milliseconds(40))
        #expect(meter.oldest == start)
        meter.note(sample(200), at: start + .milliseconds(60))
        #expect(meter.oldest == nil)
    }

    @Test mutating func knowsTheShortestRoundTripOfAMinute() {
        #expect(meter.roundTrip == nil)
        var written: UInt64 = 0
        func takes(_ time: Duration, at second: Int) {
            written += 100
            meter.note(sample(written, unconfirmed: 100), at: start + .seconds(second))
            meter.note(sample(written), at: start + .seconds(second) + time)
        }
        takes(.milliseconds(200), at: 0)
        takes(.milliseconds(80), at: 1)
        takes(.milliseconds(120), at: 2)
        #expect(meter.roundTrip == .milliseconds(80))
        takes(.milliseconds(120), at: 31)
        #expect(meter.roundTrip == .milliseconds(80))
        takes(.milliseconds(120), at: 62)
        #expect(meter.roundTrip == .milliseconds(120))
    }

    // MARK: How much may be on its way

    /// A publisher that always has more, on an uplink with a round trip of 20 ms beside the waiting.
    ///
    /// - Parameter rate: Bytes a second.
    /// - Returns: The most that was on its way at the end, and how much got through.
    private mutating func fill(
        rate: Double,
        from second: Double = 0,
        for seconds: Double,
        wayBytes: inout Double
    )
        -> (bound: Int, confirmed: UInt64)
    {
        var written = meter.sample.written
        var confirmed = Double(meter.sample.confirmed)
        let before = meter.sample.confirmed
        for step in 0..<Int(seconds * 50) {
            let now = start + .seconds(second + Double(step) * 0.02)
            // What was on its way for one step and fits the uplink has arrived.
            confirmed += min(Double(written) - confirmed, rate * 0.02)
            let room = meter.room
            meter.hand(over: room, since: now)
            written += UInt64(room)
            wayBytes = Double(written) - confirmed
            meter.note(sample(written, unconfirmed: Int(wayBytes)), at: now)
        }
        return (meter.bound, meter.sample.confirmed - before)
    }

    @Test mutating func growsUntilTheUplinkIsFull() {
        var onTheWay = 0.0
        let result = fill(rate: 1_000_000, for: 5, wayBytes: &onTheWay)
        #expect(result.confirmed >= 4_500_000, "the bound held it up")
        #expect(result.bound < 300_000)
    }

    @Test mutating func shrinksWhenTheUplinkDoes() {
        var onTheWay = 0.0
        _ = fill(rate: 1_000_000, for: 5, wayBytes: &onTheWay)
        let result = fill(rate: 125_000, from: 5, for: 2, wayBytes: &onTheWay)
        #expect(result.bound == UplinkMeter.leastBytes)
        #expect(onTheWay <= 40_000, "that is a third of a second")
        let again = fill(rate: 1_000_000, from: 7, for: 5, wayBytes: &onTheWay)
        #expect(again.confirmed >= 4_500_000)
    }

    @Test mutating func anUplinkThatStandsStillLeavesTheLeast() {
        var onTheWay = 0.0
        _ = fill(rate: 1_000_000, for: 5, wayBytes: &onTheWay)
        #expect(fill(rate: 0, from: 5, for: 2, wayBytes: &onTheWay).bound == UplinkMeter.leastBytes)
        #expect(meter.room == 0)
    }

    @Test mutating func aSystemThatTellsNothingIsNoReasonToWait() {
        for step in 1...10 {
            meter.hand(over: 100_000_000, since: start)
            #expect(meter.room == 0)
            meter.note(sample(UInt64(step) * 100_000_000), at: start + .milliseconds(step * 20))
            #expect(meter.room > 0)
        }
    }
}
