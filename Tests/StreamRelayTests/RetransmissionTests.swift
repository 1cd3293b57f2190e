import NIOCore
import Platform
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

/// Whether this kernel lets a program bound how long TCP waits.
private let isBoundable: Bool = {
    let descriptor = socket(AF_INET, SocketKind.stream, 0)
    defer { close(descriptor) }
    return Retransmission.wait(of: descriptor) != nil
}()

@Suite(.timeLimit(.minutes(10)), .enabled(if: isBoundable, "the kernel is older than Linux 6.15"))
struct RetransmissionTests {
    @Test func `a relay's connections send lost bytes again within a second`() async throws {
        try await RunningRelay.run { running in
            let waits = try await running.open().executeThenClose { inbound, outbound in
                try await outbound.write(opening(.subscribe))
                // The relay has accepted the connection when it answers.
                _ = try await inbound.first { _ in true }
                return await running.relay.core.loops?.each { $0.waits }.flatMap(\.self) ?? []
            }
            #expect(waits == [Retransmission.longestWait])
        }
    }
}

extension RelayLoop {
    /// The longest wait of each connection.
    fileprivate var waits: [CInt] {
        connections.values.compactMap { connection -> CInt? in
            let operations = connection.channel.pipeline.syncOperations
            return try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                Retransmission.wait(of: $0)
            } ?? nil
        }
    }
}
