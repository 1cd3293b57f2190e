import NIOCore
import Platform
import StreamProtocol
import Testing

@testable import StreamClient

@Suite(.timeLimit(.minutes(10))) struct RetransmissionTests {
    @Test func `a client's connection sends lost bytes again within a second`() async throws {
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let connection = try await RelayConnection.open(
                to: configuration.address,
                hello: Hello(role: .subscribe, stream: .live, instance: .random()),
                configuration: configuration,
                tls: nil
            )
            let channel = connection.channel
            let wait = try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
                    Retransmission.wait(of: $0)
                }
            }.get()
            // Kernels before Linux 6.15 do not say.
            #expect(wait == Retransmission.longestWait || wait == .some(nil))
            try? await connection.executeThenClose { _, _ in }
        }
    }
}
