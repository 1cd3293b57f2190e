import FanOutUnderTest
import Logging
import Testing

@testable import StreamRelay

@Suite struct FanOutTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// `scripts/test` asks this before it lets all others run in a lane.
    @Test func whatIsUnderTestIsThere() throws {
        let writer = try FanOut.underTest.makeWriter(logger: logger)
        #expect((writer == nil) == (FanOut.underTest == .nio))
    }

    @Test func onlyNIOWritesByItself() throws {
        #expect(try FanOut.nio.makeWriter(logger: logger) == nil)
        #expect(try FanOut.send.makeWriter(logger: logger) is PlainSender)
        #expect(try FanOut.auto.makeWriter(logger: logger) != nil)
    }
}
