import Dispatch
import NIOCore
import NIOPosix
import StreamProtocol
import Testing

@testable import StreamClient

/// A relay's connection to another relay.
@Suite(.timeLimit(.minutes(10))) struct UpstreamReceiverTests {
    private let path = RelayPath(.random())

    /// Runs a receiver while `body` runs.
    ///
    /// - Parameter refused: The error that it throws at a welcome.
    private func withReceiver(
        _ configuration: ClientConfiguration,
        token: @escaping @Sendable (RelayAddress) -> AccessToken? = { _ in nil },
        pathRefused: @escaping @Sendable () -> Bool = { false },
        refused: ProtocolError? = nil,
        _ body: (Gathering<UpstreamEvent>, Task<Void, any Error>) async throws -> Void
    ) async throws {
        let path = path
        let receiver = UpstreamReceiver(configuration, path: { path }, pathRefused: pathRefused, token: token)
        let events = Gathering<UpstreamEvent>()
        let task = Task {
            try await receiver.run { event in
                events.add(event)
                if case .welcomed = event, let refused { throw refused }
            }
        }
        defer { task.cancel() }
        try await body(events, task)
    }

    private func message(_ event: UpstreamEvent) -> ProtocolMessage? {
        if case .message(let message) = event { message } else { nil }
    }

    @Test func `the hello is that of a relay, and messages come as they are`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withReceiver(.sample(try relay.address)) { events, task in
                let peer = try await relay.arrival()
                let hello = try await peer.hello()
                #expect(hello.role == .relay && hello.path == path && hello.waits)
                #expect(hello.maximumLatency == nil && hello.history == nil && hello.kinds == .all)
                let frame = Frame.sample(7)
                peer.send(.welcome(.sample()), .frame(frame), .endOfStream)
                #expect(try await events.first(message) == .frame(frame))
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.ending?.code == .endOfStream)
            }
        }
    }

    @Test func `a message upstream goes to the connection of the welcome`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withReceiver(.sample(try relay.address)) { events, _ in
                let peer = try await relay.welcome()
                let send = try await events.first { event -> (@Sendable (ProtocolMessage) -> Void)? in
                    if case .welcomed(_, let send) = event { send } else { nil }
                }
                send(.viewerCount(ViewerCount(viewers: 3)))
                #expect(try await peer.next() == .viewerCount(ViewerCount(viewers: 3)))
            }
        }
    }

    @Test func `a redirect is followed, and the token goes to named relays only`() async throws {
        try await ScriptedRelay.serve { first in
            try await ScriptedRelay.serve { second in
                let token = try AccessToken("secret")
                let named = try first.address
                try await withReceiver(.sample(named), token: { $0.port == named.port ? token : nil }) { events, _ in
                    let peer = try await first.arrival()
                    #expect(try await peer.hello().token == token)
                    var ending = Ending(.redirect, "Another relay has it.")
                    ending.redirect = "127.0.0.1:\(second.port)/other"
                    peer.send(.goodbye(ending))
                    let redirected = try await second.arrival().hello()
                    #expect(redirected.token == nil && redirected.path == path && redirected.stream == named.stream)
                    // An owner counts its connections by these.
                    let steps = events.take().map { event in
                        switch event {
                        case .connecting: "connecting"
                        case .disconnected: "disconnected"
                        default: "other"
                        }
                    }
                    #expect(steps == ["connecting", "disconnected", "connecting"])
                }
            }
        }
    }

    @Test func `a welcome that is refused ends the receiver, and the relay learns why`() async throws {
        try await ScriptedRelay.serve { relay in
            let loop = ProtocolError(.relayLoop, "A loop.")
            try await withReceiver(.sample(try relay.address), refused: loop) { _, task in
                let peer = try await relay.welcome()
                #expect(try await peer.next() == .error(Ending(loop)))
                await peer.close()
                let error = await #expect(throws: ProtocolError.self) { try await task.value }
                #expect(error?.code == .relayLoop)
            }
        }
    }

    @Test func `a path that is refused is followed by another hello, if that may help`() async throws {
        let mayHelp = Monitor([true, false])
        try await ScriptedRelay.serve { relay in
            let pathRefused: @Sendable () -> Bool = { mayHelp.change { $0.removeFirst() } }
            try await withReceiver(.sample(try relay.address), pathRefused: pathRefused) { _, task in
                for _ in 0..<2 {
                    let peer = try await relay.arrival()
                    _ = try await peer.hello()
                    peer.send(.error(Ending(.relayLoop, "A loop.")))
                }
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.ending?.code == .relayLoop)
            }
        }
    }

    @Test func `messages upstream keep their order, whatever the thread`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            configuration.eventLoopGroup = group
            try await withReceiver(configuration) { events, _ in
                let peer = try await relay.welcome()
                let send = try await events.first { event -> (@Sendable (ProtocolMessage) -> Void)? in
                    if case .welcomed(_, let send) = event { send } else { nil }
                }
                // The first comes from another thread while the event loop is busy, the second from the event loop.
                try await group.next().submit {
                    let first = DispatchSemaphore(value: 0)
                    DispatchQueue.global().async {
                        send(.viewerCount(ViewerCount(viewers: 1)))
                        first.signal()
                    }
                    first.wait()
                    send(.viewerCount(ViewerCount(viewers: 2)))
                }.get()
                for viewers in [1, 2] as [UInt32] {
                    let count = try await peer.first { if case .viewerCount(let count) = $0 { count } else { nil } }
                    #expect(count.viewers == viewers)
                }
            }
            try await group.shutdownGracefully()
        }
    }

    @Test func `a lost connection is told, and another follows`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withReceiver(.sample(try relay.address)) { events, _ in
                await (try relay.welcome()).close()
                let error = try await events.first { event -> ClientError? in
                    if case .disconnected(let error) = event { error } else { nil }
                }
                #expect(error.code == .connectionLost)
                _ = try await relay.welcome(.sample(streamInstance: 9))
                let instance = try await events.first { event -> UInt64? in
                    if case .welcomed(let welcome, _) = event { welcome.streamInstance } else { nil }
                }
                #expect(instance == 9)
            }
        }
    }

    @Test func `clock offsets wait for a pong, and are relative to this machine's clock`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            // It stands still, so that the pong is never too old.
            configuration.wallClock = WallClock { 1_000_000 }
            try await withReceiver(configuration) { events, _ in
                let peer = try await relay.welcome()
                peer.send(.clockOffset(ClockOffset(offset: 5, errorBound: 7)))
                let ping = try await peer.first { if case .ping(let ping) = $0 { ping } else { nil } }
                // The relay's clock is an hour ahead.
                let there = ping.sent + 3_600_000_000
                peer.send(.pong(Pong(sent: ping.sent, received: there, answered: there)))
                guard case .clockOffset(let offset) = try await events.first(message) else {
                    Issue.record("another message came")
                    return
                }
                #expect(abs(offset.offset - 3_600_000_005) <= Int64(offset.errorBound))
                #expect(offset.errorBound > 7)
            }
        }
    }
}
