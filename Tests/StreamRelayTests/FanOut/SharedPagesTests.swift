import Platform
import TestSupport
import Testing

@testable import StreamRelay

@Suite(.enabled(if: SharedPages.isPermitted, "this system has no splice, or forbids large pipes"))
struct SharedPagesTests {
    private static let bytes = (0..<SharedPages.room + 2_000).map {
        UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13)
    }

    private func message(_ count: Int, seed: Int = 0) -> [UInt8] {
        Array(Self.bytes[seed..<seed + count])
    }

    @Test(arguments: [1, 2, 300], [1, 4_096, 60_001])
    func `every socket gets the whole message`(count: Int, length: Int) throws {
        let (pages, crowd) = (try SharedPages(), try SocketCrowd(count))
        for round in 0..<3 {
            let message = message(length, seed: round)
            #expect(pages.shortfalls(of: message, to: crowd.near).isEmpty)
            for index in 0..<count { try #require(crowd.received(index) == message) }
        }
    }

    @Test func `no sockets and no bytes are allowed`() throws {
        let (pages, crowd) = (try SharedPages(), try SocketCrowd(1))
        #expect(pages.shortfalls(of: message(10), to: []).isEmpty)
        #expect(pages.shortfalls(of: [], to: crowd.near).isEmpty)
    }

    /// The longest one fills the pipes, and the next is sent without them.
    @Test(arguments: [SharedPages.room, SharedPages.room + 1], [SocketCrowd.Kind.tcp, .local])
    func `what a full socket took is reported to the byte`(length: Int, kind: SocketCrowd.Kind) throws {
        let (pages, crowd) = (try SharedPages(), try SocketCrowd(2, kind, buffer: 1 << 14))
        let message = message(length)
        for index in [0, 1] {
            var (received, unsent) = ([UInt8](), message)
            while !unsent.isEmpty {
                // In front of others, and as the last one.
                let sockets = index == 0 ? [crowd.near[0], -1] : [-1, crowd.near[1]]
                let shortfalls = pages.shortfalls(of: unsent, to: sockets).filter { $0.index == index }
                let sent = shortfalls.first?.sent ?? unsent.count
                received += try crowd.receive(index, sent)
                #expect(crowd.received(index).isEmpty)
                unsent.removeFirst(sent)
            }
            #expect(received == message)
        }
    }

    /// A write to a closed connection raises SIGPIPE, which would end the tests.
    @Test func `closed sockets take nothing and do no harm`() throws {
        let (pages, crowd) = (try SharedPages(), try SocketCrowd(6, .tcp))
        crowd.leave(0, abruptly: true)
        crowd.hangUp(2)
        crowd.leave(4)
        let message = message(500)
        // A connection that was closed in order takes one more message, before the system reports the close.
        #expect(pages.shortfalls(of: message, to: crowd.near) == [.init(index: 0, sent: 0), .init(index: 2, sent: 0)])
        for _ in 0..<3 {
            #expect(pages.shortfalls(of: message, to: crowd.near + [CInt.max]).map(\.index) == [0, 2, 4, 6])
        }
        for index in [1, 3, 5] {
            #expect(try crowd.receive(index, 2_000) == message + message + message + message)
        }
    }

    /// The system takes a part of the message before it knows of the close. It then raises SIGPIPE, but returns no error.
    @Test(arguments: [0, 1]) func `a connection that closes within a message does no harm`(index: Int) throws {
        let (pages, crowd) = (try SharedPages(), try SocketCrowd(2, .tcp))
        crowd.leave(index)
        let (other, message) = (1 - index, Array(Self.bytes[..<300_000]))
        let shortfalls = pages.shortfalls(of: message, to: crowd.near)
        let sent = shortfalls.first { $0.index == other }?.sent ?? message.count
        #expect(try crowd.receive(other, sent) == Array(message.prefix(sent)))
    }

    /// Sockets that have not been read refer to pages of messages that are long gone.
    @Test func `later messages do not change earlier ones`() throws {
        let (pages, crowd) = (try SharedPages(), try SocketCrowd(3))
        var expected: [UInt8] = []
        for round in 0..<30 {
            let message = message(1_000 + 37 * round, seed: 41 * round)
            #expect(pages.shortfalls(of: message, to: crowd.near).isEmpty)
            expected += message
        }
        for index in 0..<3 { #expect(crowd.received(index) == expected) }
    }

    @Test func `shared pages send what they report`() throws {
        var random = SeededGenerator(seed: 5)
        let (pages, count) = (try SharedPages(), 30)
        let crowd = try SocketCrowd(count, buffer: 1 << 15)
        var sent = [[UInt8]](repeating: [], count: count)
        var (received, left) = (sent, Set<Int>())
        for round in 0..<400 {
            let length = Int.random(in: 1...(round.isMultiple(of: 5) ? 100_000 : 2_000), using: &random)
            let message = message(length, seed: round)
            let chosen = (0..<count).filter { _ in .random(using: &random) }
            let shortfalls = pages.shortfalls(of: message, to: chosen.map { crowd.near[$0] })
            #expect(shortfalls.map(\.index) == shortfalls.map(\.index).sorted())
            let taken = Dictionary(uniqueKeysWithValues: shortfalls.map { (chosen[$0.index], $0.sent) })
            for index in chosen where !left.contains(index) {
                sent[index] += message.prefix(taken[index] ?? message.count)
            }
            for index in 0..<count where Int.random(in: 0..<4, using: &random) == 0 {
                received[index] += crowd.received(index, atMost: Int.random(in: 1...60_000, using: &random))
            }
            if round.isMultiple(of: 40), let index = (0..<count).randomElement(using: &random) {
                if left.insert(index).inserted { crowd.leave(index) }
            }
        }
        for index in 0..<count where !left.contains(index) {
            received[index] += crowd.received(index)
            #expect(received[index] == sent[index])
        }
        #expect(left.count > 5)
    }
}

@Suite struct SharedPagesUnavailableTests {
    @Test(arguments: [EPERM, ENOSYS, EMFILE]) func `pages that cannot be had give a reason`(errno: CInt) {
        let reason = RelayError.noSharedPages(because: FanOutUnavailable(sharedPages: errno).description)
        #expect(reason.description.hasPrefix("Frames cannot be sent from shared pages: "))
        #expect(!reason.description.contains("Error"))
    }
}

extension SharedPages {
    /// Whether the system lets us try. Pages that do not do what they should are no reason to leave their tests out.
    static var isPermitted: Bool {
        do {
            _ = try SharedPages()
            return true
        } catch {
            return error == .unreliable
        }
    }
}
