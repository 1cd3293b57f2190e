import AllocationCounter
import RelayTestSupport
import NIOCore
import NIOPosix
import StreamHTTP
import StreamProtocol
import Testing

@testable import StreamRelay

/// In the steady state nothing is allocated for a viewer and a frame: what a frame costs in allocations does not depend on
/// how many watch.
@Suite(
    .enabled(if: allocationsAreCounted(), "needs glibc, and no sanitizer"),
    .enabled(if: FanOut.underTest != .nio, "NIO allocates for each write")
)
struct SteadyAllocationTests {
    /// So few and small that every socket takes them, although no viewer reads meanwhile.
    private static let frames = 50

    @Test(arguments: CrowdCarrier.all)
    func `a frame allocates the same for ten and for two hundred viewers`(carrier: CrowdCarrier) async throws {
        let few = try await allocations(viewers: 10, by: carrier)
        let many = try await allocations(viewers: 200, by: carrier)
        // A table that grows once is no cost of a frame; a viewer's own allocation would come 190 times for each.
        #expect(many < few + UInt64(Self.frames), "allocations of the event loop for \(Self.frames) frames")
        // Without optimization; it is for the tables of a log, the count of its memory and the stream's meter.
        #expect(many <= 20 * Self.frames)
    }

    /// What the event loop's thread allocates while frames go out to so many.
    private func allocations(viewers: Int, by carrier: CrowdCarrier) async throws -> UInt64 {
        SocketCrowd.allowMany
        return try await RunningRelay.run(
            threads: 1,
            tls: carrier.hasTLS ? ModelTLS.certificate() : nil,
            http: HTTPService(),
            // So that the log has its size before anything is counted.
            configure: { $0.stream.logBytes = 32 * 1024 }
        ) { running in
            let (core, eventLoop, address) = (running.relay.core, running.group.next(), try await running.relay.address)
            return try await NIOThreadPool.singleton.runIfActive {
                let crowd = try SteadyCrowd(viewers, by: carrier, of: core, on: eventLoop, at: address)
                defer { crowd.hangUp() }
                try crowd.joinLane()
                return try crowd.allocations(for: Self.frames)
            }
        }
    }
}

/// The carriers of a crowd, with all that its viewers send.
enum CrowdCarrier: CaseIterable, Sendable {
    case tcp
    case webSocket
    case http
    case tls
    case webSocketInTLS

    /// Those that this build has.
    static var all: [CrowdCarrier] { allCases.filter { !$0.hasTLS || ModelCarrier.all.contains(.tls) } }

    var hasTLS: Bool { self == .tls || self == .webSocketInTLS }

    func connect(to relay: SocketAddress) throws -> ModelConnection {
        let hello = opening(.subscribe)
        return switch self {
        case .tcp:
            try ModelConnection(to: relay, by: .tcp, stream: .live, opening: hello, hasSmallBuffers: false)
        case .webSocket:
            try ModelConnection(to: relay, by: .webSocket, stream: .live, opening: hello, hasSmallBuffers: false)
        case .tls: try ModelConnection(to: relay, by: .tls, stream: .live, opening: hello, hasSmallBuffers: false)
        case .webSocketInTLS:
            try ModelConnection(to: relay, by: .webSocketInTLS, stream: .live, opening: hello, hasSmallBuffers: false)
        case .http:
            try ModelConnection(
                to: relay,
                by: .tcp,
                stream: .live,
                opening: ByteBuffer(string: "GET /live.h264 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                hasSmallBuffers: false
            )
        }
    }
}

/// Viewers that read, and their publisher.
private final class SteadyCrowd {
    /// What belongs to the event loop.
    private struct Source {
        let stream: Stream
        let grant: Stream.Grant
        var entries: EntryFactory

        /// Publishes so many small frames.
        ///
        /// - Returns: What was allocated meanwhile.
        mutating func publish(_ count: Int) throws -> UInt64 {
            entries.now = .now()
            let payload = [UInt8](repeating: 1, count: 200)
            let frames = try (0..<count).map { _ in try entries.frame(randomAccess: true, payload: payload) }
            let before = allocationsOfThisThread()
            for frame in frames { _ = stream.append(frame, by: grant) }
            return allocationsOfThisThread() - before
        }
    }

    private let core: RelayCore
    private let eventLoop: any EventLoop
    private let source: NIOLoopBoundBox<Source>
    private var connections: [ModelConnection]

    init(
        _ count: Int,
        by carrier: CrowdCarrier,
        of core: RelayCore,
        on eventLoop: any EventLoop,
        at address: SocketAddress
    ) throws {
        self.core = core
        self.eventLoop = eventLoop
        source = try eventLoop.submit {
            let (stream, grant) = try core.registry.publish(
                .live,
                instance: InstanceID(high: 0, low: 1),
                from: core.peers.open(from: nil, at: .now()).0,
                connection: SilentPublisher()
            )
            var entries = EntryFactory(epoch: grant.epoch)
            _ = stream.append(try entries.tracks(epoch: grant.epoch), by: grant)
            return NIOLoopBoundBox(Source(stream: stream, grant: grant, entries: entries), eventLoop: eventLoop)
        }.wait()
        connections = try (0..<count).map { _ in try carrier.connect(to: address) }
    }

    func hangUp() { for connection in connections { connection.hangUp() } }

    /// Publishes until every viewer is in a lane and the log is full.
    func joinLane() throws {
        var frames = 0
        while try viewersInLanes() < connections.count || frames < 200 {
            frames += 1
            _ = try publish(1)
        }
    }

    /// What the event loop allocates for so many frames, once it has done so before.
    func allocations(for frames: Int) throws -> UInt64 {
        for _ in 0..<3 { _ = try publish(frames) }
        let allocations = try publish(frames)
        guard try viewersInLanes() == connections.count else { throw Violation("a viewer left its lane") }
        return allocations
    }

    private func publish(_ count: Int) throws -> UInt64 {
        let source = source
        let allocations = try eventLoop.submit { try source.value.publish(count) }.wait()
        for index in connections.indices {
            while case .bytes = try connections[index].receive(atMost: 64 * 1024) {}
        }
        return allocations
    }

    private func viewersInLanes() throws -> Int {
        let (core, eventLoop) = (core, eventLoop)
        return try eventLoop.submit {
            core.loops?[eventLoop]?.connections.values.count { connection in
                connection.session?.viewer?.lanePosition != nil
            } ?? 0
        }.wait()
    }
}
