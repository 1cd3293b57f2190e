import Dispatch
import NIOCore
import NIOPosix
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// The connections and streams that operators see, and how they end a connection.
@Suite(.timeLimit(.minutes(10))) struct DirectoryTests {
    @Test func `a stream's entry shows its publisher, its tracks and what it received`() async throws {
        try await RunningRelay.run { relay in
            var configuration = try relay.client()
            configuration.clientName = "camera"
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(configuration, kinds: [.video, .audio])
            try await publisher.sendGroup(of: 5, payload: 100)
            while try await viewer.frame().sequence < 4 {}
            let streams = await relay.control.streams()
            let stream = try #require(streams.first)
            #expect(streams.count == 1)
            #expect(stream.name == .live && stream.state == .live && stream.epoch == 1)
            #expect(stream.publisher?.clientName == "camera")
            #expect(stream.publisher?.peer?.ipAddress == "127.0.0.1")
            #expect(stream.tracks.map(\.track.kind) == [.video, .audio])
            #expect(stream.viewers == 1)
            #expect(stream.framesReceived == 5)
            #expect(stream.bytesReceived == 5 * (FrameHeader.length + 100))
            #expect(stream.leadingTrack?.keyFrameAge != nil)
            #expect(stream.log.bytes > 500)
        }
    }

    @Test func `a connection's entry shows what it sent and received`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 5, payload: 100)
            while try await viewer.frame().sequence < 4 {}
            let connections = await relay.control.connections()
            #expect(connections.count == 2)
            let bytes = 5 * (FrameHeader.length + 100)
            for connection in connections {
                switch connection.role {
                case .viewer(let name, let participant, let viewing):
                    #expect(name == .live && participant.connection == connection.id)
                    #expect(viewing.framesSent == 5)
                    #expect(viewing.bytesSent > bytes)
                    #expect(viewing.gaps == 0 && viewing.framesSkipped == 0 && viewing.lag == .zero)
                case .publisher(let name, _, let publishing):
                    #expect(name == .live)
                    #expect(publishing.framesReceived == 5)
                    #expect(publishing.bytesReceived == bytes)
                case .none, .lister: Issue.record("neither publisher nor viewer")
                }
            }
            let activity = await relay.control.activity()
            #expect(activity.connections == 2)
            #expect(activity.bytesSent > bytes && activity.bytesReceived > bytes)
        }
    }

    @Test func `an evicted viewer does not come back, and others go on`() async throws {
        try await RunningRelay.run { relay in
            let unwanted = TestViewer(try relay.client())
            _ = try await unwanted.connected()
            let id = try #require(await relay.control.connections().first?.id)
            let other = TestViewer(try relay.client())
            _ = try await other.connected()
            #expect(await relay.control.close(connection: id))
            let failure = await #expect(throws: ClientError.self) { _ = try await unwanted.rest() }
            #expect(failure?.ending?.code == .dismissed)
            #expect(failure?.ending?.isRetryable == false)
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 1)
            #expect(try await other.frame().sequence == 0)
            #expect(await relay.control.close(connection: id) == false)
        }
    }

    @Test func `the viewers of an evicted publisher wait for another`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let unwanted = try TestPublisher(try relay.client())
            try await unwanted.sendGroup(of: 1)
            _ = try await viewer.frame()
            let id = try #require(await relay.control.streams().first?.publisher?.connection)
            #expect(await relay.control.close(connection: id))
            #expect((await unwanted.failure() as? ClientError)?.ending?.code == .dismissed)
            let other = try TestPublisher(try relay.client())
            try await other.sendGroup(of: 1)
            #expect(try await viewer.frame().epoch == 2)
        }
    }

    @Test func `a closed stream is removed and its name is free`() async throws {
        try await RunningRelay.run { relay in
            let viewers = try (1...4).map { _ in TestViewer(try relay.client()) }
            for viewer in viewers { _ = try await viewer.connected() }
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup(of: 1)
            for viewer in viewers { _ = try await viewer.frame() }
            #expect(await relay.control.close(stream: .live))
            #expect((await publisher.failure() as? ClientError)?.ending?.code == .dismissed)
            for viewer in viewers {
                let failure = await #expect(throws: ClientError.self) { _ = try await viewer.rest() }
                #expect(failure?.ending?.code == .dismissed)
            }
            #expect(await relay.control.streams().isEmpty)
            #expect(await relay.control.close(stream: .live) == false)
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let next = try TestPublisher(try relay.client())
            try await next.sendGroup(of: 1)
            #expect(try await viewer.frame().epoch == 1)
        }
    }

    @Test func `a drained relay ends by itself`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = RelayConfiguration()
        configuration.listener = .address(host: "127.0.0.1", port: 0)
        configuration.fanOut = .underTest
        let relay = Relay(
            configuration: configuration,
            group: group,
            logger: .silent
        )
        let control = relay.control
        #expect(!control.isAccepting && !control.isDraining)
        #expect(!control.drain())
        let serving = Task { try await relay.run() }
        _ = try await relay.address
        #expect(control.isAccepting && !control.isDraining)
        let watch = MultiThreadedEventLoopGroup.singleton.next()
        #expect(try await control.isResponsive(within: .seconds(60), on: watch).get())
        #expect(control.drain())
        try await serving.value
        #expect(!control.isAccepting && control.isDraining)
        #expect(!control.drain())
        #expect(await control.connections().isEmpty)
        try await group.shutdownGracefully()
    }

    @Test func `an event loop that hangs is reported`() async throws {
        try await RunningRelay.run { relay in
            let wakeUp = DispatchSemaphore(value: 0)
            relay.group.next().execute { wakeUp.wait() }
            let watch = MultiThreadedEventLoopGroup.singleton.next()
            let isHanging = try await !relay.control.isResponsive(within: .milliseconds(50), on: watch).get()
            wakeUp.signal()
            let isResponsive = try await relay.control.isResponsive(within: .seconds(60), on: watch).get()
            #expect(isHanging && isResponsive)
        }
    }
}
