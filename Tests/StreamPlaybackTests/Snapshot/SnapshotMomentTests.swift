import Testing

@testable import StreamPlayback

/// 25 pictures a second; times in microseconds.
@Suite struct SnapshotMomentTests {
    private static let interval: Int64 = 40_000

    /// Sends frames of a log at once, and then live ones at their pace.
    ///
    /// - Returns: The number of the first frame with which all are there.
    private static func complete(_ moment: inout SnapshotMoment, logged: Int64, live: Int64) -> Int64? {
        for number in 0..<logged + live {
            let now = 1_000_000 + max(0, number - logged + 1) * interval
            let time = number * interval
            if moment.received(media: time, decodeTime: time, now: now) { return number }
        }
        return nil
    }

    @Test func `now is the first picture behind the log`() {
        var moment = SnapshotMoment(ago: 0)
        moment.connected(age: 10 * Self.interval)
        // Frame 10 comes at the moment itself; the burst must be over too.
        let complete = Self.complete(&moment, logged: 10, live: 10)
        #expect(complete == 12)
        #expect(moment.deviation(ofMedia: 12 * Self.interval) == -2 * Self.interval)
    }

    @Test func `frames that the publisher sent at once are no old ones`() {
        var moment = SnapshotMoment(ago: 0)
        moment.connected(age: 1_000)
        let complete = Self.complete(&moment, logged: 50, live: 5)
        #expect(complete == 52)
    }

    @Test func `some time ago is complete with the frame of that time`() {
        var moment = SnapshotMoment(ago: 400_000)
        moment.connected(age: 1_000_000)
        let complete = Self.complete(&moment, logged: 25, live: 0)
        #expect(complete == 15)
        #expect(moment.prefers(media: 600_000) && !moment.prefers(media: 600_001))
        #expect(moment.deviation(ofMedia: 560_000) == 40_000)
    }

    @Test func `a log that does not reach back has only newer pictures`() {
        var moment = SnapshotMoment(ago: 5_000_000)
        moment.connected(age: 1_000_000)
        let complete = Self.complete(&moment, logged: 25, live: 0)
        #expect(complete == 0)
        #expect(!moment.prefers(media: 0) && moment.deviation(ofMedia: 0) == -4_000_000)
    }

    @Test func `without a publisher the newest picture is old`() {
        var moment = SnapshotMoment(ago: 0)
        moment.connected(age: 60_000_000)
        let complete = Self.complete(&moment, logged: 25, live: 0)
        #expect(complete == nil)
        #expect(moment.deviation(ofMedia: 960_000) == 59_040_000)
    }

    @Test func `a time line that begins anew continues the age`() {
        var moment = SnapshotMoment(ago: 0)
        moment.connected(age: 2_000_000)
        for time in [0, 500_000] as [Int64] {
            let isComplete = moment.received(media: time, decodeTime: time, now: 1_000_000)
            #expect(!isComplete)
        }
        moment.began(now: 1_000_000)
        // 1.5 s of the age are left.
        let isComplete = moment.received(media: 70_000_000, decodeTime: 70_000_000, now: 1_000_000)
        #expect(!isComplete)
        #expect(moment.deviation(ofMedia: 70_000_000) == 1_500_000)
        let isCompleteLater = moment.received(media: 71_500_000, decodeTime: 71_500_000, now: 1_100_000)
        #expect(isCompleteLater)
    }

    @Test func `clocks say the age better`() {
        var moment = SnapshotMoment(ago: 300_000)
        moment.connected(age: 1_000_000)
        _ = moment.received(media: 0, decodeTime: 0, now: 1_000_000)
        #expect(moment.deviation(ofAge: 500_000, now: 1_100_000) == 100_000)
    }

    @Test func `wrong times do not trap`() {
        var moment = SnapshotMoment(ago: .max)
        moment.connected(age: .max)
        for time in [Int64.min, .max, 0, .min] {
            _ = moment.received(media: time, decodeTime: time, now: 1)
            _ = moment.prefers(media: time)
            _ = moment.deviation(ofMedia: time)
            moment.began(now: 2)
        }
    }
}
