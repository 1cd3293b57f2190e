import Testing

@testable import StreamMedia

/// Counts into microseconds.
struct ClockTests {
    private func period(_ unitsInTick: UInt32, _ timeScale: UInt32) throws -> FieldClock.Period {
        try #require(FieldClock.Period(unitsInTick: unitsInTick, timeScale: timeScale))
    }

    @Test func `the clock does not drift in a year`() throws {
        let clock = FieldClock(period: try period(1_001, 60_000))
        #expect(clock.time(at: 2) == 33_366)
        #expect(clock.time(at: 60_000) == 1_001_000_000)
        // A year of it.
        #expect(clock.time(at: 60_000 * 31_536) == 1_001_000_000 * 31_536)
    }

    @Test func `the period can change on the way`() throws {
        var clock = FieldClock(period: try period(1, 50))
        clock.change(to: try period(1, 100), at: 10, now: 6)
        #expect(clock.time(at: 6) == 120_000)
        #expect(clock.time(at: 10) == 200_000)
        #expect(clock.time(at: 12) == 220_000)
        // Before the change is reached, another takes its place.
        clock.change(to: try period(1, 200), at: 12, now: 8)
        #expect(clock.time(at: 8) == 160_000)
        #expect(clock.time(at: 10) == 200_000)
        #expect(clock.time(at: 12) == 210_000)
    }

    @Test func `the clock can restart at another time`() throws {
        var clock = FieldClock(period: try period(1, 50))
        clock.restart(at: 7, time: 5_000_000)
        #expect(clock.time(at: 7) == 5_000_000)
        #expect(clock.time(at: 9) == 5_040_000)
    }

    @Test(arguments: [(0, 50), (1, 0), (0, 0), (1, .max), (.max, 1)] as [(UInt32, UInt32)])
    func `implausible timing is refused`(_ unitsInTick: UInt32, _ timeScale: UInt32) {
        #expect(FieldClock.Period(unitsInTick: unitsInTick, timeScale: timeScale) == nil)
    }

    @Test(
        arguments: [(.max, .max), (1, 1), (.max, .max - 1), (1, 2_000), (4_294_967_295, 858_993_459)]
            as [(UInt32, UInt32)]
    )
    func `extreme times do not overflow`(_ unitsInTick: UInt32, _ timeScale: UInt32) throws {
        var clock = FieldClock(period: try period(unitsInTick, timeScale))
        for count in [0, 1, -1, 1 << 40, -(1 << 40), .max / 2, .min / 2] {
            _ = clock.time(at: count)
            clock.change(to: try period(1, 50), at: count, now: count)
            clock.change(to: try period(unitsInTick, timeScale), at: count, now: 0)
        }
    }

    @Test func `times follow the arrival of pictures`() {
        var clock = ArrivalClock()
        #expect(clock.now == 0)
        clock.note(5_000, hasPicture: true)
        #expect(clock.now == 0)
        clock.note(5_000, hasPicture: false)
        #expect(clock.now == 0)
        clock.note(5_000, hasPicture: true)
        #expect(clock.now == 1)
        clock.note(9_000, hasPicture: true)
        #expect(clock.now == 4_000)
        // The wall clock was set back.
        clock.note(1_000, hasPicture: true)
        #expect(clock.now == 4_001)
    }

    @Test func `times follow the number of samples`() {
        var clock = SampleClock()
        #expect(clock.time == 0)
        clock.change(to: 44_100)
        for _ in 0..<44_100 { clock.advance(by: 1_024) }
        #expect(clock.time == 1_024_000_000)
        clock.advance(by: 1_024)
        #expect(clock.time == 1_024_023_219)
        clock.change(to: 8_000)
        clock.advance(by: 8_000)
        #expect(clock.time == 1_025_023_219)
        clock.change(to: 0)
        clock.advance(by: .max / 4_000_000)
        #expect(clock.time > 1_025_023_219)
    }
}
