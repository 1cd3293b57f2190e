import NIOCore
import NIOEmbedded
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

/// Puts the number of the frame in its wrapper in front of each payload.
private final class NumberWrapping: FrameWrapping {
    /// How many wrappers there were, and there are.
    let made = Atomic(0)
    let current = Atomic(0)
    /// How many messages went to a wrapper of which there was a copy.
    let shared = Atomic(0)

    let key: String
    /// Holds frames until the relay needs the memory, or a payload begins with 255.
    let holds: Bool

    init(key: String = "numbers", holds: Bool = false) {
        self.key = key
        self.holds = holds
    }

    func makeWrapper() -> any FrameWrapper {
        made.add(1, ordering: .relaxed)
        current.add(1, ordering: .relaxed)
        return Wrapper(life: Life(self))
    }

    private final class Life: Sendable {
        let wrapping: NumberWrapping

        init(_ wrapping: NumberWrapping) { self.wrapping = wrapping }

        deinit { wrapping.current.subtract(1, ordering: .relaxed) }
    }

    private struct Wrapper: FrameWrapper {
        var life: Life
        var count: UInt8 = 0
        var output: [ProtocolMessage] = []
        var held: [ProtocolMessage] = []
        var heldBytes = 0
        /// Frames that begin with 0 cannot be decoded.
        var trackAwaitingStart: TrackID?

        mutating func take(_ message: ProtocolMessage, arrival: NIODeadline) {
            if !isKnownUniquelyReferenced(&life) { life.wrapping.shared.add(1, ordering: .relaxed) }
            guard case .frame(let frame) = message else { return output.append(message) }
            count += 1
            let payload = Array(frame.payload.readableBytesView)
            trackAwaitingStart = payload.first == 0 ? frame.header.track : nil
            let wrapped = ProtocolMessage.frame(Frame(frame.header, payload: [count] + payload))
            guard life.wrapping.holds else { return output.append(wrapped) }
            held.append(wrapped)
            heldBytes += frame.message.readableBytes
            if payload.first == 255 { stopHolding() }
        }

        mutating func stopHolding() {
            output += held
            held = []
            heldBytes = 0
        }

        mutating func next() -> ProtocolMessage? { output.isEmpty ? nil : output.removeFirst() }
    }
}

@Suite struct WrappedLogTests {
    private let relay = EmbeddedRelay()
    private let wrapping = NumberWrapping()
    private let publisher = AskedPublisher()
    private let stream: StreamRelay.Stream
    private let grant: StreamRelay.Stream.Grant

    init() throws {
        (stream, grant) = try relay.core.registry.publish(
            .live,
            instance: InstanceID(high: 0, low: 1),
            from: .none,
            connection: publisher
        )
    }

    /// A viewer of wrapped frames.
    private func watch(_ wrapping: NumberWrapping? = nil) throws -> EmbeddedChannel {
        let (channel, connection) = try relay.connect()
        let session = try #require(connection).makeSession(over: .http, wrapping: wrapping ?? self.wrapping)
        let pipeline = channel.pipeline.syncOperations
        let detection = try pipeline.handler(type: ProtocolDetectionHandler.self)
        pipeline.removeHandler(detection, promise: nil)
        relay.eventLoop.run()
        try pipeline.addHandler(session)
        try channel.writeInbound(opening(.subscribe))
        return channel
    }

    /// The payloads that a viewer was sent.
    private func payloads(_ channel: EmbeddedChannel) throws -> [[UInt8]] {
        relay.eventLoop.run()
        return try channel.messages().compactMap { message in
            if case .frame(let frame) = message { Array(frame.payload.readableBytesView) } else { nil }
        }
    }

