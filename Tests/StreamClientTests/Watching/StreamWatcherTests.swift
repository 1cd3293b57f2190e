import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite(.timeLimit(.minutes(10))) struct StreamWatcherTests {
    private func receivedPing(_ message: ProtocolMessage) -> Ping? {
        if case .ping(let ping) = message { ping } else { nil }
    }

    @Test func `the hello contains the request`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.token = try AccessToken("secret")
            let request = WatchRequest(
                start: .next,
                maximumLatency: .milliseconds(300),
                kinds: TrackKinds(.video),
                waits: false
            )
            try await withWatcher(configuration, request: request) { _, _, _ in
                let hello = try await relay.arrival().hello()
                #expect(hello.role == .subscribe)
                #expect(hello.stream.description == "cam")
                #expect(hello.instance == configuration.instance)
                #expect(hello.token?.secret == "secret")
                #expect(hello.clientName == "test")
                #expect(hello.start == .next)
                #expect(hello.maximumLatency == 300)
                #expect(hello.kinds == TrackKinds(.video))
                #expect(!hello.waits)
            }
        }
    }

    @Test func `frames are delivered until the stream ends`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, events, task in
                let peer = try await relay.welcome(.sample(epoch: 3))
                let table = try TrackTable(epoch: 1, tracks: [.video])
                let gap = Gap(track: .video, reason: .latency, epoch: 1, first: 1, count: 2)
                peer.send(
                    .tracks(table),
                    .frame(.sample(0)),
                    .gap(gap),
                    .frame(.sample(3)),
                    .streamState(.interrupted),
                    .endOfStream
                )
                try await task.value
                let delivered = events.take().map { event in
                    switch event {
                    case .connected(let welcome): "connected \(welcome.epoch)"
                    case .tracks(let tracks): tracks == table ? "tracks" : "other tracks"
                    case .frame(let frame): "frame \(frame.header.sequence)"
                    case .gap(let other): other == gap ? "gap" : "other gap"
                    case .state(let state): "\(state)"
                    default: "\(event)"
                    }
                }
                #expect(delivered == ["connected 3", "tracks", "frame 0", "gap", "frame 3", "interrupted"])
            }
        }
    }

    @Test func `a slow consumer is not a silent relay`() async throws {
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let mayContinue = Gathering<Void>()
            let task = Task {
                var connections = 0
                try await StreamWatcher(configuration).run { event in
                    switch event {
                    case .connected: connections += 1
                    case .frame(let frame) where frame.header.sequence == 0: try await mayContinue.first { _ in () }
                    default: break
                    }
                }
                return connections
            }
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            // All at once, and more than is read ahead: the relay is never silent while this side reads.
            var bytes = ProtocolMessage.welcome(.sample(pingInterval: 1_500)).encoded()
            for sequence in UInt64(0)..<64 {
                ProtocolMessage.frame(.sample(sequence, bytes: 64 * 1024)).write(to: &bytes)
            }
            ProtocolMessage.endOfStream.write(to: &bytes)
            peer.send(bytes: bytes)
            // The last three are an interval apart: longer than silence may last.
            for _ in 0..<ClientKeepalive.quickPings + 3 { _ = try await peer.first(receivedPing) }
            mayContinue.add(())
            #expect(try await task.value == 1)
        }
    }

    @Test func `a slow consumer slows the relay down`() async throws {
        let frameBytes = 256 * 1024
        let frames: UInt64 = 256
        // The relay's system may take 4 MB, and this side's has received too little to enlarge its buffer.
        let slack = UInt64(16 * 1024 * 1024 / frameBytes)
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let mayContinue = Gathering<Void>()
            let task = Task {
                var received: UInt64 = 0
                try await StreamWatcher(configuration).run { event in
                    guard case .frame = event else { return }
                    if received == 0 { try await mayContinue.first { _ in () } }
                    received += 1
                }
                return received
            }
            let peer = try await relay.welcome()
            let sent = Gathering<UInt64>()
            let sending = Task {
                for sequence in 0..<frames {
                    let message = ProtocolMessage.frame(.sample(sequence, bytes: frameBytes)).encoded()
                    try await peer.channel.writeAndFlush(message).get()
                    sent.add(sequence)
                }
            }
            // Time enough to send everything, if this side were reading.
            for _ in 0..<ClientKeepalive.quickPings { _ = try await peer.first(receivedPing) }
            #expect(sent.take().count <= slack)
            mayContinue.add(())
            try await sending.value
            peer.send(.endOfStream)
            #expect(try await task.value == frames)
        }
    }

    @Test func `the clock offset is measured`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.wallClock = WallClock { 1_000_000 }
            try await withWatcher(configuration) { _, events, _ in
                let peer = try await relay.welcome()
                let ping = try await peer.first(receivedPing)
                #expect(ping.sent == 1_000_000)
                peer.send(.clockOffset(ClockOffset(offset: 500, errorBound: 7)))
                peer.send(.pong(Pong(sent: ping.sent, received: 1_002_000, answered: 1_002_000)))
                let estimate = try await events.first { event in
                    if case .clock(let estimate) = event { estimate } else { nil }
                }
                #expect(estimate.relayOffset == 2_000)
                #expect(estimate.publisher == ClockOffset(offset: 500, errorBound: 7))
            }
        }
    }

    @Test func `pings are answered`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.wallClock = WallClock { 77 }
            try await withWatcher(configuration) { _, _, _ in
                let peer = try await relay.welcome()
                peer.send(.ping(Ping(sent: 42)))
                let pong = try await peer.first { message in
                    if case .pong(let pong) = message { pong } else { nil }
                }
                #expect(pong == Pong(sent: 42, received: 77, answered: 77))
            }
        }
    }

    @Test func `key frames are requested`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { watcher, events, _ in
                let peer = try await relay.welcome()
                try await events.first { event in
                    if case .connected = event { () } else { nil }
                }
                watcher.requestKeyFrame(.audio)
                let request = try await peer.first { message in
                    if case .keyFrameRequest(let request) = message { request } else { nil }
                }
                #expect(request.track == .audio)
            }
        }
    }

    @Test func `an error of the consumer ends the watcher`() async throws {
        struct Enough: Error {}
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let task = Task { try await StreamWatcher(configuration).run { _ in throw Enough() } }
            let peer = try await relay.welcome()
            await #expect(throws: Enough.self) { try await task.value }
            let goodbye = try await peer.first { message in
                if case .goodbye(let ending) = message { ending } else { nil }
            }
            #expect(goodbye.code == .done)
            try await peer.closed()
        }
    }

    @Test func `a cancelled watcher ends`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, _, task in
                let peer = try await relay.welcome()
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                try await peer.closed()
            }
        }
    }
}
