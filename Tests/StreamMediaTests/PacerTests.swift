import StreamProtocol
import Testing

@testable import StreamMedia

@Suite struct PacerTests {
    private let start = ContinuousClock.now

    @Test func `a file is sent when its frames are due`() {
        var pacer = Pacer(speed: 1)
        let waits = [Int64(0), 40_000, 80_000].map { pacer.wait(until: .at($0), now: start) }
        #expect(waits == [nil, .milliseconds(40), .milliseconds(80)])
        let late = pacer.wait(until: .at(120_000), now: start + .milliseconds(500))
        #expect(late == nil)
    }

    @Test func `speed divides the time, and zero never waits`() {
        var twice = Pacer(speed: 2)
        var all = Pacer(speed: 0)
        _ = (twice.wait(until: .at(0), now: start), all.wait(until: .at(0), now: start))
        let waits = [twice.wait(until: .at(100_000), now: start), all.wait(until: .at(100_000), now: start)]
        #expect(waits == [.milliseconds(50), nil])
        #expect(twice.isPaced && !all.isPaced)
    }

    @Test func `after a long delay a file continues at its pace`() {
        var pacer = Pacer(speed: 1)
        _ = pacer.wait(until: .at(0), now: start)
        let stalled = start + .seconds(5)
        let waits = [Int64(40_000), 80_000, 120_000].map { pacer.wait(until: .at($0), now: stalled) }
        #expect(waits == [nil, .milliseconds(40), .milliseconds(80)])
        // Not twice as fast at twice the speed.
        var twice = Pacer(speed: 2)
        _ = twice.wait(until: .at(0), now: start)
        let faster = [Int64(40_000), 80_000].map { twice.wait(until: .at($0), now: stalled) }
        #expect(faster == [nil, .milliseconds(20)])
    }

    @Test func `sound far behind its pictures does not delay them`() {
        var pacer = Pacer(speed: 1)
        _ = pacer.wait(until: .at(0), now: start)
        let pictures = pacer.wait(until: .at(3_000_000), now: start)
        let sound = pacer.wait(until: .at(20_000), now: start + .seconds(3))
        let next = pacer.wait(until: .at(3_040_000), now: start + .seconds(3))
        #expect([pictures, sound, next] == [.seconds(3), nil, .milliseconds(40)])
    }

    @Test func `impossible times do not trap`() {
        var pacer = Pacer(speed: 1)
        for time in [Int64.min, .max, 0, .min] { _ = pacer.wait(until: .at(time), now: start) }
    }

    @Test func `a source ahead of real time is not live`() {
        var pacer = Pacer(speed: nil)
        _ = pacer.wait(until: .at(0), now: start)
        _ = pacer.wait(until: .at(33_000), now: start + .milliseconds(33))
        #expect(pacer.isLive)
        _ = pacer.wait(until: .at(2_000_000), now: start + .milliseconds(34))
        #expect(!pacer.isLive)
        _ = pacer.wait(until: .at(2_033_000), now: start + .seconds(3))
        #expect(pacer.isLive)
    }
}

extension MediaTime {
    fileprivate static func at(_ microseconds: Int64) -> MediaTime { MediaTime(microseconds: microseconds) }
}
