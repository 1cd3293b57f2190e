import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct ClockReporterTests {
    private var reporter = ClockReporter()

    private func reading(_ offset: Int64, bound: Int64, at time: Int64) -> ClockReading {
        ClockReading(offset: offset, errorBound: bound, time: time)
    }

    @Test mutating func `the first reading is sent, as viewers need it`() {
        #expect(reporter.received(reading(1_000, bound: 100, at: 0)) == ClockOffset(offset: -1_000, errorBound: 100))
        #expect(reporter.received(reading(1_000, bound: 100, at: 0)) == nil)
    }

    @Test mutating func `an offset that differs by more than its bound is sent`() {
        _ = reporter.received(reading(1_000, bound: 100, at: 0))
        #expect(reporter.received(reading(1_060, bound: 60, at: 0)) == nil)
        #expect(reporter.received(reading(1_061, bound: 60, at: 0)) != nil)
    }

    @Test mutating func `an offset whose bound has halved is sent`() {
        _ = reporter.received(reading(1_000, bound: 100, at: 0))
        #expect(reporter.received(reading(1_000, bound: 51, at: 0)) == nil)
        #expect(reporter.received(reading(1_000, bound: 50, at: 0)) != nil)
    }

    /// Viewers add the drift: after 5 s, their bound is 1,100.
    @Test mutating func `a bound is compared with the one that viewers have by now`() {
        _ = reporter.received(reading(1_000, bound: 100, at: 0))
        #expect(reporter.received(reading(1_000, bound: 551, at: 5_000_000)) == nil)
        #expect(reporter.received(reading(1_000, bound: 550, at: 5_000_000)) != nil)
    }

    @Test mutating func `an offset is sent again after a while`() {
        _ = reporter.received(reading(0, bound: 10_000, at: 0))
        #expect(reporter.received(reading(0, bound: 10_000, at: ClockReporter.interval - 1)) == nil)
        #expect(reporter.received(reading(0, bound: 10_000, at: ClockReporter.interval)) != nil)
        #expect(reporter.received(reading(0, bound: 10_000, at: 2 * ClockReporter.interval - 1)) == nil)
    }

    @Test mutating func `an offset is sent again after a track table, with the drift since`() {
        #expect(reporter.tracksSent(at: 0) == nil)
        _ = reporter.received(reading(0, bound: 100, at: 0))
        #expect(reporter.tracksSent(at: 1_000_000) == ClockOffset(offset: 0, errorBound: 300))
        #expect(reporter.received(reading(0, bound: 200, at: 1_000_000)) == nil)
    }

    /// A relay may send any number.
    @Test mutating func `impossible readings do not trap`() {
        #expect(reporter.received(reading(.min, bound: .max, at: .min)) != nil)
        #expect(reporter.received(reading(.max, bound: .max, at: .max)) != nil)
        #expect(reporter.tracksSent(at: .min) != nil)
        #expect(reporter.received(reading(0, bound: 0, at: .min)) != nil)
    }
}
