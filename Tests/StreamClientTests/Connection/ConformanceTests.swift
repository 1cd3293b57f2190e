import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

/// The negative vectors against the clients of this library.
@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
    private func run(_ role: String?, _ configuration: ClientConfiguration) async throws {
        switch role {
        case "publish":
            let publisher = StreamPublisher(configuration)
            try publisher.outlet.setTracks([.video])
            try await publisher.run()
        case "list": try await StreamLister(configuration).run { _ in }
        default: try await StreamWatcher(configuration).run { _ in }
        }
    }

    @Test(arguments: try ConformanceCase.ofClient())
    func `a client answers with the error of the document`(_ example: ConformanceCase) async throws {
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let client = Task { try await run(example.role, configuration) }
            defer { client.cancel() }
            let peer = try await relay.arrival()
            _ = try await peer.first { message in
                if case .hello(let hello) = message { hello } else { nil }
            }
            // A client that finds no fault answers this ping.
            let ping = Ping(sent: 0x7E57)
            var bytes = ByteBuffer(bytes: example.bytes())
            ProtocolMessage.ping(ping).write(to: &bytes)
            peer.send(bytes: bytes)
            let answer = try await peer.first { message in
                switch message {
                case .error(let ending): ending.code.description
                case .pong(let pong) where pong.sent == ping.sent: "none"
                default: nil
                }
            }
            #expect(answer == example.error)
        }
    }
}
