import Platform
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
        #expect(try FanOut.auto.makeWriter(logger: .silent) is SizedSender)
    }

    private static let large = SizedSender.leastSharedBytes

    @Test(arguments: [
        (1, 3, "plain"), (63, 3, "plain"), (64, 3, "ring"), (1_000, large - 1, "ring"), (31, large, "plain"),
        (32, large, "pages"), (1_000, SharedPages.room, "pages"), (1_000, SharedPages.room + 1, "ring"),
    ])
    func `each message goes by the cheapest way`(count: Int, bytes: Int, way: String) {
        let writers = ["ring": FakeWriter(), "plain": FakeWriter(), "pages": FakeWriter()]
        var opened = 0
        let sender = SizedSender(ring: writers["ring"], plain: writers["plain"] ?? FakeWriter()) {
            opened += 1
            return writers["pages"] ?? FakeWriter()
        }
        let sockets = (1...CInt(count)).map { $0 }
        var shortfalls: [Shortfall] = []
        for _ in 0..<2 {
            [UInt8](repeating: 7, count: bytes).withUnsafeBytes {
                sender.send($0, to: sockets, shortfalls: &shortfalls)
            }
        }
        for (name, writer) in writers { #expect(writer.walks == (name == way ? [sockets, sockets] : []), "\(name)") }
        #expect(opened == (way == "pages" ? 1 : 0))
    }

    @Test func `without io_uring and shared pages all goes by one call for each`() {
        let plain = FakeWriter()
        var attempts = 0
        let sender = SizedSender(ring: nil, plain: plain) { () throws(FanOutUnavailable) in
            attempts += 1
            throw FanOutUnavailable(sharedPages: ENOSYS)
        }
        fill(plain)
        let count = SizedSender.attemptInterval + 2
        for bytes in [3] + Array(repeating: Self.large, count: count) { send(bytes, by: sender) }
        #expect(plain.walks.count == count + 1)
        #expect(attempts == 1)
    }

    /// All descriptors may be in use at the first message.
    @Test func `shared pages that could not be opened are opened later`() {
        let plain = FakeWriter()
        let pages = FakeWriter()
        fill(plain, pages)
        var attempts = 0
        let sender = SizedSender(ring: nil, plain: plain) { () throws(FanOutUnavailable) in
            attempts += 1
            if attempts == 1 { throw FanOutUnavailable(sharedPages: EMFILE) }
            return pages
        }
        for _ in 0..<SizedSender.attemptInterval + 2 { send(Self.large, by: sender) }
        #expect(attempts == 2)
        #expect(plain.walks.count == SizedSender.attemptInterval)
        #expect(pages.walks.count == 2)
    }

    /// Makes sockets that take nothing, because their bytes would be gigabytes.
    private func fill(_ writers: FakeWriter...) {
        for writer in writers { for socket in CInt(1)...100 { writer.room[socket] = 0 } }
    }

    private func send(_ count: Int, by sender: SizedSender) {
        var shortfalls: [Shortfall] = []
        [UInt8](repeating: 7, count: count).withUnsafeBytes {
            sender.send($0, to: Array(1...100), shortfalls: &shortfalls)
        }
    }
}
