import NIOCore
import RelayTestSupport
import StreamClient
import StreamCluster
import StreamHTTP
import StreamProtocol
import StreamRelay
import Testing

/// Clients that follow a relay's redirects to the origin of their stream.
@Suite(.timeLimit(.minutes(10))) struct RedirectTests {
    /// Runs an origin, and an edge that sends the clients of these streams there.
    private func withEdge(
        _ streams: [StreamPattern] = [.all],
        _ body: (_ origin: RunningRelay, _ edge: RunningRelay) async throws -> Void
    ) async throws {
        try await RunningRelay.run { origin in
            let connector = OriginConnector.to(origin)
            try await RunningRelay.run(
                http: HTTPService(),
                upstream: connector,
                configure: { $0.redirectedStreams = streams },
                { edge in try await body(origin, edge) }
            )
        }
    }

    /// The streams that a relay has, of whatever kind.
    private func streams(of relay: RunningRelay) async -> [String] {
        await relay.control.streams().map(\.name.description)
    }

    /// Waits until a stream is as it should be. Each look passes all event loops, so that none is kept from its work.
    private func until(_ relay: RunningRelay, _ name: StreamName, is right: (StreamStatus?) -> Bool) async {
        while !Task.isCancelled, !right(await relay.control.stream(name)) { _ = await relay.control.connections() }
    }

    @Test func `publishers and viewers go to the origin by themselves`() async throws {
        try await withEdge { origin, edge in
            let publisher = try TestPublisher(try edge.client())
            let viewer = TestViewer(try edge.client())
            try await publisher.sendGroup()
            #expect(try await viewer.frames(5).map(\.header.sequence) == Array(0..<5))
            #expect(await streams(of: edge).isEmpty)
            #expect(await origin.control.stream(.live)?.publisher != nil)
            #expect(await origin.relaysDownstream() == 0)
            try await publisher.finish()
            _ = try await viewer.rest()
        }
    }

    @Test func `a relay behind the edge gets the stream from the edge`() async throws {
        try await withEdge { origin, middle in
            try await RunningRelay.run(upstream: OriginConnector.to(middle)) { edge in
                let publisher = try TestPublisher(try origin.client())
                let viewer = TestViewer(try edge.client())
                try await publisher.sendGroup()
                _ = try await viewer.frames(5)
                #expect(await edge.control.stream(.live)?.source?.path?.relays.count == 2)
            }
        }
    }

    @Test func `other streams are taken, and players over HTTP get theirs from the edge`() async throws {
        try await withEdge([try StreamPattern("studio/*")]) { origin, edge in
            let publisher = try TestPublisher(try origin.client())
            let viewer = TestViewer(try edge.client())
            try await publisher.sendGroup()
            _ = try await viewer.frames(5)
            #expect(await streams(of: edge) == ["live"])
            let studio = try TestPublisher(try origin.client("studio/a"))
            try await studio.sendGroup(of: 3, payload: 50)
            let name = try StreamName("studio/a")
            // A player does not wait for a stream.
            await until(origin, name) { $0?.state == .live }
            let viewing = Task { try await edge.download("/studio/a.h264") }
            await until(edge, name) { $0?.viewers == 1 }
            try await studio.finish()
            #expect(try await viewing.value.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `viewers whom the operator moves go on where they were`() async throws {
        try await RunningRelay.run { origin in
            try await RunningRelay.run(upstream: OriginConnector.to(origin)) { edge in
                let publisher = try TestPublisher(try origin.client())
                let viewers = try (0..<3).map { _ in TestViewer(try origin.client()) }
                let atEdge = TestViewer(try edge.client())
                try await publisher.sendGroup()
                for viewer in viewers + [atEdge] { _ = try await viewer.frames(5) }
                let target = try RedirectTarget("127.0.0.1:\(edge.port)")
                let moved = await origin.control.moveViewers(of: .live, to: target)
                #expect(moved?.moved == 3)
                #expect(moved?.left == 1, "the edge, which takes the stream from here")
                for viewer in viewers { _ = try await viewer.connected() }
                try await publisher.sendGroup()
                for viewer in viewers {
                    #expect(try await viewer.frames(5).map(\.header.sequence) == Array(5..<10))
                }
                #expect(await origin.control.stream(.live)?.viewers == 1)
                let other = try StreamName("other")
                #expect(await origin.control.moveViewers(of: other, to: target) == nil)
            }
        }
    }
}
