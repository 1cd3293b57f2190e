import NIOCore
import NIOPosix

/// A client that sends a request and then never reads.
struct SleepingClient {
    private let channel: any Channel

    init(port: Int, request: String) async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: false)
            .channelOption(.socketOption(.so_rcvbuf), value: 4_096)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: request))
    }

    func close() async throws { try await channel.close() }
}
