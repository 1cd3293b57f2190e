import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct ReceptionStatisticsTests {
    @Test func `a report counts the frames that gaps of the relay name, but those that were not requested`() {
        let start = ContinuousClock.now
        var statistics = ReceptionStatistics(at: start)
        for (count, reason) in [
            (1, .latency), (2, .undecodable), (4, .publisher), (8, .notRequested), (16, .disconnected),
        ]
            as [(UInt64, Gap.Reason)]
        {
            statistics.missed(Gap(track: .zero, reason: reason, epoch: 1, first: 0, count: count))
        }
        #expect(statistics.reportIfDue(at: start) == nil)
        #expect(statistics.reportIfDue(at: start + ReceptionStatistics.interval)?.framesMissed == 7)
    }
}
