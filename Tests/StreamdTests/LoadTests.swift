import StreamProtocol
import Testing

@testable import streamd

@Suite struct LatencyHistogramTests {
    @Test(arguments: [0, 1, 31, 32, 33, 63, 64, 1_000, 33_333, 1_000_000, 600_000_000] as [Int64])
    func `a time is known to one percent`(time: Int64) throws {
        var histogram = LatencyHistogram()
        histogram.add(time)
        // The longest time bounds the percentiles, so a longer one makes the step visible.
        histogram.add(2_000_000_000)
        let told = try #require(histogram.percentile(50))
        #expect(told >= time)
        #expect(Double(told) <= Double(time) * 1.01)
        #expect(histogram.longest == 2_000_000_000)
    }

    @Test func `percentiles count from below`() {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(50) == nil)
        for time in 1...30 { histogram.add(Int64(time)) }
        #expect(histogram.percentile(50) == 15)
        #expect(histogram.percentile(100) == 30)
        #expect(histogram.percentile(0.1) == 1)
        histogram.add(-5)
        #expect(histogram.percentile(0.1) == 0)
    }

    @Test func `an earlier histogram can be subtracted`() {
        var before = LatencyHistogram()
        before.add(5_000)
        var after = before
        after.add(7)
        after = after.since(before)
        #expect(after.count == 1)
        #expect(after.longest == 7)
        after.add(before)
        #expect(after.count == 2)
        #expect(after.longest == 5_000)
    }
}

@Suite struct LoadTallyTests {
    @Test func `a second is the difference of two states`() throws {
        var before = LoadStatistics()
        before.pictures.received = 10
        before.pictures.missed(Gap(track: .zero, reason: .latency, epoch: 1, first: 0, count: 3))
        var after = before
        after.watching = 2
        after.pictures.received = 25
        after.sound.received = 40
        after.pictures.missed(Gap(track: .zero, reason: .publisher, epoch: 1, first: 3, count: 4))
        let interval = after.since(before)
        #expect(interval.pictures.received == 15)
        #expect(interval.sound.received == 40)
        #expect(interval.watching == 2)
        #expect(interval.pictures.missed == ["publisher": 4])
        var both = before
        both.add(after)
        #expect(both.sound.received == 40)
        #expect(both.pictures.missed == ["latency": 6, "publisher": 4])
    }
}

/// Descriptors for the viewers of a load test.
@Suite struct LoadDescriptorTests {
    @Test func `more viewers than descriptors are refused, with the number that there is room for`() throws {
        let failure = #expect(throws: Failure.self) {
            try LoadCommand.checkDescriptors(1_024, viewers: 2_000, threads: 1)
        }
        #expect(failure?.status == .usage)
        let room = try #require(failure?.message.firstMatch(of: /at most (\d+) --viewers/).flatMap { Int($0.1) })
        #expect(room > 900 && room < 1_024)
        #expect(throws: Never.self) { try LoadCommand.checkDescriptors(1_024, viewers: room, threads: 1) }
        #expect(throws: Failure.self) { try LoadCommand.checkDescriptors(1_024, viewers: room + 1, threads: 1) }
        #expect(throws: Never.self) { try LoadCommand.checkDescriptors(nil, viewers: 1_000_000, threads: 1) }
        #expect(throws: Never.self) { try LoadCommand.checkDescriptors(.max, viewers: 1_000_000, threads: 1) }
    }
}
