import Logging
import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamRelay
import Testing

@testable import StreamHTTP

@Suite struct AdminConnectionsTests {
    @Test func `an idle connection is closed for its descriptor, which can be used at once`() throws {
        let reserve = DescriptorReserve()
        reserve.open(1)
        let connections = AdminConnections(capacity: 2, reserve: reserve, logger: .silent)
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(connections.open(channel))
        #expect(connections.makeRoom(), "with the reserve")
        #expect(connections.makeRoom(), "with the descriptor of the connection")
        #expect(!connections.makeRoom())
        _ = try? channel.finish()
    }
}
