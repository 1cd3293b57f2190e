import StreamClient
import StreamProtocol
import Synchronization

/// A viewer whose events a test can wait for, in order.
public final class TestViewer: Sendable {
    public let watcher: StreamWatcher
    private let events: AsyncStream<WatchEvent>
    private let running: Task<Void, any Error>
    private let gate: Gate?

    /// - Parameter gate: Holds the viewer before each frame while it is closed: a slow consumer.
    public init(_ configuration: ClientConfiguration, request: WatchRequest = WatchRequest(), gate: Gate? = nil) {
        let watcher = StreamWatcher(configuration, request: request)
        let (events, continuation) = AsyncStream<WatchEvent>.makeStream()
        self.watcher = watcher
        self.events = events
        self.gate = gate
        running = Task {
            defer { continuation.finish() }
            try await watcher.run { event in
                if case .frame = event { await gate?.pass() }
                continuation.yield(event)
            }
        }
    }

    deinit { running.cancel() }

    /// Waits for the first event that `choose` takes, passing over those before.
    public func next<Value>(_ choose: (WatchEvent) -> Value?) async throws -> Value {
        for await event in events {
            if let value = choose(event) { return value }
        }
        try await running.value
        throw Ended()
    }

    /// Everything up to the clean end of the stream.
    public func rest() async throws -> [WatchEvent] {
        var rest: [WatchEvent] = []
        for await event in events { rest.append(event) }
        try await running.value
        return rest
    }

    /// Waits until the relay has welcomed this viewer.
    public func connected() async throws -> Welcome {
        try await next { if case .connected(let welcome) = $0 { welcome } else { nil } }
    }

    public func frame() async throws -> FrameHeader {
        try await next { if case .frame(let frame) = $0 { frame.header } else { nil } }
    }

    public func gap() async throws -> Gap {
        try await next { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    /// Stops watching, and waits until it has.
    public func leave() async {
        running.cancel()
        _ = await running.result
    }

    /// The stream ended where a test waited for more.
    public struct Ended: Error {}
}

/// A gate that a test opens.
public final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    public init() {}

    /// Waits while the gate is closed.
    public func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension [WatchEvent] {
    public var frames: [Frame] { compactMap { if case .frame(let frame) = $0 { frame.protocolFrame } else { nil } } }
    public var gaps: [Gap] { compactMap { if case .gap(let gap) = $0 { gap } else { nil } } }
}
