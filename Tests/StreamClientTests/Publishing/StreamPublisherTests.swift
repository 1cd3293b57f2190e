import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite(.timeLimit(.minutes(10))) struct StreamPublisherTests {
    /// An age that no frame reaches, so that a busy machine drops none. ``PublishQueueTests`` tests the age.
    static let age = Duration.seconds(60 * 60)

    /// Runs a publisher while `body` runs.
    func publishing(
        _ configuration: ClientConfiguration,
        limits: PublishLimits = PublishLimits(age: Self.age),
        tracks: [Track] = [.video],
        _ body: (PublishOutlet, Gathering<PublishEvent>, Task<Void, any Error>) async throws -> Void
    ) async throws {
        let publisher = StreamPublisher(configuration, limits: limits)
        let outlet = publisher.outlet
        try outlet.setTracks(tracks)
        let events = Gathering<PublishEvent>()
        let task = Task { try await publisher.run() }
        let listening = Task { for await event in outlet.events { events.add(event) } }
        defer {
            task.cancel()
            listening.cancel()
        }
        try await body(outlet, events, task)
    }

    func connection(_ event: PublishEvent) -> Welcome? {
        if case .connected(let welcome) = event { welcome } else { nil }
    }

    func disconnection(_ event: PublishEvent) -> ClientError? {
        if case .disconnected(let error, _) = event { error } else { nil }
    }

    func keyFrameRequest(_ event: PublishEvent) -> TrackID? {
        if case .keyFrameRequested(let track) = event { track } else { nil }
    }

    @Test func `a publisher sends and ends its stream`() async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address)) { outlet, events, task in
                let peer = try await relay.arrival()
                let hello = try await peer.hello()
                #expect(hello.role == .publish)
                #expect(hello.stream.description == "cam")
                peer.send(.welcome(.sample(epoch: 5)))
                #expect(try await events.first(connection).epoch == 5)
                try await outlet.send(.key(0))
                #expect(outlet.offer(.delta(1)).isQueued)
                outlet.finish()
                #expect(try await peer.next() == .tracks(TrackTable(epoch: 5, tracks: [.video])))
                #expect(try await peer.frame() == MediaFrame.key(0).numbered(0, in: 5))
                #expect(try await peer.frame() == MediaFrame.delta(1).numbered(1, in: 5))
                guard case .goodbye(let ending) = try await peer.next() else {
                    Issue.record("left without a goodbye")
                    return
                }
                #expect(ending.code == .endOfStream)
                await peer.close()
                try await task.value
                await #expect(throws: ClientError.self) { try await outlet.send(.key(2)) }
                #expect(!outlet.offer(.key(2)).isQueued)
            }
        }
    }

    @Test func `a publisher that waits for its tracks connects with them`() async throws {
        try await ScriptedRelay.serve { relay in
            let publisher = StreamPublisher(.sample(try relay.address), waitsForTracks: true)
            async let running: Void = publisher.run { outlet in
                // A source that fails to open: the relay must not have heard of the stream by then.
                await #expect(throws: ClientError.self) { try await outlet.send(.key(0)) }
                try outlet.setTracks([.video])
                try await outlet.send(.key(0))
            }
            let peer = try await relay.welcome()
            #expect(try await peer.next() == .tracks(TrackTable(epoch: 1, tracks: [.video])))
            _ = try await peer.frame()
            guard case .goodbye = try await peer.next() else {
                Issue.record("left without a goodbye")
                return
            }
            await peer.close()
            try await running
        }
    }

    @Test func `a publisher whose source has no tracks does not connect`() async throws {
        let publisher = StreamPublisher(.sample(try RelayAddress("127.0.0.1:1")), waitsForTracks: true)
        try await publisher.run { _ in }
    }

    @Test func `nothing is lost while the relay is not there yet`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            try await publishing(.sample(address)) { outlet, events, task in
                #expect(try await events.first(disconnection).code == .unreachable)
                for time in 0..<20 { try await outlet.send(time == 0 ? .key(0) : .delta(Int64(time))) }
                try await ScriptedRelay.serve(port: address.port) { relay in
                    let peer = try await relay.welcome()
                    _ = try await peer.next()
                    for sequence in UInt64(0)..<20 { #expect(try await peer.frame().header.sequence == sequence) }
                }
            }
        }
    }

    @Test func `a publisher waits for a slow relay`() async throws {
        let frameBytes = 256 * 1024
        let frames: Int64 = 128
        try await ScriptedRelay.serve { relay in
            let sent = Gathering<Int64>()
            let limits = PublishLimits(bytes: 1024 * 1024, age: Self.age)
            try await publishing(.sample(try relay.address), limits: limits) { outlet, _, _ in
                let peer = try await relay.welcome(.sample(maximumFrameLength: 1 << 20))
                try await peer.pace()
                let source = Task {
                    for time in 0..<frames {
                        try await outlet.send(
                            time == 0 ? .key(0, bytes: frameBytes) : .delta(time, bytes: frameBytes)
                        )
                        sent.add(time)
                    }
                }
                _ = try await peer.next()
                // Both systems' buffers, and this side's queue and batch.
                let slack = Int64(16 * 1024 * 1024 / frameBytes)
                var furthest: Int64 = 0
                for expected in 0..<frames {
                    #expect(try await peer.frame().header.sequence == UInt64(expected))
                    furthest = sent.take().last ?? furthest
                    #expect(furthest <= expected + slack)
                }
                try await source.value
            }
        }
    }

    @Test func `a publisher reports what waits and where`() async throws {
        let frameBytes = 64 * 1024
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address), limits: PublishLimits(age: Self.age)) {
                outlet,
                events,
                _ in
                #expect(outlet.backlog == UplinkBacklog())
                let peer = try await relay.welcome()
                try await peer.pace()
                _ = try await events.first(connection)
                #expect(outlet.backlog.isConnected)
                // The relay reads nothing: first both systems' buffers fill, and then the queue.
                var offered = 0
                repeat {
                    outlet.offer(
                        offered == 0 ? .key(0, bytes: frameBytes) : .delta(Int64(offered), bytes: frameBytes)
                    )
                    offered += 1
                    await Task.yield()
                } while outlet.backlog.queuedBytes < 8 * 1024 * 1024
                var full = outlet.backlog
                // Bytes are in flight once the connection has had its turn.
                while full.bytes == full.queuedBytes {
                    await Task.yield()
                    full = outlet.backlog
                }
                #expect(full.age > .zero && full.age >= full.queueAge)
                _ = try await peer.next()
                for _ in 0..<offered { _ = try await peer.frame() }
                // The last frame is read, and acknowledged a moment later. While bytes change hands, the backlog may
                // look empty.
                var empty = outlet.backlog
                while empty.bytes > 0 || empty.confirmedBytes <= UInt64(offered * frameBytes) {
                    await Task.yield()
                    empty = outlet.backlog
                }
                #expect(empty.age == .zero && empty.queueAge == .zero)
            }
        }
    }

    /// Frames in the system's buffers cannot be dropped any more, so there must be few, however many the system would
    /// take.
    @Test func `a relay that reads slowly leaves the choice to the queue`() async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address), limits: PublishLimits(bytes: 1 << 20, age: Self.age)) {
                outlet,
                events,
                _ in
                let peer = try await relay.welcome()
                try await peer.pace()
                _ = try await events.first(connection)
                // Frames are dropped only when the queue is full.
                var time: Int64 = 0
                while outlet.offer(time == 0 ? .key(0, bytes: 32_000) : .delta(time, bytes: 32_000)).isQueued {
                    time += 1
                    await Task.yield()
                }
                let backlog = outlet.backlog
                let onItsWay = backlog.bytes - backlog.queuedBytes
                #expect(onItsWay <= 512 * 1024)
            }
        }
    }

    @Test func `a full queue holds up the source`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            let limits = PublishLimits(bytes: 30, age: Self.age)
            try await publishing(.sample(address), limits: limits) { outlet, events, _ in
                let sent = Gathering<Int64>()
                let source = Task {
                    for time in 0..<Int64(6) {
                        try await outlet.send(.key(time))
                        sent.add(time)
                    }
                }
                _ = try await sent.first { $0 == 2 ? true : nil }
                _ = try await events.first(disconnection)
                #expect(sent.take().isEmpty)
                try await ScriptedRelay.serve(port: address.port) { relay in
                    let peer = try await relay.welcome()
                    try await source.value
                    _ = try await peer.next()
                    for sequence in UInt64(0)..<6 { #expect(try await peer.frame().header.sequence == sequence) }
                }
            }
        }
    }

    @Test func `a source that waits learns of the end`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            try await publishing(.sample(address), limits: PublishLimits(bytes: 10, age: Self.age)) {
                outlet,
                _,
                task in
                try await outlet.send(.key(0))
                let source = Task { try await outlet.send(.key(1)) }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                let error = await #expect(throws: ClientError.self) { try await source.value }
                #expect(error?.code == .finished)
            }
        }
    }

    @Test func `each epoch begins at a random access point`() async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address), tracks: [.video, .audio]) { outlet, events, _ in
                let first = try await relay.welcome(.sample(epoch: 1))
                try await outlet.send(.key(0))
                _ = try await first.next()
                _ = try await first.frame()
                await first.close()
                _ = try await events.first(disconnection)
                let second = try await relay.welcome(.sample(epoch: 2))
                #expect(try await events.first(connection).epoch == 2)
                #expect(try await events.first(keyFrameRequest) == .video)
                #expect(!outlet.offer(.delta(1)).isQueued)
                #expect(outlet.offer(.audio(1)).isQueued)
                try await outlet.send(.delta(2))
                #expect(outlet.offer(.key(3)).isQueued)
                #expect(try await second.next() == .tracks(TrackTable(epoch: 2, tracks: [.video, .audio])))
                #expect(try await second.frame() == MediaFrame.audio(1).numbered(0, in: 2))
                #expect(try await second.frame() == MediaFrame.key(3).numbered(0, in: 2))
            }
        }
    }

    @Test func `a full queue drops whole groups and reports it`() async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address), limits: PublishLimits(bytes: 40, age: Self.age)) {
                outlet,
                events,
                _ in
                // Nothing is taken from the queue before the welcome.
                let peer = try await relay.arrival()
                for time in 0..<Int64(4) { #expect(outlet.offer(time == 0 ? .key(0) : .delta(time)).isQueued) }
                #expect(!outlet.offer(.delta(4)).isQueued)
                #expect(try await events.first(keyFrameRequest) == .video)
                #expect(outlet.offer(.key(5)).isQueued)
                _ = try await peer.hello()
                peer.send(.welcome(.sample()))
                _ = try await peer.next()
                #expect(try await peer.frame() == MediaFrame.key(5).numbered(0, in: 1))
            }
        }
    }

    @Test func `messages of the relay are passed on`() async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address)) { _, events, _ in
                let peer = try await relay.welcome()
                peer.send(.viewerCount(ViewerCount(viewers: 12)), .keyFrameRequest(KeyFrameRequest(track: .video)))
                let viewers = try await events.first { event in
                    if case .viewers(let count) = event { count } else { nil }
                }
                #expect(viewers == 12)
                #expect(try await events.first(keyFrameRequest) == .video)
            }
        }
    }

    @Test func `the clock is sent`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.wallClock = WallClock { 1_000_000 }
            try await publishing(configuration) { _, _, _ in
                let peer = try await relay.welcome()
                let ping = try await peer.first { message in
                    if case .ping(let ping) = message { ping } else { nil }
                }
                peer.send(.pong(Pong(sent: ping.sent, received: 1_002_000, answered: 1_002_000)))
                let offset = try await peer.first { message in
                    if case .clockOffset(let offset) = message { offset } else { nil }
                }
                #expect(offset.offset == -2_000, "the publisher's clock, seen from the relay")
            }
        }
    }

    @Test(arguments: [ErrorCode.streamTaken, .unauthorized, .replaced])
    func `a permanent error ends the publisher`(code: ErrorCode) async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address)) { outlet, _, task in
                let peer = try await relay.welcome()
                peer.send(.goodbye(Ending(code, "No.")))
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.ending?.code == code)
                #expect(!outlet.offer(.key(0)).isQueued)
                let later = await #expect(throws: ClientError.self) { try await outlet.send(.key(0)) }
                #expect(later == error, "a source that passes frames from elsewhere learns the reason too")
            }
        }
    }

    @Test func `a late connection still gets a goodbye`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            try await publishing(.sample(address)) { outlet, events, task in
                try await outlet.send(.key(0))
                outlet.finish()
                _ = try await events.first(disconnection)
                try await ScriptedRelay.serve(port: address.port) { relay in
                    let peer = try await relay.welcome()
                    _ = try await peer.next()
                    _ = try await peer.frame()
                    guard case .goodbye = try await peer.next() else {
                        Issue.record("left without a goodbye")
                        return
                    }
                    await peer.close()
                    try await task.value
                }
            }
        }
    }
}
