import NIOCore
import Platform
import Testing

@testable import StreamRelay

@Suite struct PlainSenderTests {
    /// Two connected sockets, closed at the end.
    private func withSocketPair(_ body: (CInt, CInt) throws -> Void) throws {
        var pair: [CInt] = [0, 0]
        try #require(socketpair(AF_UNIX, SocketKind.stream, 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        try body(pair[0], pair[1])
    }

    private func shortfalls(of message: [UInt8], to sockets: [CInt]) -> [Shortfall] {
        var shortfalls: [Shortfall] = []
        message.withUnsafeBytes { PlainSender().send($0, to: sockets, shortfalls: &shortfalls) }
        return shortfalls
    }

    @Test func `a message goes out whole`() throws {
        try withSocketPair { near, far in
            #expect(shortfalls(of: Array("frame".utf8), to: [near, far]).isEmpty)
            for end in [near, far] {
                var received = [UInt8](repeating: 0, count: 16)
                #expect(read(end, &received, 16) == 5)
                #expect(received.prefix(5).elementsEqual("frame".utf8))
            }
        }
    }

    @Test func `a full socket takes a part and then nothing`() throws {
        try withSocketPair { near, far in
            let frame = [UInt8](repeating: 7, count: 4 << 20)
            let first = shortfalls(of: frame, to: [near])
            try #require(first.count == 1)
            #expect(first[0].index == 0 && first[0].sent > 0 && first[0].sent < frame.count)
            var last = first
            while last[0].sent > 0 { last = shortfalls(of: frame, to: [near]) }
            #expect(shortfalls(of: [1], to: [far, near]) == [Shortfall(index: 1, sent: 0)])
        }
    }

    @Test func `a closed socket takes nothing and does no harm`() throws {
        try withSocketPair { near, far in
            shutdown(far, CInt(SHUT_RDWR))
            #expect(shortfalls(of: Array("frame".utf8), to: [near, -1]).map(\.sent) == [0, 0])
        }
    }
}
