import StreamProtocol
import Testing

@testable import StreamClient

/// Asking a relay for a stream once, as another relay does.
@Suite(.timeLimit(.minutes(10))) struct UpstreamProbeTests {
    private let path = RelayPath(.random())

    private func ask(_ relay: ScriptedRelay) throws -> Task<Welcome, any Error> { ask(try relay.address) }

    private func ask(_ address: RelayAddress) -> Task<Welcome, any Error> {
        Task { [path] in try await RelayProbe.askForStream(.sample(address), path: path) }
    }

    @Test func `the hello is that of a relay, and a goodbye follows the welcome`() async throws {
        try await ScriptedRelay.serve { relay in
            let asking = try ask(relay)
            let stream = try relay.address.stream
            let peer = try await relay.arrival()
            let hello = try await peer.hello()
            #expect(hello.role == .relay && hello.path == path && hello.waits && hello.stream == stream)
            peer.send(.welcome(.sample(epoch: 3)), .frame(.sample(7)))
            guard case .goodbye(let ending) = try await peer.next() else { throw ScriptedPeer.Closed() }
            #expect(ending.code == .done)
            try await peer.closed()
            #expect(try await asking.value.epoch == 3)
        }
    }

    @Test(arguments: [ErrorCode.internalFault, .relayLoop, .forbidden])
    func `a refusal is the answer, also one after which a client would try again`(code: ErrorCode) async throws {
        try await ScriptedRelay.serve { relay in
            let asking = try ask(relay)
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            peer.send(.error(Ending(code, "No.")))
            let error = await #expect(throws: ClientError.self) { try await asking.value }
            #expect(error?.ending == Ending(code, "No."))
        }
    }

    @Test func `a redirect is an answer, and is not followed`() async throws {
        try await ScriptedRelay.serve { relay in
            let asking = try ask(relay)
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            var ending = Ending(.redirect, "Another relay has it.")
            ending.redirect = "127.0.0.1:1/cam"
            peer.send(.goodbye(ending))
            let error = await #expect(throws: ClientError.self) { try await asking.value }
            #expect(error?.ending == ending)
        }
    }

    @Test func `a relay that closes, or is not there, gives no answer`() async throws {
        try await ScriptedRelay.serve { relay in
            let asking = try ask(relay)
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            await peer.close()
            let lost = await #expect(throws: ClientError.self) { try await asking.value }
            #expect(lost != nil && lost?.ending == nil)
            // No program listens at this port.
            let later = ask(try RelayAddress("127.0.0.1:1/cam"))
            let refused = await #expect(throws: ClientError.self) { try await later.value }
            #expect(refused?.code == .unreachable)
        }
    }
}
