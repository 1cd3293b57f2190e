import NIOCore
import Testing

@testable import StreamProtocol

struct ClockDriftTests {
    @Test(
        arguments: [(0, 0), (1, 1), (5_000, 1), (5_001, 2), (1_000_000, 200), (-1, 0), (.min, 0)] as [(Int64, Int64)]
    )
    func `drift is rounded up and never negative`(time: Int64, drift: Int64) {
        #expect(ClockDrift.bound(after: time) == drift)
    }

    @Test
    func `a long time has a drift too`() {
        #expect(ClockDrift.bound(after: .max) > ClockDrift.bound(after: .max / 2))
    }

    @Test
    func `a clock offset that has waited has a larger bound`() {
        let offset = ClockOffset(offset: -5, errorBound: 100)
        let waited = ClockOffset(offset: -5, errorBound: 500)
        #expect(offset.aged(by: 2_000_000) == waited)
        let message = ProtocolMessage.clockOffset(offset).encoded()
        #expect(ClockOffset.message(message, agedBy: 2_000_000) == ProtocolMessage.clockOffset(waited).encoded())
        #expect(ClockOffset.message(message, agedBy: 0) == message)
        #expect(ClockOffset(offset: 0, errorBound: .max).aged(by: .max).errorBound == .max)
    }
}