    private func send(_ entries: LogEntry...) {
        for entry in entries { #expect(stream.append(entry, by: grant)) }
    }

    @Test func `frames are wrapped once for all viewers`() throws {
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [10]))
        let first = try watch()
        send(try entries.frame(payload: [11]), try entries.frame(randomAccess: true, payload: [12]))
        let second = try watch()
        send(try entries.frame(payload: [13]))
        #expect(try payloads(first) == [[1, 10], [2, 11], [3, 12], [4, 13]])
        #expect(try payloads(second) == [[3, 12], [4, 13]])
        #expect(wrapping.made.load(ordering: .relaxed) == 1)
        #expect(stream.viewerCount == 2)
    }

    @Test func `what a wrapper holds back comes before the end of the stream`() throws {
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [10]))
        let viewer = try watch(NumberWrapping(holds: true))
        relay.eventLoop.run()
        #expect(relay.core.registry.endPublishing(stream, grant, isEnd: true, at: .now()))
        #expect(try payloads(viewer) == [[1, 10]])
    }

    @Test func `a wrapper, which may hold many frames, is never copied`() throws {
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true))
        let viewer = try watch()
        for _ in 0..<3 { send(try entries.frame()) }
        #expect(try payloads(viewer).count == 4)
        #expect(wrapping.shared.load(ordering: .relaxed) == 0)
    }

    @Test func `the log of wrapped frames begins at the last random access point`() throws {
        var entries = EntryFactory()
        send(
            try entries.tracks(),
            try entries.frame(randomAccess: true, payload: [10]),
            try entries.frame(randomAccess: true, payload: [11]),
            try entries.frame(payload: [12])
        )
        #expect(try payloads(try watch()) == [[1, 11], [2, 12]])
    }

    @Test func `the log of wrapped frames goes a while after its last viewer, and its memory counts`() throws {
        var entries = EntryFactory()
        let empty = relay.core.memory.used(by: .logs)
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [UInt8](repeating: 1, count: 5_000)))
        let alone = relay.core.memory.used(by: .logs) - empty
        let (first, second) = (try watch(), try watch())
        _ = (try payloads(first), try payloads(second))
        #expect(relay.core.memory.used(by: .logs) - empty >= 2 * 5_000)
        try first.close().wait()
        relay.eventLoop.run()
        #expect(wrapping.current.load(ordering: .relaxed) == 1)
        let before = NIODeadline.now()
        try second.close().wait()
        relay.eventLoop.run()
        let after = NIODeadline.now()
        _ = stream.expire(at: after)
        _ = stream.expire(at: before + WrappedLog.keepTime - .nanoseconds(1))
        #expect(wrapping.current.load(ordering: .relaxed) == 1)
        _ = stream.expire(at: after + WrappedLog.keepTime)
        #expect(wrapping.current.load(ordering: .relaxed) == 0)
        #expect(relay.core.memory.used(by: .logs) - empty <= alone)
        // A viewer that comes later begins with another one.
        #expect(try payloads(try watch()).count == 1)
        #expect(wrapping.made.load(ordering: .relaxed) == 2)
    }

    @Test func `the memory counts that a wrapper holds, for as long as it holds it`() throws {
        let wrapping = NumberWrapping(holds: true)
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [UInt8](repeating: 1, count: 5_000)))
        let alone = relay.core.memory.used(by: .logs)
        let viewer = try watch(wrapping)
        #expect(try payloads(viewer).isEmpty)
        #expect(relay.core.memory.used(by: .logs) - alone >= 5_000)
        try viewer.close().wait()
        relay.eventLoop.run()
        let now = NIODeadline.now()
        for time in [now, now + WrappedLog.keepTime] { _ = stream.expire(at: time) }
        #expect(wrapping.current.load(ordering: .relaxed) == 0)
        #expect(relay.core.memory.used(by: .logs) <= alone)
    }

    @Test(arguments: [false, true])
    func `a wrapper holds no more than a log may have`(isIdle: Bool) throws {
        let wrapping = NumberWrapping(holds: true)
        var entries = EntryFactory(now: .now())
        send(try entries.tracks(), try entries.frame(randomAccess: true))
        let viewer = try watch(wrapping)
        let length = MemoryBudget.minimumLog / 4
        for _ in 0..<5 { send(try entries.frame(payload: [UInt8](repeating: 1, count: length))) }
        relay.eventLoop.run()
        #expect(relay.core.memory.used(by: .logs) >= 10 * length)
        relay.core.memory.limit = MemoryBudget.minimumLog
        // Logs drop entries now and then.
        entries.now = entries.now + 2 * TruncationSchedule.interval
        if isIdle {
            _ = stream.expire(at: entries.now)
        } else {
            send(try entries.frame(payload: [1]))
        }
        #expect(try !payloads(viewer).isEmpty)
        // The two logs have an equal part each.
        #expect(relay.core.memory.used(by: .logs) <= 2 * MemoryBudget.minimumLog)
    }

    @Test func `a frame that a wrapper leaves out for want of a key frame makes the relay ask for one`() throws {
        var entries = EntryFactory(now: .now())
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [1]), try entries.frame(payload: [0]))
        #expect(publisher.requests.isEmpty)
        _ = try watch()
        relay.eventLoop.run()
        send(try entries.frame(payload: [1]))
        #expect(publisher.requests.isEmpty)
        for _ in 0..<3 { send(try entries.frame(payload: [0])) }
        #expect(publisher.requests == [.zero])
    }

    @Test func `viewers that come one after another share a log`() throws {
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true))
        let now = NIODeadline.now()
        for _ in 0..<3 {
            let viewer = try watch()
            #expect(try payloads(viewer).count == 1)
            try viewer.close().wait()
            relay.eventLoop.run()
            _ = stream.expire(at: now)
        }
        #expect(wrapping.made.load(ordering: .relaxed) == 1)
    }

    @Test func `the price of a log is that of the frames that are wrapped, and one that exists costs nothing`() throws {
        var entries = EntryFactory()
        let length = 100 * WorkCost.wrappedBytesPerByte
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [UInt8](repeating: 1, count: length)))
        #expect(try stream.price(of: wrapping) >= 100)
        _ = try watch()
        relay.eventLoop.run()
        #expect(try stream.price(of: wrapping) == 0)
    }

    @Test func `the client for which a log is made pays for it`() throws {
        var entries = EntryFactory()
        let length = 16_384 * WorkCost.wrappedBytesPerByte
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [UInt8](repeating: 1, count: length)))
        let (_, connection) = try relay.connect()
        let registration = try #require(connection?.registration)
        // At one time, so that the account does not fill.
        let start = NIODeadline.now()
        _ = try watch()
        let almostAll = PeerAccount.controlTrafficBurst - 8_192
        #expect(relay.core.peers.takeControlTraffic(almostAll, from: registration, at: start))
        #expect(!relay.core.peers.takeControlTraffic(1, from: registration, at: start))
    }

    @Test func `a stream has a limited number of logs, and one without viewers makes room`() throws {
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true))
        let others = (0..<WrappedLog.limit).map { NumberWrapping(key: "\($0)") }
        let viewers = try others.map { try watch($0) }
        relay.eventLoop.run()
        #expect(throws: ProtocolError.self) { try stream.price(of: wrapping) }
        let refused = try watch()
        relay.eventLoop.run()
        #expect(try refused.messages().contains { if case .error = $0 { true } else { false } })
        #expect(stream.viewerCount == WrappedLog.limit)
        try viewers[0].close().wait()
        relay.eventLoop.run()
        #expect(try payloads(try watch()).count == 1)
        #expect(others[0].current.load(ordering: .relaxed) == 0)
    }

    @Test func `viewers of wrapped frames see the end of the stream`() throws {
        var entries = EntryFactory()
        send(try entries.tracks(), try entries.frame(randomAccess: true))
        let viewer = try watch()
        #expect(relay.core.registry.endPublishing(stream, grant, isEnd: true, at: .now()))
        relay.eventLoop.run()
        let messages = try viewer.messages()
        guard case .goodbye(let ending)? = messages.last else {
            Issue.record("the stream goes on")
            return
        }
        #expect(ending.code == .endOfStream)
    }
}
