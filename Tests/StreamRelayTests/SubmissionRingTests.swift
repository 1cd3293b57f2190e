import NIOCore
import NIOPosix
import Platform
import Testing
import TestSupport

@testable import StreamRelay

@Suite(.enabled(if: SubmissionRing.isPermitted, "this system has no io_uring, or forbids it"))
struct SubmissionRingTests {
    private static let bytes = (0..<(1 << 20) + 1_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

    private func message(_ count: Int, seed: Int = 0) -> [UInt8] {
        Array(Self.bytes[seed..<seed + count])
    }

    @Test(arguments: [1, 3, 2_000]) func `every socket gets the whole message`(count: Int) throws {
        let (ring, crowd) = (try SubmissionRing(), try SocketCrowd(count))
        let message = message(9_000)
        for _ in 0..<2 {
            #expect(ring.shortfalls(of: message, to: crowd.near).isEmpty)
            for index in 0..<count { try #require(crowd.received(index) == message) }
        }
    }

    @Test func `no sockets and no bytes are allowed`() throws {
        let (ring, crowd) = (try SubmissionRing(), try SocketCrowd(1))
        #expect(ring.shortfalls(of: message(10), to: []).isEmpty)
        #expect(ring.shortfalls(of: [], to: crowd.near).isEmpty)
    }

    @Test(arguments: [SocketCrowd.Kind.tcp, .local])
    func `what a full socket took is reported to the byte`(kind: SocketCrowd.Kind) throws {
        let (ring, crowd) = (try SubmissionRing(), try SocketCrowd(1, kind, buffer: 1 << 14))
        let message = message(1 << 20)
        var (received, unsent) = ([UInt8](), message)
        while !unsent.isEmpty {
            let shortfalls = ring.shortfalls(of: unsent, to: crowd.near)
            if let last = shortfalls.last, unsent.count == message.count {
                #expect(last.sent > 0 && last.sent < message.count)
                // Full is full.
                if kind == .local { #expect(ring.shortfalls(of: unsent, to: crowd.near) == [.init(index: 0, sent: 0)]) }
            }
            let sent = shortfalls.first?.sent ?? unsent.count
            received += try crowd.receive(0, sent)
            #expect(crowd.received(0).isEmpty)
            unsent.removeFirst(sent)
        }
        #expect(received == message)
    }

    @Test func `closed sockets take nothing and do no harm`() throws {
        let (ring, crowd) = (try SubmissionRing(), try SocketCrowd(6, .tcp))
        crowd.leave(0, abruptly: true)
        crowd.hangUp(2)
        crowd.leave(4)
        let message = message(500)
        // A connection that was closed in order takes one more message, before the system reports the close.
        #expect(ring.shortfalls(of: message, to: crowd.near) == [.init(index: 0, sent: 0), .init(index: 2, sent: 0)])
        let indexes = ring.shortfalls(of: message, to: crowd.near + [CInt.max, -1]).map(\.index)
        #expect(indexes == [0, 2, 4, 6, 7])
        for index in [1, 3, 5] { #expect(try crowd.receive(index, 1_000) == message + message) }
    }

    @Test(arguments: 1...13) func `groups of any number of sockets work`(count: Int) throws {
        let (ring, crowd) = (try SubmissionRing(capacity: 4), try SocketCrowd(count))
        let gone = [0, 3, 4, 7, 8, 12].filter { $0 < count }
        for index in gone { crowd.leave(index) }
        for round in 0..<5 {
            let message = message(1_000, seed: round)
            #expect(ring.shortfalls(of: message, to: crowd.near) == gone.map { .init(index: $0, sent: 0) })
            for index in 0..<count where !gone.contains(index) { #expect(crowd.received(index) == message) }
        }
    }

    /// The same happens to two crowds, one of which is sent to by one call for each socket.
    @Test func `the ring sends what a loop of send calls sends`() throws {
        var random = SeededGenerator(seed: 5)
        let (ring, count) = (try SubmissionRing(capacity: 8), 30)
        let (crowd, twins) = (try SocketCrowd(count, buffer: 1 << 15), try SocketCrowd(count, buffer: 1 << 15))
        var sent = [[UInt8]](repeating: [], count: count)
        var (received, left) = (sent, Set<Int>())
        for round in 0..<400 {
            let message = message(
                .random(in: 1...(round.isMultiple(of: 5) ? 100_000 : 2_000), using: &random),
                seed: round
            )
            let chosen = (0..<count).filter { _ in .random(using: &random) }
            let shortfalls = ring.shortfalls(of: message, to: chosen.map { crowd.near[$0] })
            #expect(shortfalls == PlainSender().shortfalls(of: message, to: chosen.map { twins.near[$0] }))
            let taken = Dictionary(uniqueKeysWithValues: shortfalls.map { (chosen[$0.index], $0.sent) })
            for index in chosen where !left.contains(index) {
                sent[index] += message.prefix(taken[index] ?? message.count)
            }
            for index in 0..<count where Int.random(in: 0..<4, using: &random) == 0 {
                let limit = Int.random(in: 1...60_000, using: &random)
                let (mine, theirs) = (crowd.received(index, atMost: limit), twins.received(index, atMost: limit))
                #expect(mine == theirs)
                received[index] += mine
            }
            if round.isMultiple(of: 40), let index = (0..<count).randomElement(using: &random), !left.contains(index) {
                for crowd in [crowd, twins] { crowd.leave(index) }
                left.insert(index)
            }
        }
        for index in 0..<count where !left.contains(index) {
            received[index] += crowd.received(index)
            #expect(received[index] == sent[index])
        }
        #expect(left.count > 5)
    }

    /// The kernel refuses all of it then: what it did not take is withdrawn, and not sent later.
    @Test func `another thread sends nothing`() throws {
        let (ring, crowd) = (try SubmissionRing(), try SocketCrowd(3))
        let sockets = crowd.near
        nonisolated(unsafe) let theirs = ring
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let sent = try group.next().submit { theirs.shortfalls(of: [1, 2, 3], to: sockets).map(\.sent) }.wait()
        #expect(sent == [0, 0, 0])
        #expect(ring.shortfalls(of: [4, 5], to: crowd.near).isEmpty)
        for index in 0..<3 { #expect(crowd.received(index) == [4, 5]) }
        try group.syncShutdownGracefully()
    }

    @Test func `a message longer than the kernel can count is not sent`() throws {
        let (ring, crowd) = (try SubmissionRing(), try SocketCrowd(2))
        let byte: [UInt8] = [1]
        var shortfalls: [Shortfall] = []
        // The content of the message is never read.
        byte.withUnsafeBytes { byte in
            let long = UnsafeRawBufferPointer(start: byte.baseAddress, count: Int(Int32.max) + 1)
            ring.send(long, to: crowd.near, shortfalls: &shortfalls)
        }
        #expect(shortfalls == [.init(index: 0, sent: 0), .init(index: 1, sent: 0)])
        #expect(crowd.received(0).isEmpty)
    }
}

@Suite struct SubmissionRingUnavailableTests {
    @Test(arguments: [EPERM, ENOSYS, EINVAL, EMFILE]) func `a ring that is not permitted gives a reason`(errno: CInt) {
        let reason = RelayError.noSubmissionRing(because: FanOutUnavailable(ring: errno).description)
        #expect(reason.description.hasPrefix("Frames cannot be sent by io_uring: "))
        #expect(!reason.description.contains("Error"))
    }
}

extension SubmissionRing {
    /// Whether the system lets us try. A ring that does not do what it should is no reason to leave its tests out.
    static var isPermitted: Bool {
        do {
            _ = try SubmissionRing()
            return true
        } catch {
            return error == .unreliable
        }
    }
}

extension FanOutWriter {
    func shortfalls(of message: [UInt8], to sockets: [CInt]) -> [Shortfall] {
        var shortfalls: [Shortfall] = []
        message.withUnsafeBytes { send($0, to: sockets, shortfalls: &shortfalls) }
        return shortfalls
    }
}
