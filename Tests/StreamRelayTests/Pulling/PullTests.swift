import NIOCore
import RelayTestSupport
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

/// One stream of a relay upstream, in place of which the test calls.
@Suite struct PullTests {
    private let core: RelayCore
    private let pull: Pull

    init() {
        var configuration = RelayConfiguration()
        configuration.limits.memory = 32 * 1024 * 1024
        core = RelayCore(configuration: configuration, admission: OpenAdmission(), name: "test", logger: .silent)
        pull = Pull(.live, from: "first", for: .none, in: core)
    }

    private func begin(_ send: @escaping @Sendable (ProtocolMessage) -> Void = { _ in }) throws -> Stream {
        try pull.welcomed(.upstream(), send: send)
        return try #require(core.registry.stream(.live))
    }

    @Test func `the last number of viewers that goes upstream is the newest`() async throws {
        let recorder = Recorder()
        let stream = try begin { message in
            if case .viewerCount(let count) = message { recorder.counts.withLock { $0.append(count.viewers) } }
        }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2_000 {
                        stream.addRelayedViewers(1)
                        pull.viewersJoined()
                    }
                }
            }
        }
        let counts = recorder.counts.withLock { $0 }
        #expect(counts == counts.sorted())
        #expect(counts.last == 8_000)
    }

    private final class Recorder: Sendable {
        let counts = Mutex<[UInt32]>([])
    }

    @Test func `a message that has arrived in part counts as that of a publisher`() throws {
        let before = core.memory.used(by: .publishers)
        try pull.reserve(100_000, after: 0)
        #expect(core.memory.used(by: .publishers) == before + 131_072)
        #expect(errorCode { try pull.reserve(8 * 1024 * 1024, after: 100_000) } == .overloaded)
        pull.settle(0)
        #expect(core.memory.used(by: .publishers) == before)
    }

    @Test func `operators see where the stream comes from now`() throws {
        let stream = try begin()
        #expect(stream.status(at: .now()).source?.origin == "first")
        pull.changeOrigin(to: "second")
        #expect(stream.status(at: .now()).source?.origin == "second")
    }

    @Test func `after the end nothing is left`() throws {
        let stream = try begin()
        pull.end(.withdrawn)
        #expect(core.registry.stream(.live) == nil)
        #expect(stream.currentState.state == .interrupted)
        #expect(core.memory.used(by: .publishers) == 0)
    }
}
