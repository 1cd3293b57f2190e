import NIOCore
import NIOEmbedded
import Platform
import RelayTestSupport
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

/// The pulls of a relay, without relays upstream.
@Suite struct PullsTests {
    private let upstream = UnreachedUpstream()
    private let relay: EmbeddedRelay
    private var core: RelayCore { relay.core }

    init() {
        relay = EmbeddedRelay(protocolHandlers: ProtocolHandlers(upstream: upstream)) { configuration in
            configuration.limits.perAddress.streams = 1
        }
    }

    private func join(_ stream: StreamName, from registration: PeerTable.Registration = .none) throws -> Pulls.Wait? {
        let hello = Hello(role: .subscribe, stream: stream, instance: .random())
        return try core.pulls.join(hello, from: registration, in: core, on: relay.eventLoop)
    }

    @Test func `a relay that has left is on no path`() throws {
        let (channel, _) = try relay.connect()
        var hello = Hello(role: .relay, stream: .live, instance: .random())
        hello.path = RelayPath(.random())
        try channel.writeInbound(ByteBuffer.opening(.hello(hello)))
        let pull = try #require(core.pulls.pull(of: .live))
        #expect(pull.path().relays.count == 2)
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(pull.path().relays.count == 1)
        pull.end(.stopped)
    }

    @Test func `a pull that was refused counts for its client until it is forgotten`() throws {
        let address = try SocketAddress(ipAddress: "203.0.113.1", port: 1)
        let (registration, _) = core.peers.open(from: address, at: .now())
        let names = try ["a", "b", "c"].map { try StreamName($0) }
        _ = try join(names[0], from: registration)
        core.pulls.pull(of: names[0])?.end(.refused("It is not to be had."))
        #expect(core.pulls.count == 1)
        #expect(errorCode { _ = try join(names[1], from: registration) } == .tooManyFromAddress)
        core.pulls.tick(at: .now() + PullStateMachine<Int>.refusalTime)
        #expect(core.pulls.count == 0)
        for name in names.dropFirst() {
            #expect(try join(name, from: registration) != nil, "it counts once")
            core.pulls.pull(of: name)?.end(.stopped)
            core.pulls.tick(at: .now())
        }
    }

    @Test func `a pull needs a descriptor until it is connected, and again when it is not`() throws {
        let descriptors = core.descriptors
        let needed = { descriptors.unconnectedPulls.load(ordering: .relaxed) }
        _ = try join(.live)
        let pull = try #require(core.pulls.pull(of: .live))
        #expect(needed() == 1)
        try pull.welcomed(.upstream()) { _ in }
        #expect(needed() == 0)
        pull.lost()
        pull.lost()
        #expect(needed() == 1)
        try pull.welcomed(.upstream()) { _ in }
        #expect(needed() == 0)
        pull.lost()
        pull.end(.stopped)
        #expect(needed() == 0)
        try pull.welcomed(.upstream()) { _ in }
        pull.lost()
        #expect(needed() == 0, "it connects no more")
    }

    @Test func `an attempt to connect waits for descriptors, and ends when it succeeds or fails`() throws {
        try #require(ResourceLimit.descriptors.current.map { $0 < CInt.max } == true)
        let descriptors = core.descriptors
        let attempts = { descriptors.attempts.withLock(\.self) }
        _ = try join(.live)
        let pull = try #require(core.pulls.pull(of: .live))
        descriptors.attempts.withLock { $0 = Int(CInt.max) }
        #expect(!pull.beginAttempt())
        descriptors.attempts.withLock { $0 = 0 }
        #expect(pull.beginAttempt() && attempts() == 1)
        try pull.welcomed(.upstream()) { _ in }
        #expect(attempts() == 0)
        pull.lost()
        #expect(pull.beginAttempt() && attempts() == 1)
        pull.lost()
        #expect(attempts() == 0)
        #expect(pull.beginAttempt() && attempts() == 1)
        pull.end(.stopped)
        #expect(attempts() == 0)
        #expect(pull.beginAttempt() && attempts() == 0, "its task is cancelled")
    }

    @Test func `the descriptors that other pulls need are not free`() throws {
        try #require(ResourceLimit.descriptors.current.map { $0 < CInt.max } == true)
        let limit = Int(CInt.max)
        #expect(!core.descriptors.areFew)
        core.descriptors.addUnconnectedPulls(limit)
        #expect(core.descriptors.areFew)
        #expect(errorCode { _ = try join(.live) } == .overloaded)
        #expect(core.pulls.count == 0)
        core.descriptors.addUnconnectedPulls(-limit)
        #expect(try join(.live) != nil)
        core.pulls.pull(of: .live)?.end(.stopped)
    }

    @Test func `a stream that gets a publisher while a client asks for it is not taken`() throws {
        upstream.onQuestion { [core] in
            _ = try? core.registry.publish(.live, instance: .random(), from: .none, connection: SilentPublisher())
            core.pulls.yield(.live)
        }
        #expect(try join(.live) == nil)
        #expect(core.pulls.count == 0)
        upstream.onQuestion {}
    }
}

/// An origin to which no connection begins.
final class UnreachedUpstream: UpstreamProvider {
    private let question = Mutex<@Sendable () -> Void> {}

    /// Calls `action` when the relay asks for a stream's origin.
    func onQuestion(_ action: @escaping @Sendable () -> Void) { question.withLock { $0 = action } }

    func origin(of stream: StreamName) -> String? {
        question.withLock { $0 }()
        return "upstream"
    }

    func run(_ pull: Pull) async -> PullEnd {
        while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
        return .stopped
    }
}
