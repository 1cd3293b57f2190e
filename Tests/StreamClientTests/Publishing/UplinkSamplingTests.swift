import NIOCore
import Testing

@testable import StreamClient

@Suite struct UplinkSamplingTests {
    private var sampling = UplinkSampling()
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let done = UplinkSample(written: 10)
    private let pending = UplinkSample(written: 10, pending: 1)
    private let unconfirmed = UplinkSample(written: 10, unconfirmed: 1)

    @Test mutating func `writes are counted`() {
        sampling.wrote(10)
        sampling.wrote(5)
        #expect(sampling.written == 15)
    }

    @Test mutating func `frequent flushes take few samples, and one timer`() {
        let next = start + UplinkSampling.shortestInterval
        #expect(sampling.flushed(isActive: true, at: start) == [.sample, .setTimer])
        #expect(sampling.flushed(isActive: true, at: next - .nanoseconds(1)) == [])
        #expect(sampling.flushed(isActive: true, at: next) == .sample)
        #expect(sampling.sampled(pending) == [])
    }

    @Test(arguments: [true, false])
    mutating func `samples repeat while bytes are in flight`(isPending: Bool) {
        #expect(sampling.flushed(isActive: true, at: start) == [.sample, .setTimer])
        for tick in 1...3 {
            let now = start + UplinkSampling.interval * Int64(tick)
            #expect(sampling.timerFired(isActive: true, at: now) == .sample)
            #expect(sampling.sampled(isPending ? pending : unconfirmed) == .setTimer)
        }
        #expect(sampling.timerFired(isActive: true, at: start + .seconds(1)) == .sample)
        #expect(sampling.sampled(done) == [])
        #expect(sampling.flushed(isActive: true, at: start + .seconds(2)) == [.sample, .setTimer])
    }

    @Test mutating func `a sample of the timer counts for the shortest interval`() {
        #expect(sampling.flushed(isActive: true, at: start) == [.sample, .setTimer])
        #expect(sampling.timerFired(isActive: true, at: start + UplinkSampling.interval) == .sample)
        #expect(sampling.flushed(isActive: true, at: start + UplinkSampling.interval) == .setTimer)
    }

    @Test mutating func `a closed connection is not sampled`() {
        #expect(sampling.flushed(isActive: false, at: start) == [])
        #expect(sampling.flushed(isActive: true, at: start) == [.sample, .setTimer])
        #expect(sampling.timerFired(isActive: false, at: start) == [])
    }
}
