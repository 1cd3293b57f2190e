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

    @Test(arguments: [(1, false), (63, false), (64, true), (1_000, true)])
    func `io_uring serves only lanes of many viewers`(count: Int, usesRing: Bool) {
        let (ring, plain) = (FakeWriter(), FakeWriter())
        var shortfalls: [Shortfall] = []
        let sockets = (1...CInt(count)).map { $0 }
        [UInt8](repeating: 7, count: 3).withUnsafeBytes {
            SizedSender(ring, plain: plain).send($0, to: sockets, shortfalls: &shortfalls)
        }
        #expect((usesRing ? ring : plain).walks == [sockets])
        #expect((usesRing ? plain : ring).walks.isEmpty)
    }
}
