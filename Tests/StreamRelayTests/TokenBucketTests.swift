import NIOCore
import Testing

@testable import StreamRelay

@Suite struct TokenBucketTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func taken(_ bucket: inout TokenBucket, of requests: Int, at now: NIODeadline) -> Int {
        (0..<requests).count { _ in bucket.take(rate: 10, burst: 5, now: now) }
    }

    @Test func `a burst passes and then the rate`() {
        var bucket = TokenBucket(burst: 5, now: start)
        let passed = [0, 0, 100, 1_000].map { taken(&bucket, of: 20, at: start + .milliseconds($0)) }
        #expect(passed == [5, 0, 1, 5], "nine tenths of a second are nine, of which five may be saved")
    }

    @Test func `a long message is not refused but paid for`() {
        var bucket = TokenBucket(burst: 100, now: start)
        let isLetThrough = bucket.take(250, rate: 100, burst: 100, now: start)
        let later = [1, 1_490, 1_510].map { bucket.take(rate: 100, burst: 100, now: start + .milliseconds($0)) }
        #expect(isLetThrough)
        #expect(later == [false, false, true])
    }

    @Test func `a deficit is paid for too`() {
        var bucket = TokenBucket(burst: 100, now: start)
        bucket.takeUnconditionally(300, rate: 100)
        let later = [1_990, 2_010].map { bucket.take(rate: 100, burst: 100, now: start + .milliseconds($0)) }
        #expect(later == [false, true])
    }

    @Test func `the deficit ends at the floor`() {
        var bucket = TokenBucket(burst: 100, now: start)
        for _ in 0..<1_000 { bucket.takeUnconditionally(.max, rate: 100) }
        let floor = Int64(TokenBucket.maximumDeficit) * 1_000
        let later = [floor, floor + 10].map { bucket.take(.max, rate: 100, burst: 100, now: start + .milliseconds($0)) }
        let again = [floor, floor + 10].map {
            bucket.take(rate: 100, burst: 100, now: start + .milliseconds(floor + 10 + $0))
        }
        #expect(later == [false, true])
        #expect(again == [false, true])
    }

    @Test func `a lower rate makes the floor higher at once`() {
        var bucket = TokenBucket(burst: 1_000, now: start)
        bucket.takeUnconditionally(.max, rate: 1_000)
        let later = [1_990, 2_010].map { bucket.hasTokens(rate: 10, burst: 10, now: start + .milliseconds($0)) }
        #expect(later == [false, true])
    }

    @Test func `a clock that stands or goes back adds nothing`() {
        var bucket = TokenBucket(burst: 1, now: start)
        let passed = [0, -500, 0].map { bucket.take(rate: 1_000, burst: 1, now: start + .milliseconds($0)) }
        #expect(passed == [true, false, false])
    }

    @Test func `the bucket is full again after the time for its content`() {
        var bucket = TokenBucket(burst: 10, now: start)
        let full = bucket.isFull(rate: 10, burst: 10, now: start)
        _ = bucket.take(10, rate: 10, burst: 10, now: start)
        let later = [999, 1_000].map { bucket.isFull(rate: 10, burst: 10, now: start + .milliseconds($0)) }
        #expect(full && later == [false, true])
    }

    @Test func `a new rate holds from now on`() {
        var bucket = TokenBucket(burst: 0, now: start)
        let passed = [
            bucket.take(rate: 0, burst: 0, now: start + .seconds(60)),
            bucket.take(rate: 10, burst: 10, now: start + .milliseconds(60_200)),
        ]
        #expect(passed == [false, true])
    }
}
