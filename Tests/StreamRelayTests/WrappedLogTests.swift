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

    var key: String { "numbers" }

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
        var last: FrameHeader?

        mutating func take(_ message: ProtocolMessage, arrival: NIODeadline) {
            if !isKnownUniquelyReferenced(&life) { life.wrapping.shared.add(1, ordering: .relaxed) }
            guard case .frame(let frame) = message else { return output.append(message) }
            count += 1
            last = frame.header
            output.append(.frame(Frame(frame.header, payload: [count] + Array(frame.payload.readableBytesView))))
        }

        /// Holds back a payload of 0 until the end.
        mutating func finish() {
            guard var header = last else { return }
            header.sequence += 1
            output.append(.frame(Frame(header, payload: [0])))
        }

        mutating func next() -> ProtocolMessage? { output.isEmpty ? nil : output.removeFirst() }
    }
}

@Suite struct WrappedLogTests {
    private let relay = EmbeddedRelay()
    private let wrapping = NumberWrapping()
    private let stream: StreamRelay.Stream
    private let grant: StreamRelay.Stream.Grant

    init() throws {
        (stream, grant) = try relay.core.registry.publish(
            .live,
            instance: InstanceID(high: 0, low: 1),
            from: .none,
            connection: SilentPublisher()
        )
    }

    /// A viewer of wrapped frames.
    private func watch() throws -> EmbeddedChannel {
        let (channel, connection) = try relay.connect()
        let session = try #require(connection).makeSession(over: .http, wrapping: wrapping)
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
        let viewer = try watch()
        #expect(relay.core.registry.endPublishing(stream, grant, isEnd: true, at: .now()))
        #expect(try payloads(viewer) == [[1, 10], [0]])
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

    @Test func `the log of wrapped frames goes with its last viewer, and its memory counts`() throws {
        var entries = EntryFactory()
        let before = relay.core.memory.used(by: .logs)
        send(try entries.tracks(), try entries.frame(randomAccess: true, payload: [UInt8](repeating: 1, count: 5_000)))
        let alone = relay.core.memory.used(by: .logs) - before
        let (first, second) = (try watch(), try watch())
        _ = (try payloads(first), try payloads(second))
        #expect(relay.core.memory.used(by: .logs) - before >= 2 * 5_000)
        try first.close().wait()
        relay.eventLoop.run()
        #expect(wrapping.current.load(ordering: .relaxed) == 1)
        try second.close().wait()
        relay.eventLoop.run()
        #expect(wrapping.current.load(ordering: .relaxed) == 0)
        #expect(relay.core.memory.used(by: .logs) - before <= alone)
        // A viewer that comes later begins with another one.
        #expect(try payloads(try watch()).count == 1)
        #expect(wrapping.made.load(ordering: .relaxed) == 2)
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
