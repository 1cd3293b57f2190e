import NIOCore
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

/// HTTP from an address whose viewers use all of its connections.
@Suite(.timeLimit(.minutes(10))) struct PublishersOnlyHTTPTests {
    @Test func `only a WebSocket is accepted, and only to publish`() async throws {
        try await RunningRelay.runWithHTTP {
            $0.limits.perAddress.connections = 1
            $0.limits.publisherHandshake = .minutes(10)
        } _: { relay in
            let viewer = try await WebSocketClient(relay, "/live")
            let watching = Hello(role: .subscribe, stream: .live, instance: InstanceID(high: 0, low: 1))
            try await viewer.send(.hello(watching), withPreface: true)
            _ = try await viewer.frames { opcode, _ in opcode == 2 }

            let list = try await relay.answer(to: "GET /streams HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(list.status == 429)
            #expect(list.has("streamd-error: too-many-from-address"))

            let second = try await WebSocketClient(relay, "/live")
            try await second.send(.hello(watching), withPreface: true)
            let refused = try await second.end().said.contains { input in
                if case .message(.error(let ending)) = input { ending.code == .tooManyFromAddress } else { false }
            }
            #expect(refused)

            let publisher = try await WebSocketClient(relay, "/live")
            let publishing = Hello(role: .publish, stream: .live, instance: InstanceID(high: 0, low: 2))
            try await publisher.send(.hello(publishing), withPreface: true)
            await relay.untilStream { $0?.publisher != nil }
        }
    }
}
