import RelayTestSupport
import StreamClient
import StreamCluster
import StreamProtocol
import StreamRelay
import Testing

/// New settings while streams are taken from another relay.
@Suite(.timeLimit(.minutes(10))) struct ReloadTests {
    @Test func `a stream moves to its new origin`() async throws {
        let connector = OriginConnector.unconnected()
        try await RunningRelay.run { first in
            try await RunningRelay.run { second in
                try await RunningRelay.run(upstream: connector) { edge in
                    connector.connect(to: first)
                    let publishers = try [first, second].map { try TestPublisher(try $0.client()) }
                    for publisher in publishers { try await publisher.sendGroup() }
                    let viewer = TestViewer(try edge.client())
                    let instance = try await viewer.connected().streamInstance
                    _ = try await viewer.frames(5)
                    connector.connect(to: second)
                    #expect(try await viewer.disconnection() == .draining)
                    #expect(try await viewer.connected().streamInstance != instance)
                    _ = try await viewer.frames(5)
                    #expect(await edge.control.stream(.live)?.source?.origin == "127.0.0.1:\(second.port)")
                    #expect(await first.relaysDownstream() == 0)
                }
            }
        }
    }

    @Test func `a stream goes on through another relay that has the same`() async throws {
        let connector = OriginConnector.unconnected()
        try await RunningRelay.run { origin in
            try await RunningRelay.run(upstream: OriginConnector.to(origin)) { middle in
                try await RunningRelay.run(upstream: connector) { edge in
                    connector.connect(to: origin)
                    let publisher = try TestPublisher(try origin.client())
                    try await publisher.sendGroup()
                    let viewer = TestViewer(try edge.client())
                    _ = try await viewer.frames(5)
                    connector.connect(to: middle)
                    _ = try await viewer.next { if case .state(.interrupted) = $0 { true } else { nil } }
                    try await publisher.sendGroup()
                    #expect(try await viewer.frames(5).map(\.header.sequence) == Array(5..<10))
                    #expect(await edge.control.stream(.live)?.source?.path?.relays.count == 2)
                }
            }
        }
    }

    @Test func `a stream without an origin is taken no further, and its viewers wait here`() async throws {
        let connector = OriginConnector.unconnected()
        try await RunningRelay.run { origin in
            try await RunningRelay.run(upstream: connector) { edge in
                connector.connect(to: origin)
                let publisher = try TestPublisher(try origin.client())
                try await publisher.sendGroup()
                let viewer = TestViewer(try edge.client())
                _ = try await viewer.frames(5)
                connector.disconnect()
                #expect(try await viewer.disconnection() == .draining)
                #expect(try await viewer.connected().state == .waiting)
                let other = try TestPublisher(try edge.client())
                try await other.sendGroup()
                #expect(try await viewer.frame().sequence == 0)
            }
        }
    }

    @Test func `the same settings change nothing`() async throws {
        let connector = OriginConnector.unconnected()
        try await RunningRelay.run { origin in
            try await RunningRelay.run(upstream: connector) { edge in
                connector.connect(to: origin)
                let publisher = try TestPublisher(try origin.client())
                try await publisher.sendGroup()
                let viewer = TestViewer(try edge.client())
                _ = try await viewer.frames(5)
                connector.connect(to: origin, token: try AccessToken("another"))
                try await publisher.sendGroup()
                try await publisher.finish()
                let states = try await viewer.rest().filter { if case .state = $0 { true } else { false } }
                #expect(states.isEmpty, "the connection stayed")
            }
        }
    }
}
