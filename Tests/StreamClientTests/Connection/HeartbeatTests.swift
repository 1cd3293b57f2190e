import NIOCore
import Testing

@testable import StreamClient

@Suite struct HeartbeatTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test func pingsQuicklyAtFirst() {
        var heartbeat = Heartbeat(interval: .seconds(5), now: start)
        for _ in 0..<Heartbeat.quickPings {
            #expect(heartbeat.nextTick == Heartbeat.quickInterval)
            #expect(heartbeat.tick(at: start) == .ping)
        }
        #expect(heartbeat.nextTick == .seconds(5))
    }

    @Test func takesLongSilenceForDeath() {
        var heartbeat = Heartbeat(interval: .seconds(5), now: start)
        #expect(heartbeat.tick(at: start + .milliseconds(14_999)) == .ping)
        #expect(heartbeat.tick(at: start + .seconds(15)) == .giveUp)
    }

    @Test func hearsAnything() {
        var heartbeat = Heartbeat(interval: .seconds(5), now: start)
        heartbeat.heard()
        heartbeat.startedReading(at: start + .seconds(14))
        heartbeat.startedReading(at: start + .seconds(20))
        #expect(heartbeat.tick(at: start + .seconds(28)) == .ping)
        #expect(heartbeat.tick(at: start + .seconds(29)) == .giveUp)
    }

    @Test func doesNotBlameTheRelayWhileItReadsNothing() {
        var heartbeat = Heartbeat(interval: .seconds(5), now: start)
        heartbeat.heard()
        #expect(heartbeat.tick(at: start + .hours(1)) == .ping)
    }

    @Test(arguments: [(TimeAmount.zero, TimeAmount.milliseconds(50)), (.hours(1_000), .seconds(60))])
    func boundsWhatTheRelayAsksFor(asked: TimeAmount, used: TimeAmount) {
        var heartbeat = Heartbeat(interval: asked, now: start)
        for _ in 0..<Heartbeat.quickPings { _ = heartbeat.tick(at: start) }
        #expect(heartbeat.nextTick == used)
    }
}
