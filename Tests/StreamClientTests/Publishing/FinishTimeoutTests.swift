import Testing

@testable import StreamClient

@Suite struct FinishTimeoutTests {
    private let start = ContinuousClock.now

    private func backlog(queued: Int = 0, confirmed: UInt64 = 0) -> UplinkBacklog {
        var backlog = UplinkBacklog()
        backlog.queuedBytes = queued
        backlog.confirmedBytes = confirmed
        return backlog
    }

    @Test func `a relay that takes nothing is given up`() {
        var timeout = FinishTimeout(limit: nil, at: start)
        let end = start + FinishTimeout.longestStall
        #expect(timeout.decide(backlog(queued: 10), at: start) == .wait(until: end))
        #expect(timeout.decide(backlog(queued: 10), at: end - .seconds(1)) == .wait(until: end))
        #expect(timeout.decide(backlog(queued: 10), at: end) == .giveUp)
    }

    @Test func `a relay that takes bytes may take any time`() {
        var timeout = FinishTimeout(limit: nil, at: start)
        var now = start
        for bytes in 0..<100 {
            let isQueued = bytes < 50
            let backlog = backlog(queued: isQueued ? 50 - bytes : 0, confirmed: isQueued ? 0 : UInt64(bytes))
            #expect(timeout.decide(backlog, at: now) == .wait(until: now + FinishTimeout.longestStall))
            now += FinishTimeout.longestStall
        }
        #expect(timeout.decide(backlog(confirmed: 99), at: now) == .giveUp)
    }

    @Test func `the source's limit holds, whether the relay takes bytes or not`() {
        var timeout = FinishTimeout(limit: .seconds(5), at: start)
        #expect(timeout.decide(backlog(queued: 10), at: start) == .wait(until: start + .seconds(5)))
        #expect(timeout.decide(backlog(queued: 9), at: start + .seconds(4)) == .wait(until: start + .seconds(5)))
        #expect(timeout.decide(backlog(queued: 8), at: start + .seconds(5)) == .giveUp)
    }

    @Test func `a limit that is longer than a stall does not allow one`() {
        var timeout = FinishTimeout(limit: .seconds(500), at: start)
        #expect(timeout.decide(backlog(queued: 10), at: start) == .wait(until: start + FinishTimeout.longestStall))
        #expect(timeout.decide(backlog(queued: 10), at: start + FinishTimeout.longestStall) == .giveUp)
    }
}
