import NIOCore
import RelayTestSupport
import StreamClient
import StreamCluster
import StreamProtocol
import StreamRelay
import Testing

/// Clients that take no stream away from others at a relay that takes streams from another relay.
@Suite(.timeLimit(.minutes(10))) struct UntrustedClientTests {
    /// The hello of a client that calls itself a relay.
    private func hello(_ path: RelayPath? = nil) -> ByteBuffer {
        var hello = Hello(role: .relay, stream: .live, instance: .random())
        hello.path = path
        return .opening(.hello(hello))
    }

    /// What every client may know: the id of a relay is in its welcomes.
    private func identity(of relay: RelayTestSupport.RunningRelay) async throws -> RelayPath {
        try await relay.open().executeThenClose { inbound, outbound in
            try await outbound.write(hello())
            var received = ByteBuffer()
            for try await var part in inbound {
                received.writeBuffer(&part)
                guard case .welcome(let welcome)? = try received.inputs().messages.first else { continue }
                return try #require(welcome.path)
            }
            throw ChannelError.eof
        }
    }

    @Test func `an invented path takes the stream from nobody else`() async throws {
        try await RunningRelay.run { origin in
            try await RunningRelay.run(upstream: OriginConnector.to(origin)) { edge in
                let publisher = try TestPublisher(try origin.client())
                try await publisher.sendGroup()
                // The origin would wait for itself.
                let invented = hello(try await identity(of: origin))
                #expect(try await edge.open().answers(to: invented).error?.code == .relayLoop)
                let viewer = TestViewer(try edge.client(), request: WatchRequest(waits: false))
                #expect(try await viewer.frame().sequence == 0)
            }
        }
    }

    @Test func `no publisher takes the name while the connection to the origin is lost`() async throws {
        let connector = OriginConnector.unconnected()
        try await RunningRelay.run(upstream: connector) { edge in
            let port = RunningRelay.portToRestart()
            let viewer = try await RunningRelay.run(port: port) { origin in
                connector.connect(to: origin)
                let publisher = try TestPublisher(try origin.client())
                try await publisher.sendGroup()
                let viewer = TestViewer(try edge.client())
                _ = try await viewer.frames(5)
                return viewer
            }
            _ = try await viewer.next { if case .state(.interrupted) = $0 { true } else { nil } }
            let other = try TestPublisher(try edge.client())
            for await event in other.outlet.events {
                guard case .disconnected(let error, _) = event else { continue }
                #expect(error.ending?.code == .streamTaken && error.ending?.isRetryable == true)
                break
            }
            // It would come back.
            await other.vanish()
            // The origin is back, and says that it has no publisher.
            try await RunningRelay.run(port: port) { _ in
                #expect(try await viewer.disconnection() == .draining)
                #expect(try await viewer.connected().state == .waiting)
                let next = try TestPublisher(try edge.client())
                try await next.sendGroup()
                #expect(try await viewer.frame().sequence == 0)
            }
        }
    }
}
