import StreamCapture
import Testing

@Suite struct OnDemandTests {
    private let start = ContinuousClock.now
    private var onDemand = OnDemandController(keepWarm: .seconds(5))

    @Test mutating func `the input is closed at first`() {
        #expect(!onDemand.isOpen)
        #expect(onDemand.setViewers(0, at: start) == .none)
        #expect(onDemand.closesAt == nil)
        #expect(onDemand.check(at: start + .seconds(60)) == .none)
    }

    @Test mutating func `the input opens with the first viewer and not before`() {
        #expect(onDemand.setViewers(1, at: start) == .open)
        #expect(onDemand.setViewers(2, at: start) == .none)
        #expect(onDemand.isOpen)
    }

    @Test mutating func `the input closes some time after the last viewer left`() {
        _ = onDemand.setViewers(1, at: start)
        #expect(onDemand.setViewers(0, at: start) == .none)
        #expect(onDemand.closesAt == start + .seconds(5))
        #expect(onDemand.check(at: start + .milliseconds(4_999)) == .none)
        #expect(onDemand.isOpen)
        #expect(onDemand.check(at: start + .seconds(5)) == .close)
        #expect(onDemand.check(at: start + .seconds(6)) == .none)
        #expect(onDemand.setViewers(1, at: start + .seconds(7)) == .open)
    }

    @Test mutating func `a viewer that comes back soon finds the input open`() {
        _ = onDemand.setViewers(1, at: start)
        _ = onDemand.setViewers(0, at: start)
        #expect(onDemand.setViewers(1, at: start + .seconds(4)) == .none)
        #expect(onDemand.closesAt == nil)
        #expect(onDemand.check(at: start + .seconds(60)) == .none)
    }

    @Test mutating func `repeated reports of no viewers do not prolong the time`() {
        _ = onDemand.setViewers(1, at: start)
        _ = onDemand.setViewers(0, at: start)
        _ = onDemand.setViewers(0, at: start + .seconds(4))
        #expect(onDemand.check(at: start + .seconds(5)) == .close)
    }

    @Test mutating func `without a time to stay open, the input closes at once`() {
        onDemand = OnDemandController(keepWarm: .zero)
        _ = onDemand.setViewers(1, at: start)
        #expect(onDemand.setViewers(0, at: start) == .close)
    }
}
