import NIOCore
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// Publishers and relays that go away and come back.
@Suite struct ReturnTests {
    @Test func aLostPublisherReturnsInANewEpochToTheSameViewers() async throws {
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

    @Test func aPublisherTakesItsOwnPlaceAndAStrangerIsRefused() async throws {
        try await RunningRelay.run { relay in
            let instance = InstanceID.random()
            let viewer = TestViewer(try relay.client())
            let ghost = try TestPublisher(try relay.client(instance: instance))
            try await ghost.sendGroup(of: 1)
            _ = try await viewer.frame()
            let stranger = try TestPublisher(try relay.client())
            #expect((await stranger.failure() as? Ending)?.code == .streamTaken)
            let itself = try TestPublisher(try relay.client(instance: instance))
            try await itself.sendGroup(of: 1)
            #expect(try await viewer.frame().epoch == 2)
            #expect((await ghost.failure() as? Ending)?.code == .replaced)
        }
    }

    @Test func everybodyComesBackToARelayThatDoes() async throws {
        var port = 0
        let clients = try await withRestart(port: &port)
        defer { clients.feeding.cancel() }
        try await RunningRelay.run(port: port) { _ in
            let header = try await clients.viewer.next { event -> FrameHeader? in
                if case .frame(let frame) = event { frame.header } else { nil }
            }
            #expect(header.flags.contains(.randomAccess))
        }
    }

    /// Lets a publisher and a viewer find each other on a relay that then goes down.
    private func withRestart(
        port: inout Int
    ) async throws -> (viewer: TestViewer, feeding: Task<Void, any Error>) {
        var found: (TestViewer, Task<Void, any Error>)?
        var used = 0
        try await RunningRelay.run { relay in
            used = relay.port
            let publisher = try TestPublisher(try relay.client())
            let viewer = TestViewer(try relay.client())
            // A source that goes on whether anybody listens or not; at some pace, or it fills the viewer's memory and
            // keeps a busy machine from everything else.
            let feeding = Task {
                while !Task.isCancelled {
                    try await publisher.sendGroup(of: 2)
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            _ = try await viewer.frame()
            found = (viewer, feeding)
        }
        port = used
        let clients = try #require(found)
        // The relay says goodbye, and only then is it gone.
        _ = try await clients.0.next { if case .disconnected(let error, _) = $0 { error } else { nil } }
        return clients
    }

    @Test func whoEndsItsStreamEndsItForAll() async throws {
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
