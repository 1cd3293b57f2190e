import RelayTestSupport
import Testing

@testable import StreamRelay

@Suite struct FanOutTests {
    /// `scripts/test` asks this before it lets all others run in a lane.
    @Test func `the fan-out that is tested is in use`() throws {
        let writer = try FanOut.underTest.makeWriter(logger: .silent)
        #expect((writer == nil) == (FanOut.underTest == .nio))
    }

    @Test func `only NIO's fan-out writes by itself`() throws {
        #expect(try FanOut.nio.makeWriter(logger: .silent) == nil)
        #expect(try FanOut.send.makeWriter(logger: .silent) is PlainSender)
        #expect(try FanOut.auto.makeWriter(logger: .silent) != nil)
    }
}
