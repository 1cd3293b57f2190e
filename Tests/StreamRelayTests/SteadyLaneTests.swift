import NIOCore
import Testing

@testable import StreamRelay

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite struct SteadyLaneTests {
    /// Two connected sockets, closed at the end.
    private func withSocketPair(_ body: (CInt, CInt) -> Void) throws {
        var pair: [CInt] = [0, 0]
        #if canImport(Glibc)
            let kind = CInt(SOCK_STREAM.rawValue)
        #else
            let kind = CInt(SOCK_STREAM)
        #endif
        try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        body(pair[0], pair[1])
    }

    @Test func aMessageGoesOutWhole() throws {
        try withSocketPair { near, far in
            let lane = SteadyLane(near)
            #expect(lane.send(ByteBuffer(string: "frame")) == 5)
            var received = [UInt8](repeating: 0, count: 16)
            #expect(read(far, &received, 16) == 5)
            #expect(received.prefix(5).elementsEqual("frame".utf8))
        }
    }

    @Test func aFullSocketTakesAPartAndThenNothing() throws {
        try withSocketPair { near, _ in
            let lane = SteadyLane(near)
            let frame = ByteBuffer(repeating: 7, count: 4 << 20)
            let first = lane.send(frame)
            #expect(first > 0 && first < frame.readableBytes)
            var last = first
            while last > 0 { last = lane.send(frame) }
            #expect(last == 0)
        }
    }

    @Test func aClosedSocketTakesNothingAndDoesNoHarm() throws {
        try withSocketPair { near, far in
            let lane = SteadyLane(near)
            shutdown(far, CInt(SHUT_RDWR))
            #expect(lane.send(ByteBuffer(string: "frame")) == 0)
        }
    }

    @Test func whatTheChannelHoldsBlocksTheLane() {
        var lane = SteadyLane(-1)
        var asked = 0
        let isFree = lane.isFree {
            asked += 1
            return 0
        }
        #expect(isFree && asked == 0, "nobody wrote, so nobody is asked")
        lane.otherWrote()
        let answers = [10, 1, 0].map { unsent in lane.isFree { unsent } }
        #expect(answers == [false, false, true])
        let isStillFree = lane.isFree { .max }
        #expect(isStillFree)
    }
}
