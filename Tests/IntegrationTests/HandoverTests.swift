import NIOCore
import NIOPosix
import Platform
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

/// A listening socket that outlives the relay which it was handed to.
@Suite(.timeLimit(.minutes(10))) struct HandoverTests {
    /// Keeps a socket open as systemd does, and hands out descriptors of it.
    private final class Holder {
        let descriptor: CInt
        let port: Int

        init() throws {
            descriptor = socket(AF_INET, SocketKind.stream, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let isListening = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            try #require(isListening)
            port = Int(UInt16(bigEndian: address.sin_port))
        }

        func copy() -> CInt { dup(descriptor) }

        deinit { close(descriptor) }
    }

    private func connect(to port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Says something that no relay understands, and reads its first answer.
    private func answer(on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws -> ByteBuffer? {
        try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "?"))
            return try await inbound.first { _ in true }
        }
    }

    @Test func `a client that connects while no relay runs is served by the next relay`() async throws {
        let holder = try Holder()
        let first = holder.copy()
        try await RunningRelay.run(configure: { $0.listener = .socket(first) }) { relay in
            #expect(relay.port == holder.port)
            let answer = try await answer(on: connect(to: holder.port))
            #expect(answer?.getInteger(at: 0) == Preface.firstByte)
        }
        let waiting = try await connect(to: holder.port)
        let second = holder.copy()
        try await RunningRelay.run(configure: { $0.listener = .socket(second) }) { _ in
            let answer = try await answer(on: waiting)
            #expect(answer?.getInteger(at: 0) == Preface.firstByte)
        }
    }
}
