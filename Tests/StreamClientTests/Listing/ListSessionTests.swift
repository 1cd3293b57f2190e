import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct ListSessionTests {
    private func entry(_ name: String, _ state: StreamState = .live) throws -> StreamList.Entry {
        StreamList.Entry(name: try StreamName(name), state: state, kinds: TrackKinds(.video))
    }

    private func list(_ entries: StreamList.Entry..., isNew: Bool = false, hasMore: Bool = false) -> ConnectionEvent {
        .message(.streams(StreamList(isNew: isNew, hasMore: hasMore, entries: entries)))
    }

    @Test func `a list is complete without the flag, and sorted`() throws {
        var session = ListSession()
        let (a, b, c) = (try entry("a"), try entry("b"), try entry("c"))
        #expect(try session.receive(.welcomed(.sample(epoch: 0))) == nil)
        #expect(try session.receive(list(c, a, isNew: true, hasMore: true)) == nil)
        #expect(try session.receive(list(b)) == [a, b, c])
    }

    @Test func `changes replace, gone streams leave, and a new list forgets`() throws {
        var session = ListSession()
        let (a, b) = (try entry("a"), try entry("b"))
        _ = try session.receive(list(a, b, isNew: true))
        let interrupted = try entry("a", .interrupted)
        #expect(try session.receive(list(interrupted)) == [interrupted, b])
        #expect(try session.receive(list(try entry("a", .gone), try entry("unknown", .gone))) == [b])
        #expect(try session.receive(list(a, isNew: true)) == [a])
    }

    @Test func `other messages break the protocol`() throws {
        var session = ListSession()
        let error = #expect(throws: ProtocolError.self) { try session.receive(.message(.streamState(.live))) }
        #expect(error?.code == .unexpectedMessage)
    }
}
