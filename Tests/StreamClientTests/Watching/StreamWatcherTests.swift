import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite(.timeLimit(.minutes(1))) struct StreamWatcherTests {
    /// Runs a watcher while `body` runs.
    private func watching(
        _ configuration: ClientConfiguration,
        request: WatchRequest = WatchRequest(),
        _ body: (StreamWatcher, Gathering<WatchEvent>, Task<Void, any Error>) async throws -> Void
    ) async throws {
        let watcher = StreamWatcher(configuration, request: request)
        let events = Gathering<WatchEvent>()
        let task = Task { try await watcher.run { events.add($0) } }
        defer { task.cancel() }
        try await body(watcher, events, task)
    }

    private func frame(_ event: WatchEvent) -> UInt64? {
        if case .frame(let frame) = event { frame.header.sequence } else { nil }
    }

    private func disconnection(_ event: WatchEvent) -> ClientError? {
        if case .disconnected(let error, _) = event { error } else { nil }
    }

    private func ping(_ message: Message) -> Void? {
        if case .ping = message { () } else { nil }
    }

    private let endOfStream = Message.goodbye(Ending(.endOfStream, "The stream has ended."))

    @Test func `the hello says what the watcher wants`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.token = try AccessToken("secret")
            let request = WatchRequest(
                start: .next,
                maximumLatency: .milliseconds(300),
                kinds: TrackKinds(.video),
                waits: false
            )
            try await watching(configuration, request: request) { _, _, _ in
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

    @Test func `frames are given until the stream ends`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, events, task in
                let peer = try await relay.welcome(.sample(epoch: 3))
                let table = try TrackTable(epoch: 1, tracks: [.video])
                let gap = Gap(track: .video, reason: .latency, epoch: 1, first: 1, count: 2)
                peer.send(
                    .tracks(table),
                    .frame(.sample(0)),
                    .gap(gap),
                    .frame(.sample(3)),
                    .streamState(.interrupted),
                    endOfStream
                )
                try await task.value
                let told = events.take().map { event in
                    switch event {
                    case .connected(let welcome): "connected \(welcome.epoch)"
                    case .tracks(let told): told == table ? "tracks" : "other tracks"
                    case .frame(let frame): "frame \(frame.header.sequence)"
                    case .gap(let told): told == gap ? "gap" : "other gap"
                    case .state(let state): "\(state)"
                    default: "\(event)"
                    }
                }
                #expect(told == ["connected 3", "tracks", "frame 0", "gap", "frame 3", "interrupted"])
            }
        }
    }

    @Test func `a watcher reconnects and gives nothing twice`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address), request: WatchRequest(waits: false)) { _, events, task in
                let first = try await relay.welcome()
                first.send(.frame(.sample(0)), .frame(.sample(1)), .frame(.sample(2)))
                _ = try await events.first { frame($0) == 2 ? true : nil }
                await first.close()
                let error = try await events.first(disconnection)
                #expect(error.code == .connectionLost)

                let second = try await relay.arrival()
                #expect(try await second.hello().waits, "once welcomed, it waits for the stream's return")
                second.send(
                    .welcome(.sample()),
                    .frame(.sample(1)),
                    .frame(.sample(2)),
                    .frame(.sample(5)),
                    endOfStream
                )
                try await task.value
                let gaps = events.take().compactMap { event in
                    switch event {
                    case .gap(let gap): "gap \(gap.first)+\(gap.count) \(gap.reason == .disconnected)"
                    case .frame(let frame): "frame \(frame.header.sequence)"
                    default: nil
                    }
                }
                #expect(gaps == ["gap 3+2 true", "frame 5"])
            }
        }
    }

    @Test func `a watcher starts anew with a relay that restarted`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, events, task in
                let first = try await relay.welcome(.sample(streamInstance: 1))
                first.send(.frame(.sample(0)), .frame(.sample(1)))
                first.send(.goodbye(Ending(.draining, "Going down.")))
                let error = try await events.first(disconnection)
                #expect(error.ending?.code == .draining)
                let second = try await relay.welcome(.sample(streamInstance: 2))
                second.send(.frame(.sample(0)), endOfStream)
                try await task.value
                #expect(events.take().compactMap(frame) == [0])
            }
        }
    }

    @Test func `a permanent refusal is thrown`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, _, task in
                let peer = try await relay.arrival()
                _ = try await peer.hello()
                peer.send(.error(Ending(.unauthorized, "A token is needed.")))
                let error = await #expect(throws: Ending.self) { try await task.value }
                #expect(error?.code == .unauthorized)
                try await peer.closed()
            }
        }
    }

    @Test func `a temporary refusal is followed by another try`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, events, task in
                let peer = try await relay.arrival()
                _ = try await peer.hello()
                peer.send(.error(Ending(.overloaded, "Too busy.")))
                #expect(try await events.first(disconnection).ending?.code == .overloaded)
                try await relay.welcome().send(endOfStream)
                try await task.value
            }
        }
    }

    @Test func `a missing relay is an error where the watcher shall not wait`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            try await watching(.sample(address), request: WatchRequest(waits: false)) { _, _, task in
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(
                    error?.reason == "Cannot reach 127.0.0.1:\(address.port): connection refused. "
                        + "Is 'streamd relay' running there?"
                )
            }
        }
    }

    @Test func `a watcher waits for a relay`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            try await watching(.sample(address)) { _, events, task in
                #expect(try await events.first(disconnection).code == .unreachable)
                try await ScriptedRelay.serve(port: address.port) { relay in
                    try await relay.welcome().send(endOfStream)
                    try await task.value
                }
            }
        }
    }

    @Test func `a redirect is followed`() async throws {
        try await ScriptedRelay.serve { other in
            try await ScriptedRelay.serve { relay in
                try await watching(.sample(try relay.address)) { _, _, task in
                    let peer = try await relay.arrival()
                    _ = try await peer.hello()
                    var ending = Ending(.redirect, "The stream is elsewhere.")
                    ending.redirect = "127.0.0.1:\(other.port)/camera-2"
                    peer.send(.goodbye(ending))
                    let arrival = try await other.arrival()
                    #expect(try await arrival.hello().stream.description == "camera-2")
                    arrival.send(.welcome(.sample()), endOfStream)
                    try await task.value
                }
            }
        }
    }

    @Test func `a server of another protocol is a clear error`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, _, task in
                let peer = try await relay.arrival()
                peer.send(bytes: ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n"))
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.code == .protocolViolation)
                #expect(
                    error?.reason
                        == "What answers at 127.0.0.1:\(relay.port) is no streamd relay; check host and port."
                )
            }
        }
    }

    @Test func `garbage in the middle is reported and survived`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, events, task in
                let peer = try await relay.welcome()
                peer.send(bytes: ByteBuffer(repeating: 0xFF, count: 4096))
                let told = try await peer.first { message in
                    if case .error(let ending) = message { ending } else { nil }
                }
                #expect([.messageTooLong, .unknownCritical, .malformedMessage].contains(told.code))
                #expect(try await events.first(disconnection).code == .protocolViolation)
                try await relay.welcome().send(endOfStream)
                try await task.value
            }
        }
    }

    @Test func `a message for publishers is a violation`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, events, _ in
                let peer = try await relay.welcome()
                peer.send(.viewerCount(ViewerCount(viewers: 1)))
                let told = try await peer.first { message in
                    if case .error(let ending) = message { ending } else { nil }
                }
                #expect(told.code == .unexpectedMessage)
                #expect(try await events.first(disconnection).code == .protocolViolation)
            }
        }
    }

    @Test func `silence is a lost connection`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, events, task in
                _ = try await relay.welcome(.sample(pingInterval: 50))
                #expect(try await events.first(disconnection).code == .relaySilent)
                try await relay.welcome().send(endOfStream)
                try await task.value
            }
        }
    }

    @Test func `a relay that does not answer is left`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.connectTimeout = .milliseconds(100)
            try await watching(configuration) { _, events, _ in
                let peer = try await relay.arrival()
                try await events.first { disconnection($0)?.code == .relaySilent ? () : nil }
                try await peer.closed()
            }
        }
    }

    @Test func `a slow consumer is not a silent relay`() async throws {
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let mayGoOn = Gathering<Void>()
            let task = Task {
                var connections = 0
                try await StreamWatcher(configuration).run { event in
                    switch event {
                    case .connected: connections += 1
                    case .frame(let frame) where frame.header.sequence == 0: try await mayGoOn.first { _ in () }
                    default: break
                    }
                }
                return connections
            }
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            // All at once, and more than is read ahead: the relay is never silent while this side reads.
            var bytes = Message.welcome(.sample(pingInterval: 400)).encoded()
            for sequence in UInt64(0)..<64 { Message.frame(.sample(sequence, bytes: 64 * 1024)).write(to: &bytes) }
            endOfStream.write(to: &bytes)
            peer.send(bytes: bytes)
            // The last three are an interval apart: longer than silence may last.
            for _ in 0..<ClientKeepalive.quickPings + 3 { try await peer.first(ping) }
            mayGoOn.add(())
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
            let mayGoOn = Gathering<Void>()
            let task = Task {
                var received: UInt64 = 0
                try await StreamWatcher(configuration).run { event in
                    guard case .frame = event else { return }
                    if received == 0 { try await mayGoOn.first { _ in () } }
                    received += 1
                }
                return received
            }
            let peer = try await relay.welcome()
            let sent = Gathering<UInt64>()
            let sending = Task {
                for sequence in 0..<frames {
                    let message = Message.frame(.sample(sequence, bytes: frameBytes)).encoded()
                    try await peer.channel.writeAndFlush(message).get()
                    sent.add(sequence)
                }
            }
            // Time enough to send everything, if this side were reading.
            for _ in 0..<ClientKeepalive.quickPings { try await peer.first(ping) }
            #expect(sent.take().count <= slack)
            mayGoOn.add(())
            try await sending.value
            peer.send(endOfStream)
            #expect(try await task.value == frames)
        }
    }

    @Test func `the clock offset is measured`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.wallClock = WallClock { 1_000_000 }
            try await watching(configuration) { _, events, _ in
                let peer = try await relay.welcome()
                let ping = try await peer.first { message in
                    if case .ping(let ping) = message { ping } else { nil }
                }
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
            try await watching(configuration) { _, _, _ in
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
            try await watching(.sample(try relay.address)) { watcher, events, _ in
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

    @Test func `what the consumer throws ends the watcher`() async throws {
        struct Enough: Error {}
        try await ScriptedRelay.serve { relay in
            let configuration = ClientConfiguration.sample(try relay.address)
            let task = Task { try await StreamWatcher(configuration).run { _ in throw Enough() } }
            let peer = try await relay.welcome()
            await #expect(throws: Enough.self) { try await task.value }
            let farewell = try await peer.first { message in
                if case .goodbye(let ending) = message { ending } else { nil }
            }
            #expect(farewell.code == .done)
            try await peer.closed()
        }
    }

    @Test func `a cancelled watcher ends`() async throws {
        try await ScriptedRelay.serve { relay in
            try await watching(.sample(try relay.address)) { _, _, task in
                let peer = try await relay.welcome()
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                try await peer.closed()
            }
        }
    }
}
