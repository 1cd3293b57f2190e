import NIOCore
import Testing

@testable import StreamClient

@Suite struct ClientKeepaliveTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    @Test func `pings come quickly at first`() {
        var keepalive = ClientKeepalive(interval: .seconds(5), now: start)
        for _ in 0..<ClientKeepalive.quickPings {
            #expect(keepalive.nextTick == ClientKeepalive.quickInterval)
            #expect(keepalive.tick(at: start) == .ping)
        }
        #expect(keepalive.nextTick == .seconds(5))
    }

    @Test func `long silence is a lost connection`() {
        var keepalive = ClientKeepalive(interval: .seconds(5), now: start)
        #expect(keepalive.tick(at: start + .milliseconds(14_999)) == .ping)
        #expect(keepalive.tick(at: start + .seconds(15)) == .timeout)
    }

    @Test func `any message is a sign of life`() {
        var keepalive = ClientKeepalive(interval: .seconds(5), now: start)
        keepalive.recordActivity()
        keepalive.startedReading(at: start + .seconds(14))
        keepalive.startedReading(at: start + .seconds(20))
        #expect(keepalive.tick(at: start + .seconds(28)) == .ping)
        #expect(keepalive.tick(at: start + .seconds(29)) == .timeout)
    }

    @Test func `silence does not count while the client does not read`() {
        var keepalive = ClientKeepalive(interval: .seconds(5), now: start)
        keepalive.recordActivity()
        #expect(keepalive.tick(at: start + .hours(1)) == .ping)
    }

    @Test(arguments: [(TimeAmount.zero, TimeAmount.milliseconds(50)), (.hours(1_000), .seconds(60))])
    func `the interval that the relay asks for is bounded`(asked: TimeAmount, used: TimeAmount) {
        var keepalive = ClientKeepalive(interval: asked, now: start)
        for _ in 0..<ClientKeepalive.quickPings { _ = keepalive.tick(at: start) }
        #expect(keepalive.nextTick == min(used, ClientKeepalive.maximumPause))
        #expect(keepalive.tick(at: start + used * ClientKeepalive.missLimit - .nanoseconds(1)) == .ping)
        #expect(keepalive.tick(at: start + used * ClientKeepalive.missLimit) == .timeout)
    }
}
