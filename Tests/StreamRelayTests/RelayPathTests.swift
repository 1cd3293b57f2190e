import NIOCore
import NIOEmbedded
import RelayTestSupport
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct RelayPathTests {
    private let relay = EmbeddedRelay()

    /// The relay's answer to a hello.
    private func answer(_ role: Hello.Role, _ path: RelayPath?) throws -> ProtocolMessage? {
        let (channel, _) = try relay.connect()
        var hello = Hello(role: role, stream: .live, instance: .random())
        hello.path = path
        try channel.writeInbound(ByteBuffer.opening(.hello(hello)))
        return try channel.messages().first
    }

    private func welcome(_ role: Hello.Role, _ path: RelayPath?) throws -> Welcome? {
        if case .welcome(let welcome)? = try answer(role, path) { welcome } else { nil }
    }

    /// The first relay of the path waits for a stream; each further one asks the next, and the last asks the first.
    @Test(arguments: 2...RelayPath.maximumCount)
    func `a loop of relays is refused`(count: Int) throws {
        let others = (1..<count).map { _ in RelayID.random() }
        for place in 0..<count {
            var path = others
            path.insert(relay.core.id, at: place)
            guard case .error(let ending)? = try answer(.relay, try RelayPath(path)) else {
                Issue.record("a loop with this relay at place \(place) was not refused")
                continue
            }
            #expect(ending.code == .relayLoop)
            #expect(!ending.isRetryable)
        }
        #expect(relay.core.registry.all().isEmpty, "a refused relay leaves no stream behind")
    }

    @Test func `a relay with the longest path of others is served`() throws {
        let path = try RelayPath((0..<RelayPath.maximumCount).map { _ in .random() })
        #expect(try welcome(.relay, path)?.path == RelayPath(relay.core.id))
    }

    @Test func `only relays receive the path, and only theirs counts`() throws {
        #expect(try welcome(.relay, nil)?.path == RelayPath(relay.core.id))
        let viewer = try #require(try welcome(.subscribe, RelayPath(relay.core.id)))
        #expect(viewer.path == nil)
        let publisher = try #require(try welcome(.publish, RelayPath(relay.core.id)))
        #expect(publisher.path == nil)
    }

    @Test func `each relay has an id of its own`() {
        #expect(EmbeddedRelay().core.id != relay.core.id)
    }
}
