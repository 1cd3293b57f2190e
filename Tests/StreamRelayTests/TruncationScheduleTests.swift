import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct TruncationScheduleTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test func `a log is looked at after the interval, or when it has more bytes than it may`() {
        var schedule = TruncationSchedule()
        #expect(schedule.isDue(bytes: 1, at: start), "it was never looked at")
        schedule.recordTruncation(limit: 1_000, at: start)
        let next = start + TruncationSchedule.interval
        #expect(!schedule.isDue(bytes: 1_000, at: next - .nanoseconds(1)))
        #expect(schedule.isDue(bytes: 1_000, at: next))
        #expect(schedule.isDue(bytes: 1_001, at: start))
    }

    @Test func `a stream keeps its frames for at most the interval longer than its log's duration`() throws {
        var settings = StreamSettings()
        settings.logDuration = .seconds(2)
        let (stream, grant) = try published(settings)
        var entries = EntryFactory(now: start)
        var entry = try entries.tracks()
        for number in 0..<200 {
            #expect(stream.append(entry, by: grant))
            let log = stream.status(at: entries.now).log
            #expect(log.duration <= .seconds(2) + TruncationSchedule.interval + .milliseconds(50), "entry \(number)")
            entries.now = entries.now + .milliseconds(50)
            entry = try entries.frame(randomAccess: true)
        }
        #expect(stream.status(at: entries.now).log.duration >= .seconds(2) - .milliseconds(50))
    }

    @Test func `a stream's log never has more bytes than it may`() throws {
        var settings = StreamSettings()
        settings.logBytes = 100_000
        let (stream, grant) = try published(settings)
        var entries = EntryFactory(now: start)
        var entry = try entries.tracks()
        for _ in 0..<200 {
            #expect(stream.append(entry, by: grant))
            #expect(stream.status(at: entries.now).log.bytes <= 100_000)
            entries.now = entries.now + .milliseconds(1)
            entry = try entries.frame(payload: [UInt8](repeating: 0, count: 5_000))
        }
    }

    private func published(_ settings: StreamSettings) throws -> (Stream, Stream.Grant) {
        let stream = Stream(name: .live, settings: settings)
        let grant = try stream.beginPublishing(
            InstanceID(high: 0, low: 1),
            connection: SilentPublisher(),
            silenceLimit: .zero,
            now: start
        )
        return (stream, grant)
    }
}
