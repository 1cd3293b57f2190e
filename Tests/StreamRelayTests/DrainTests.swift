import NIOCore
import NIOEmbedded
import Testing

@testable import StreamRelay

@Suite struct DrainTests {
    private let loop = EmbeddedEventLoop()
    private let server: EmbeddedChannel

    init() throws {
        server = EmbeddedChannel(loop: loop)
        try server.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func drain(notice: TimeAmount) -> Drain {
        Drain(of: server, on: loop, notice: { notice }) { [loop] _ in loop.makeSucceededVoidFuture() }
    }

    @Test func `a listener serves on until the notice is over`() {
        let drain = drain(notice: .seconds(2))
        #expect(!drain.isUnderWay)
        #expect(drain.begin())
        #expect(drain.isUnderWay, "load balancers learn it at once")
        loop.advanceTime(by: .milliseconds(1_999))
        #expect(server.isActive)
        #expect(!drain.begin(), "a second one does not shorten it")
        loop.advanceTime(by: .milliseconds(1))
        #expect(!server.isActive)
    }

    @Test func `without a notice a listener ends at once`() {
        #expect(drain(notice: .zero).begin())
        loop.run()
        #expect(!server.isActive)
    }
}
