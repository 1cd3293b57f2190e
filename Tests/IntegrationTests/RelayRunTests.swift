import NIOCore
import RelayTestSupport
import StreamClient
import StreamRelay
import Testing

/// The life of a relay that a program embeds.
@Suite(.timeLimit(.minutes(10))) struct RelayRunTests {
    @Test func `a relay that runs refuses to run again, and goes on`() async throws {
        try await RunningRelay.run { relay in
            let error = await #expect(throws: RelayError.self) { try await relay.relay.run() }
            #expect(error?.code == .alreadyRun)
            #expect(try await relay.relay.address.port == relay.port)
            try await RelayProbe.ask(relay.client())
        }
    }

    @Test func `a relay that has ended refuses to run again`() async throws {
        let relay = try await RunningRelay.run { $0.relay }
        let error = await #expect(throws: RelayError.self) { try await relay.run() }
        #expect(error?.code == .alreadyRun)
    }

    @Test func `a port in use is an error with a code, also for tasks that wait for the address`() async throws {
        try await RunningRelay.run { running in
            var configuration = RelayConfiguration()
            configuration.listener = .address(host: "127.0.0.1", port: running.port)
            let relay = Relay(configuration: configuration, logger: .silent)
            let address = Task { try await relay.address }
            let error = await #expect(throws: RelayError.self) { try await relay.run() }
            #expect(error?.code == .addressInUse)
            let other = await #expect(throws: RelayError.self) { try await address.value }
            #expect(other == error)
        }
    }
}
