import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// Publishers and relays that go away and come back.
@Suite(.timeLimit(.minutes(10))) struct ReturnTests {
    @Test func `a lost publisher returns in a new epoch to the same viewers`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let first = try TestPublisher(try relay.client())
            try await first.sendGroup(of: 3)
            while try await viewer.frame().sequence < 2 {}
            await first.vanish()
            let state = try await viewer.next { if case .state(let state) = $0, state != .live { state } else { nil } }
            #expect(state == .interrupted)
            let second = try TestPublisher(try relay.client())
            try await second.sendGroup(of: 3)
            let header = try await viewer.frame()
            #expect(header.epoch == 2)
            #expect(header.sequence == 0)
            #expect(header.flags.contains(.randomAccess))
        }
    }

    @Test func `a publisher takes over its own stream, and another one is refused`() async throws {
        try await RunningRelay.run { relay in
            let instance = InstanceID.random()
            let viewer = TestViewer(try relay.client())
            let ghost = try TestPublisher(try relay.client(instance: instance))
            try await ghost.sendGroup(of: 1)
            _ = try await viewer.frame()
            let stranger = try TestPublisher(try relay.client())
            #expect((await stranger.failure() as? ClientError)?.ending?.code == .streamTaken)
            let itself = try TestPublisher(try relay.client(instance: instance))
            try await itself.sendGroup(of: 1)
            #expect(try await viewer.frame().epoch == 2)
            #expect((await ghost.failure() as? ClientError)?.ending?.code == .replaced)
        }
    }

    @Test func `a publisher that interrupts its stream leaves it to the next one`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            let first = try TestPublisher(try relay.client())
            try await first.sendGroup(of: 3)
            first.outlet.interrupt()
            while try await viewer.frame().sequence < 2 {}
            let state = try await viewer.next { if case .state(let state) = $0, state != .live { state } else { nil } }
            #expect(state == .interrupted)
            let second = try TestPublisher(try relay.client())
            try await second.sendGroup(of: 1)
            #expect(try await viewer.frame().epoch == 2)
        }
    }

    @Test func `a viewer that follows goes on with the next stream`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client(), request: WatchRequest(followsNextStream: true))
            _ = try await viewer.connected()
            let first = try TestPublisher(try relay.client())
            try await first.sendGroup(of: 1)
            _ = try await viewer.frame()
            try await first.finish()
            let end = try await viewer.next { if case .disconnected(let error, _) = $0 { error } else { nil } }
            #expect(end.ending?.code == .endOfStream)
            #expect(try await viewer.connected().state == .waiting)
            let second = try TestPublisher(try relay.client())
            try await second.sendGroup(of: 1)
            #expect(try await viewer.frame().flags.contains(.randomAccess))
        }
    }

    @Test func `publisher and viewers reconnect to a relay that restarts`() async throws {
        let port = RunningRelay.portToRestart()
        let (publisher, viewer) = try await RunningRelay.run(port: port) { relay in
            let publisher = try TestPublisher(try relay.client())
            let viewer = TestViewer(try relay.client())
            try await publisher.sendGroup(of: 2)
            _ = try await viewer.frame()
            return (publisher, viewer)
        }
        // Frames that are sent before the publisher notices the end are lost with the connection.
        for await event in publisher.outlet.events {
            if case .disconnected = event { break }
        }
        _ = try await viewer.next { if case .disconnected(let error, _) = $0 { error } else { nil } }
        try await publisher.sendGroup(of: 2)
        try await RunningRelay.run(port: port) { _ in
            let frame = try await viewer.frame()
            #expect(frame.flags.contains(.randomAccess))
        }
        await publisher.vanish()
    }

    @Test func `a publisher that ends its stream ends it for all`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 5)
            try await publisher.finish()
            #expect(try await viewer.rest().frames.count == 5)
            let next = TestViewer(try relay.client())
            #expect(try await next.connected().state == .waiting, "the name is free for a new stream")
        }
    }
}
