import RelayTestSupport
import StreamClient
import StreamRelay
import Testing

/// The life of a relay that a program embeds.
@Suite(.timeLimit(.minutes(1))) struct RelayRunTests {
    @Test func `a relay that runs refuses to run again, and goes on`() async throws {
        try await RunningRelay.run { relay in
            let error = await #expect(throws: RelayError.self) { try await relay.relay.run() }
            #expect(error?.description == "A relay runs once; make another one to listen again.")
            #expect(try await relay.relay.address.port == relay.port)
            try await RelayProbe.ask(relay.client())
        }
    }

    @Test func `a relay that has ended refuses to run again`() async throws {
        let relay = try await RunningRelay.run { $0.relay }
        await #expect(throws: RelayError.self) { try await relay.run() }
    }
}
