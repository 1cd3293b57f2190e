import NIOCore
import RelayTestSupport
import StreamClient
import StreamCluster
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

/// A relay that takes streams from another relay, and its viewers.
@Suite(.timeLimit(.minutes(10))) struct PullingTests {
    /// Runs an origin, and an edge that takes all streams from it.
    private func withEdge(_ body: (_ origin: RunningRelay, _ edge: RunningRelay) async throws -> Void) async throws {
        try await RunningRelay.run { origin in
            try await RunningRelay.run(upstream: OriginConnector.to(origin)) { edge in try await body(origin, edge) }
        }
    }

    private func wait(_ outlet: PublishOutlet, _ isRight: (PublishEvent) -> Bool) async {
        for await event in outlet.events where isRight(event) { return }
    }

    @Test func `many viewers have one connection upstream, and the same bytes`() async throws {
        try await withEdge { origin, edge in
            let publisher = try TestPublisher(try origin.client())
            let direct = TestViewer(try origin.client())
            try await publisher.sendGroup()
            let first = try await direct.frames(5)
            let viewers = try (0..<50).map { _ in TestViewer(try edge.client()) }
            for viewer in viewers { _ = try await viewer.connected() }
            #expect(await origin.relaysDownstream() == 1)
            try await publisher.sendGroup()
            let bytes = first.map(\.message) + (try await direct.frames(5)).map(\.message)
            for viewer in viewers { #expect(try await viewer.frames(10).map(\.message) == bytes) }
            await wait(publisher.outlet) { if case .viewers(51) = $0 { true } else { false } }
        }
    }

    @Test func `the welcome names the stream as the origin does`() async throws {
        try await withEdge { origin, edge in
            let publisher = try TestPublisher(try origin.client())
            try await publisher.sendGroup()
            _ = try await TestViewer(try origin.client()).frame()
            let direct = try await TestViewer(try origin.client()).connected()
            let welcome = try await TestViewer(try edge.client()).connected()
            #expect(welcome.streamInstance == direct.streamInstance)
            #expect(welcome.epoch == direct.epoch)
            let status = try #require(await edge.control.stream(.live))
            #expect(status.publisher == nil && status.source?.origin == "127.0.0.1:\(origin.port)")
            #expect(status.source?.path?.relays.count == 1)
        }
    }

    @Test func `a request for a key frame reaches the publisher`() async throws {
        try await withEdge { origin, edge in
            let publisher = try TestPublisher(try origin.client())
            try await publisher.sendGroup()
            let viewer = TestViewer(try edge.client())
            _ = try await viewer.frame()
            viewer.watcher.requestKeyFrame(.zero)
            await wait(publisher.outlet) { if case .keyFrameRequested(.zero) = $0 { true } else { false } }
        }
    }

    @Test func `interruptions, epochs and the end pass`() async throws {
        try await withEdge { origin, edge in
            let publisher = try TestPublisher(try origin.client())
            let viewer = TestViewer(try edge.client())
            try await publisher.sendGroup()
            #expect(try await viewer.frame().epoch == 1)
            await publisher.vanish()
            _ = try await viewer.next { if case .state(.interrupted) = $0 { true } else { nil } }
            let next = try TestPublisher(try origin.client())
            try await next.sendGroup()
            _ = try await viewer.next { if case .state(.live) = $0 { true } else { nil } }
            #expect(try await viewer.frame().epoch == 2)
            try await next.finish()
            #expect(try await viewer.rest().frames.count == 4)
        }
    }

    @Test func `a viewer that does not wait is refused while the origin has no publisher`() async throws {
        try await withEdge { _, edge in
            let impatient = TestViewer(try edge.client(), request: WatchRequest(waits: false))
            #expect(await refusal(of: impatient) == .streamNotFound)
        }
    }

    @Test func `viewers wait on the edge for a publisher at the origin`() async throws {
        try await withEdge { origin, edge in
            let viewer = TestViewer(try edge.client())
            #expect(try await viewer.connected().state == .waiting)
            let publisher = try TestPublisher(try origin.client())
            try await publisher.sendGroup()
            #expect(try await viewer.frame().sequence == 0)
        }
    }

    @Test func `a publisher on the edge is refused while the origin has one, and may try again`() async throws {
        try await withEdge { origin, edge in
            let publisher = try TestPublisher(try origin.client())
            try await publisher.sendGroup()
            let viewer = TestViewer(try edge.client())
            _ = try await viewer.frame()
            let other = try TestPublisher(try edge.client())
            for await event in other.outlet.events {
                guard case .disconnected(let error, _) = event else { continue }
                #expect(error.ending?.code == .streamTaken && error.ending?.isRetryable == true)
                break
            }
        }
    }

    @Test func `a publisher on the edge takes a name that has none at the origin`() async throws {
        try await withEdge { origin, edge in
            let viewer = TestViewer(try edge.client())
            let instance = try await viewer.connected().streamInstance
            let publisher = try TestPublisher(try edge.client())
            #expect(try await viewer.disconnection() == .draining)
            #expect(try await viewer.connected().streamInstance != instance)
            try await publisher.sendGroup()
            #expect(try await viewer.frame().sequence == 0)
        }
    }

    @Test func `an origin that restarts has another stream`() async throws {
        let connector = OriginConnector.unconnected()
        try await RunningRelay.run(upstream: connector) { edge in
            let port = RunningRelay.portToRestart()
            let viewer = try await RunningRelay.run(port: port) { origin in
                connector.connect(to: origin)
                let viewer = TestViewer(try edge.client())
                let publisher = try TestPublisher(try origin.client())
                try await publisher.sendGroup()
                _ = try await viewer.frames(5)
                return viewer
            }
            _ = try await viewer.next { if case .state(.interrupted) = $0 { true } else { nil } }
            try await RunningRelay.run(port: port) { origin in
                #expect(try await viewer.disconnection() == .draining)
                let publisher = try TestPublisher(try origin.client())
                try await publisher.sendGroup()
                let change = try await viewer.next { if case .discontinuity(let change) = $0 { change } else { nil } }
                #expect(change.isNewInstance)
                #expect(try await viewer.frame().sequence == 0)
            }
        }
    }

    @Test func `a stream passes several relays`() async throws {
        try await withEdge { origin, middle in
            try await RunningRelay.run(upstream: OriginConnector.to(middle)) { edge in
                let publisher = try TestPublisher(try origin.client())
                let viewer = TestViewer(try edge.client())
                try await publisher.sendGroup()
                #expect(try await viewer.frames(5).map(\.header.sequence) == Array(0..<5))
                #expect(await edge.control.stream(.live)?.source?.path?.relays.count == 2)
                await wait(publisher.outlet) { if case .viewers(1) = $0 { true } else { false } }
            }
        }
    }

    /// All relays are in this process and have one clock, so a delay is at least zero, but for its error.
    @Test func `a relay knows the delay of each hop before it`() async throws {
        try await withEdge { origin, middle in
            try await RunningRelay.run(upstream: OriginConnector.to(middle)) { edge in
                let publisher = try TestPublisher(try origin.client())
                let viewer = TestViewer(try edge.client())
                var hops: [Arrivals.Hop] = []
                repeat {
                    try await publisher.sendGroup()
                    _ = try await viewer.frames(5)
                    hops = await edge.control.stream(.live)?.source?.hops ?? []
                } while hops.count < 2 || hops.contains { $0.errorBound == Arrivals.Hop.unknown }
                #expect(hops.count == 2)
                for hop in hops { #expect(hop.delay >= -Int64(hop.errorBound)) }
                #expect(await middle.control.stream(.live)?.source?.hops.count == 1)
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a loop is refused`(relays: Int) async throws {
        let connectors = (0..<relays).map { _ in OriginConnector.unconnected() }
        try await withRelays(connectors[...]) { ring in
            for (index, connector) in connectors.enumerated() { connector.connect(to: ring[(index + 1) % relays]) }
            let viewer = TestViewer(try ring[0].client(), request: WatchRequest(waits: false))
            #expect(await refusal(of: viewer) == .internalFault)
        }
    }

    /// Runs a relay for each of the connectors.
    private func withRelays(
        _ connectors: ArraySlice<OriginConnector>,
        _ others: [RunningRelay] = [],
        _ body: ([RunningRelay]) async throws -> Void
    ) async throws {
        guard let connector = connectors.first else { return try await body(others) }
        try await RunningRelay.run(upstream: connector) { relay in
            try await withRelays(connectors.dropFirst(), others + [relay], body)
        }
    }

    @Test func `the origin checks the token of the edge`() async throws {
        let token = try AccessToken("secret")
        let admission = AsyncAdmission { credentials throws(ProtocolError) in
            guard credentials.token == token else { throw ProtocolError(.unauthorized, "This is not the token.") }
            return .allStreams
        }
        try await RunningRelay.run(admission: admission) { origin in
            try await RunningRelay.run(upstream: OriginConnector.to(origin)) { edge in
                let viewer = TestViewer(try edge.client(), request: WatchRequest(waits: false))
                #expect(await refusal(of: viewer) == .internalFault)
            }
            try await RunningRelay.run(upstream: OriginConnector.to(origin, token: token)) { edge in
                let publisher = try TestPublisher(try origin.client(token: token))
                try await publisher.sendGroup()
                #expect(try await TestViewer(try edge.client()).frame().sequence == 0)
            }
        }
    }

    @Test func `an address waits for as many streams as its limit says`() async throws {
        let upstream = SilentUpstream()
        try await RunningRelay.run(upstream: upstream, configure: { $0.limits.perAddress.streams = 2 }) { edge in
            let waiting = try ["a", "b", "a"].map { TestViewer(try edge.client($0)) }
            await upstream.begun(2)
            let further = TestViewer(try edge.client("c"), request: WatchRequest(waits: false))
            #expect(await refusal(of: further) == .tooManyFromAddress)
            for viewer in waiting { await viewer.leave() }
        }
    }

    @Test func `a relay takes as many streams as its limit says`() async throws {
        let upstream = SilentUpstream()
        try await RunningRelay.run(upstream: upstream, configure: { $0.limits.all.streams = 1 }) { edge in
            let waiting = TestViewer(try edge.client("a"))
            await upstream.begun(1)
            let further = TestViewer(try edge.client("b"), request: WatchRequest(waits: false))
            #expect(await refusal(of: further) == .tooManyStreams)
            await waiting.leave()
        }
    }

    @Test func `viewers of HTTP get the stream too`() async throws {
        try await RunningRelay.run { origin in
            try await RunningRelay.run(http: HTTPService(), upstream: OriginConnector.to(origin)) { edge in
                let publisher = try TestPublisher(try origin.client())
                let other = TestViewer(try edge.client())
                try await publisher.sendGroup(of: 3, payload: 50)
                _ = try await other.frames(3)
                let viewing = Task { try await edge.download("/live.h264") }
                await wait(publisher.outlet) { if case .viewers(2) = $0 { true } else { false } }
                try await publisher.finish()
                let response = try await viewing.value
                #expect(response.hasPrefix("HTTP/1.1 200"))
                #expect(response.utf8.count > 150)
            }
        }
    }
}
