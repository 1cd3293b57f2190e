import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

/// The publisher's clock for the viewers of a relay downstream. Times are microseconds.
@Suite struct ClockRebasingTests {
    private var clock = ClockRebasing()

    /// The upstream clock is 1 s ahead of the local one.
    private func reading(_ errorBound: Int64 = 500, at time: Int64 = 0) -> ClockReading {
        ClockReading(offset: 1_000_000, errorBound: errorBound, time: time)
    }

    @Test mutating func `offsets and error bounds add up`() {
        #expect(clock.measured(reading(), at: 0) == nil)
        let offset = clock.received(ClockOffset(offset: -400_000, errorBound: 300), at: 0)
        #expect(offset == ClockOffset(offset: 600_000, errorBound: 800))
    }

    @Test mutating func `both parts grow by the drift until the offset is sent`() {
        #expect(clock.received(ClockOffset(offset: 0, errorBound: 300), at: 0) == nil, "there is no reading")
        let offset = clock.measured(reading(at: 1_000_000), at: 2_000_000)
        // 2 s since the offset came, and 1 s since the reading.
        #expect(offset == ClockOffset(offset: 1_000_000, errorBound: 300 + 400 + 500 + 200))
    }

    @Test mutating func `a reading that says little new is not sent`() {
        _ = clock.measured(reading(), at: 0)
        _ = clock.received(ClockOffset(offset: 0, errorBound: 100), at: 0)
        #expect(clock.measured(reading(at: 1_000_000), at: 1_000_000) == nil)
        #expect(clock.measured(reading(10, at: 1_000_000), at: 1_000_000) != nil, "the bound has halved")
        #expect(clock.measured(reading(10, at: 17_000_000), at: 17_000_000) != nil, "much time has passed")
    }

    @Test mutating func `an offset is sent each time it comes, and not beyond its epoch`() {
        clock.entered(1)
        _ = clock.measured(reading(), at: 0)
        #expect(clock.received(ClockOffset(offset: 0, errorBound: 300), at: 0) != nil)
        #expect(clock.received(ClockOffset(offset: 0, errorBound: 300), at: 0) != nil)
        clock.entered(1)
        #expect(clock.measured(reading(10), at: 0) != nil)
        clock.entered(2)
        #expect(clock.measured(reading(1), at: 0) == nil)
        #expect(clock.received(ClockOffset(offset: 7, errorBound: 0), at: 0)?.offset == 1_000_007)
    }

    @Test mutating func `arrivals are those of the local clock`() {
        var arrivals = Arrivals(
            epoch: 1,
            hops: [],
            frames: [Arrivals.Arrival(track: .zero, sequence: 1, time: 5_000_000)]
        )
        var errorBound = clock.rebase(&arrivals, at: 0)
        #expect(errorBound == nil, "there is no reading")
        _ = clock.measured(reading(), at: 0)
        errorBound = clock.rebase(&arrivals, at: 2_000_000)
        #expect(errorBound == 900, "500, and the clocks have drifted for 2 s")
        #expect(arrivals.frames.map(\.time) == [4_000_000])
        arrivals.frames[0].time = .min
        errorBound = clock.rebase(&arrivals, at: 0)
        #expect(errorBound != nil)
    }

    @Test mutating func `no number of another machine traps`() {
        for offset in [Int64.min, .max] {
            for time in [Int64.min, 0, .max] {
                _ = clock.measured(ClockReading(offset: offset, errorBound: .max, time: time), at: time)
                _ = clock.received(ClockOffset(offset: offset, errorBound: .max), at: 0)
                _ = clock.measured(ClockReading(offset: offset, errorBound: 0, time: 0), at: time)
            }
        }
    }

    /// Three clocks that are far apart and drift: the sum is right within its bound.
    @Test(arguments: 0..<50 as Range<UInt64>)
    mutating func `the offset is right within its bound`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let rates = (0..<3).map { _ in Int64.random(in: -100...100, using: &generator) }
        let starts = (0..<3).map { _ in Int64.random(in: -3_600_000_000...3_600_000_000, using: &generator) }
        // Publisher, relay upstream, this relay.
        func time(_ clock: Int, _ now: Int64) -> Int64 { starts[clock] + now + now * rates[clock] / 1_000_000 }
        func measured(_ clock: Int, by other: Int, _ now: Int64) -> (offset: Int64, bound: Int64) {
            let bound = Int64.random(in: 50...5_000, using: &generator)
            let error = Int64.random(in: -bound + 2...bound - 2, using: &generator)
            return (time(clock, now) - time(other, now) + error, bound)
        }
        var newest: (offset: ClockOffset, at: Int64)?
        for second in 0..<600 as Range<Int64> {
            let now = second * 1_000_000
            let here = time(2, now)
            var offset: ClockOffset?
            if second % 5 == 0 {
                let reading = measured(1, by: 2, now)
                offset = clock.measured(
                    ClockReading(offset: reading.offset, errorBound: reading.bound, time: here),
                    at: here
                )
            }
            if second % 13 == 3 {
                let report = measured(0, by: 1, now)
                offset = clock.received(ClockOffset(offset: report.offset, errorBound: UInt32(report.bound)), at: here)
            }
            if let offset { newest = (offset, here) }
            guard let newest else { continue }
            let aged = newest.offset.aged(by: here - newest.at)
            #expect(abs(aged.offset - (time(0, now) - here)) <= Int64(aged.errorBound))
        }
    }
}
