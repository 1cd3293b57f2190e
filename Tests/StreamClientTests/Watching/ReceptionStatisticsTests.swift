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

    @Test func `the latency is that of pictures, and without pictures that of sound`() throws {
        let start = ContinuousClock.now
        var statistics = ReceptionStatistics(at: start)
        statistics.follow(
            try TrackTable(
                epoch: 1,
                tracks: [Track(id: .video, kind: .video, codec: .h264), Track(id: .audio, kind: .audio, codec: .aac)]
            )
        )
        func latency(_ microseconds: Int64) -> ClockEstimate.Latency {
            ClockEstimate.Latency(microseconds: microseconds, errorBound: 0)
        }
        for sequence in 0..<5 as Range<UInt64> {
            statistics.received(.sample(sequence, track: .audio), latency: latency(80_000))
        }
        statistics.received(.sample(0), latency: latency(3_000))
        let first = statistics.reportIfDue(at: start + ReceptionStatistics.interval)
        #expect(first?.framesReceived == 6)
        #expect((first?.medianLatency, first?.highLatency) == (3_000, 3_000))
        statistics.received(.sample(6, track: .audio), latency: latency(70_000))
        #expect(statistics.reportIfDue(at: start + ReceptionStatistics.interval * 2)?.medianLatency == 70_000)
    }
}
