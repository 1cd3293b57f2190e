import Testing

@testable import StreamClient

@Suite struct UplinkMeterTests {
    private let start = ContinuousClock.now
    private var meter = UplinkMeter()

    private func sample(_ written: UInt64, unconfirmed: Int = 0, pending: Int = 0) -> UplinkSample {
        UplinkSample(written: written, pending: pending, unconfirmed: unconfirmed)
    }

    @Test mutating func `bytes in flight take room`() {
        meter.recordHandover(10_000, since: start)
        #expect(meter.room == UplinkMeter.minimumBytes - 10_000)
        #expect(meter.connectionBytes == 10_000)
        meter.record(sample(10_000, unconfirmed: 6_000, pending: 1_000), at: start)
        #expect(meter.room == UplinkMeter.minimumBytes - 7_000)
        #expect(meter.connectionBytes == 1_000)
        meter.record(sample(10_000), at: start + .milliseconds(20))
        #expect(meter.room == UplinkMeter.minimumBytes)
    }

    @Test mutating func `the age of the oldest byte is known`() {
        #expect(meter.oldest == nil)
        meter.recordHandover(100, since: start - .seconds(1))
        #expect(meter.oldest == start - .seconds(1))
        meter.record(sample(100, unconfirmed: 100), at: start)
        meter.recordHandover(100, since: start)
        meter.record(sample(200, unconfirmed: 150), at: start + .milliseconds(20))
        #expect(meter.oldest == start - .seconds(1), "half of it is not there yet")
        meter.record(sample(200, unconfirmed: 100), at: start + .milliseconds(40))
        #expect(meter.oldest == start)
        meter.record(sample(200), at: start + .milliseconds(60))
        #expect(meter.oldest == nil)
    }

    @Test mutating func `what waited for a connection has not waited for its uplink`() {
        meter = UplinkMeter(began: start)
        #expect(meter.wait(queued: nil, at: start + .seconds(1)) == .zero)
        #expect(meter.wait(queued: start - .seconds(5), at: start + .milliseconds(100)) == .milliseconds(100))
        #expect(meter.wait(queued: start + .milliseconds(60), at: start + .milliseconds(100)) == .milliseconds(40))
        meter.recordHandover(100, since: start - .seconds(3))
        #expect(meter.wait(queued: start + .milliseconds(60), at: start + .milliseconds(100)) == .milliseconds(100))
    }

    @Test mutating func `the shortest round trip of a minute is known`() {
        #expect(meter.roundTrip == nil)
        var written: UInt64 = 0
        func takes(_ time: Duration, at second: Int) {
            written += 100
            meter.record(sample(written, unconfirmed: 100), at: start + .seconds(second))
            meter.record(sample(written), at: start + .seconds(second) + time)
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

    /// A publisher that always has more frames, on an uplink with a round trip of 20 ms without queueing.
    ///
    /// - Parameter rate: Bytes per second.
    /// - Returns: The most bytes in flight at the end, and the throughput.
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
            // The bytes that were in flight for one step and fit the uplink have arrived.
            confirmed += min(Double(written) - confirmed, rate * 0.02)
            let room = meter.room
            meter.recordHandover(room, since: now)
            written += UInt64(room)
            wayBytes = Double(written) - confirmed
            meter.record(sample(written, unconfirmed: Int(wayBytes)), at: now)
        }
        return (meter.bound, meter.sample.confirmed - before)
    }

    @Test mutating func `the estimate grows until the uplink is full`() {
        var onTheWay = 0.0
        let result = fill(rate: 1_000_000, for: 5, wayBytes: &onTheWay)
        #expect(result.confirmed >= 4_500_000, "the bound held it up")
        #expect(result.bound < 300_000)
    }

    @Test mutating func `the estimate shrinks when the uplink does`() {
        var onTheWay = 0.0
        _ = fill(rate: 1_000_000, for: 5, wayBytes: &onTheWay)
        let result = fill(rate: 125_000, from: 5, for: 2, wayBytes: &onTheWay)
        #expect(result.bound == UplinkMeter.minimumBytes)
        #expect(onTheWay <= 40_000, "that is a third of a second")
        let again = fill(rate: 1_000_000, from: 7, for: 5, wayBytes: &onTheWay)
        #expect(again.confirmed >= 4_500_000)
    }

    @Test mutating func `an uplink that stands still leaves the minimum`() {
        var onTheWay = 0.0
        _ = fill(rate: 1_000_000, for: 5, wayBytes: &onTheWay)
        #expect(fill(rate: 0, from: 5, for: 2, wayBytes: &onTheWay).bound == UplinkMeter.minimumBytes)
        #expect(meter.room == 0)
    }

    @Test mutating func `a system without socket statistics does not hold up the publisher`() {
        for step in 1...10 {
            meter.recordHandover(100_000_000, since: start)
            #expect(meter.room == 0)
            meter.record(sample(UInt64(step) * 100_000_000), at: start + .milliseconds(step * 20))
            #expect(meter.room > 0)
        }
    }
}
