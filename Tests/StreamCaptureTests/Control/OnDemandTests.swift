import StreamCapture
import Testing

@Suite struct OnDemandTests {
    private let start = ContinuousClock.now
    private var onDemand = OnDemand(keepWarm: .seconds(5))

    @Test mutating func beginsClosed() {
        #expect(!onDemand.isOpen)
        #expect(onDemand.setViewers(0, at: start) == .none)
        #expect(onDemand.closesAt == nil)
        #expect(onDemand.check(at: start + .seconds(60)) == .none)
    }

    @Test mutating func opensWithTheFirstViewerAndOnlyThen() {
        #expect(onDemand.setViewers(1, at: start) == .open)
        #expect(onDemand.setViewers(2, at: start) == .none)
        #expect(onDemand.isOpen)
    }

    @Test mutating func closesSomeTimeAfterTheLast() {
        _ = onDemand.setViewers(1, at: start)
        #expect(onDemand.setViewers(0, at: start) == .none)
        #expect(onDemand.closesAt == start + .seconds(5))
        #expect(onDemand.check(at: start + .milliseconds(4_999)) == .none)
        #expect(onDemand.isOpen)
        #expect(onDemand.check(at: start + .seconds(5)) == .close)
        #expect(onDemand.check(at: start + .seconds(6)) == .none)
        #expect(onDemand.setViewers(1, at: start + .seconds(7)) == .open)
    }

    @Test mutating func aViewerWhoComesBackFindsItOpen() {
        _ = onDemand.setViewers(1, at: start)
        _ = onDemand.setViewers(0, at: start)
        #expect(onDemand.setViewers(1, at: start + .seconds(4)) == .none)
        #expect(onDemand.closesAt == nil)
        #expect(onDemand.check(at: start + .seconds(60)) == .none)
    }

    @Test mutating func beingToldTwiceThatNobodyWatchesProlongsNothing() {
        _ = onDemand.setViewers(1, at: start)
        _ = onDemand.setViewers(0, at: start)
        _ = onDemand.setViewers(0, at: start + .seconds(4))
        #expect(onDemand.check(at: start + .seconds(5)) == .close)
    }

    @Test mutating func withoutKeepingWarmItClosesAtOnce() {
        onDemand = OnDemand(keepWarm: .zero)
        _ = onDemand.setViewers(1, at: start)
        #expect(onDemand.setViewers(0, at: start) == .close)
    }
}
